/// The bytes of a body, one after another. They are read in chunks, so most of them are available without a wait.
public struct ResponseBytes: AsyncSequence, Sendable {
    let open: @Sendable () -> HTTPResponseStream.Body

    public func makeAsyncIterator() -> Iterator { Iterator(body: open().makeAsyncIterator()) }

    /// Reads the body chunk by chunk.
    public struct Iterator: AsyncIteratorProtocol {
        var body: HTTPResponseStream.Body.Iterator?
        private var chunk: [UInt8] = []
        private var index = 0

        init(body: HTTPResponseStream.Body.Iterator) { self.body = body }

        public mutating func next() async throws -> UInt8? {
            while index == chunk.count {
                guard let more = try await refill() else { return nil }
                chunk = Array(more)
                index = 0
            }
            defer { index += 1 }
            return chunk[index]
        }

        private mutating func refill() async throws -> Data? {
            // The body is taken out, so that nothing is read after an error or the end.
            guard var body = body.take(), let more = try await body.next() else { return nil }
            self.body = body
            return more
        }
    }
}
