#if canImport(CurlShim)
    /// Feeds the engine with a body that isn't in memory, in a task of its own, so that a slow file or stream holds up no other transfer.
    final class CurlUpload: Sendable {
        let pieces = BodyPieces()
        private let chunks: HTTPBodyChunks

        /// nil for a request whose body is data, or that has none. Throws for a body that can't be sent again.
        init?(_ request: HTTPRequest) throws {
            guard let body = request.body, !body.isData else { return nil }
            chunks = try body.chunks()
        }

        func start(_ transfer: CurlTransfer, on engine: CurlEngine) -> Task<Void, Never> {
            Task { [pieces, chunks] in
                await withTaskCancellationHandler {
                    do {
                        for try await chunk in chunks {
                            if await pieces.put(chunk) { engine.goOn(transfer) }
                            try Task.checkCancellation()
                        }
                        if pieces.finish(.success(())) { engine.goOn(transfer) }
                    } catch {
                        if pieces.finish(.failure(error)) { engine.goOn(transfer) }
                    }
                } onCancel: {
                    // It may wait for room that there will never be.
                    pieces.end(.failure(CancellationError()))
                }
            }
        }
    }
#endif
