#if canImport(CurlShim)
    internal import Synchronization

    /// Feeds the engine with a body that isn't in memory, in its own task, so that a slow file or stream blocks no other transfer.
    ///
    /// It reads the body only after libcurl has asked for the first byte, when there is a connection: if none could be made, a stream that
    /// can be sent once is left for another attempt. It stops reading when the transfer ends.
    final class CurlUpload: Sendable {
        private let chunks = BodyBuffer()
        private let body: HTTPBodyEntity
        private let task = Mutex<Task<Void, Never>?>(nil)
        private let isBegun = Atomic(false)

        private init(_ body: HTTPBodyEntity) { self.body = body }

        /// nil for a request without a body, or with one in memory. Throws for a body that was sent before and can't be sent again.
        static func of(_ request: HTTPRequest) throws -> CurlUpload? {
            guard let body = request.body, !body.isData else { return nil }
            if body.isSpent { throw HTTPBodyStream.spent }
            return CurlUpload(body)
        }

        func start(_ transfer: CurlTransfer, on engine: CurlEngine) {
            let feeding = Task { [chunks, body] in
                await withTaskCancellationHandler {
                    guard await chunks.isAskedFor() else { return }
                    do {
                        for try await chunk in try body.chunks() {
                            guard case .taken(let isEngineWaiting) = await chunks.put(chunk) else { return }
                            if isEngineWaiting { engine.resume(transfer) }
                            try Task.checkCancellation()
                        }
                        if chunks.finish(.success(())) { engine.resume(transfer) }
                    } catch {
                        if chunks.finish(.failure(error)) { engine.resume(transfer) }
                    }
                } onCancel: {
                    // Ends a wait for space in the buffer, which nobody reads any more.
                    chunks.end(.failure(CancellationError()))
                }
            }
            task.withLock { $0 = feeding }
        }

        /// Called when the transfer or its call has ended. Cancels a stream that waits for more bytes.
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

        /// Whether it was read to its end, or failed.
        var hasEnded: Bool { chunks.hasEnded }

        /// Whether libcurl has taken a part of the body, which then can't be sent again from the start.
        var hasBegun: Bool { isBegun.load(ordering: .relaxed) }
    }
#endif
