#if canImport(CurlShim)
    internal import Synchronization

    /// Feeds the engine with a body that isn't in memory, in a task of its own, so that a slow file or stream holds up no other transfer.
    ///
    /// The body is touched when libcurl asks for its first byte, which is when there is a connection: a stream that can be sent once is
    /// still there for another attempt when none could be made. It isn't read any further when the transfer has ended.
    final class CurlUpload: Sendable {
        private let chunks = BodyBuffer()
        private let body: HTTPBodyEntity
        private let task = Mutex<Task<Void, Never>?>(nil)
        private let isBegun = Atomic(false)

        /// nil for a request whose body is data, or that has none. Throws for a body that was sent before, and can't be again.
        init?(_ request: HTTPRequest) throws {
            guard let body = request.body, !body.isData else { return nil }
            if body.isSpent { throw HTTPBodyStream.spent }
            self.body = body
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
                    // It may wait for room that there will never be.
                    chunks.end(.failure(CancellationError()))
                }
            }
            task.withLock { $0 = feeding }
        }

        /// The transfer has ended, or its call. A stream that waits for more is cancelled.
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

        /// Whether a part of it has gone out: it can't be sent again from the start then.
        var hasBegun: Bool { isBegun.load(ordering: .relaxed) }
    }
#endif
