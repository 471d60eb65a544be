#if os(Linux)
    internal import EndpointHTTP
    internal import Synchronization

    /// Supplies the engine with a body that isn't in memory. It runs in its own task, so that a slow file or stream doesn't block other
    /// transfers.
    ///
    /// It reads the body only after libcurl has requested the first byte, which requires a connection. If no connection can be made, a stream
    /// that can be sent only once is still available for another attempt. It stops reading when the transfer ends.
    final class CurlUpload: Sendable {
        private let chunks = BodyBuffer()
        private let body: HTTPBodyEntity
        /// The announced length. A file may have a different length when it is read.
        let length: Int64?
        private let task = Mutex<Task<Void, Never>?>(nil)
        private let isBegun = Atomic(false)

        private init(_ body: HTTPBodyEntity) {
            self.body = body
            length = body.length
        }

        /// nil if the request has no body, or if its body is in memory. Throws if the body was sent before and can't be sent again, or if it
        /// was announced as empty but isn't, because libcurl would not request its first byte.
        static func of(_ request: HTTPRequest) async throws -> CurlUpload? {
            guard let body = request.body, !body.isData else { return nil }
            if body.isSpent { throw HTTPBodyStream.spent }
            let upload = CurlUpload(body)
            if upload.length == 0, request.method != .head {
                for try await _ in try source(of: body, length: 0) {}
                _ = upload.chunks.finish(.success(()))
            }
            return upload
        }

        private static func source(of body: HTTPBodyEntity, length: Int64?) throws -> HTTPBodyChunks {
            var source = try body.chunks()
            source.length = length
            return source
        }

        func start(_ transfer: CurlTransfer, on engine: CurlEngine) {
            if length == 0 { return }
            let feeding = Task { [chunks, body, length] in
                await withTaskCancellationHandler {
                    guard await chunks.isAskedFor() else { return }
                    do {
                        for try await chunk in try Self.source(of: body, length: length) {
                            guard case .taken(let isEngineWaiting) = await chunks.put(chunk) else { return }
                            if isEngineWaiting { engine.resume(transfer) }
                            try Task.checkCancellation()
                        }
                        if chunks.finish(.success(())) { engine.resume(transfer) }
                    } catch {
                        if chunks.finish(.failure(error)) { engine.resume(transfer) }
                    }
                } onCancel: {
                    // Ends a wait for space in the buffer, which is no longer read.
                    chunks.end(.failure(CancellationError()))
                }
            }
            task.withLock { $0 = feeding }
        }

        /// Called when the transfer or its call has ended. Cancels a stream that is waiting for more bytes.
        func stop() {
            chunks.end(.failure(CancellationError()))
            task.withLock { $0 }?.cancel()
        }

        // MARK: The engine's thread

        func take(_ buffer: UnsafeMutableRawBufferPointer) -> BodyBuffer.Taken {
            let taken = chunks.take(buffer)
            if case .bytes = taken { isBegun.store(true, ordering: .relaxed) }
            return taken
        }

        /// Whether the body was read to the end, or failed.
        var hasEnded: Bool { chunks.hasEnded }

        /// Whether libcurl has taken part of the body, which then can't be sent from the start again.
        var hasBegun: Bool { isBegun.load(ordering: .relaxed) }
    }
#endif
