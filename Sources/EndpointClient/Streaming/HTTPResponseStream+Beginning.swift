internal import Synchronization

extension HTTPResponseStream.Body {
    /// Reads until the body ends or fails, `limit` bytes have arrived, or `time` has passed, and returns what has arrived. Throws only if
    /// the task is cancelled.
    ///
    /// The time is measured like a transport's timeout, and not by the client's clock.
    func beginning(limit: Int, within time: Duration) async throws -> Data {
        let arrived = Mutex(Data())
        let wait = Wait<Void>()
        let reading = Task {
            var chunks = makeAsyncIterator()
            while let chunk = try? await chunks.next() {
                let isFull = arrived.withLock { arrived in
                    arrived.append(chunk.prefix(limit - arrived.count))
                    return arrived.count >= limit
                }
                if isFull { break }
            }
            wait.finish(.success(()))
        }
        let timer = Task {
            try? await Task.sleep(for: Swift.min(time, .longestSleep))
            wait.finish(.success(()))
        }
        defer {
            reading.cancel()
            timer.cancel()
        }
        try await wait.value()
        return arrived.withLock { $0 }
    }
}
