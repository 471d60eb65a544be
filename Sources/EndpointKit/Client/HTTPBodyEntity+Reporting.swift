extension HTTPBodyEntity {
    /// The same bytes, which tell `report` how many of them the transport has taken: a little more than are on the wire.
    func reporting(to report: @escaping ProgressHandler) -> HTTPBodyEntity {
        let progress = TransferProgress(direction: .upload, completedBytes: 0, totalBytes: length)
        let stream = HTTPBodyStream(length: length, isReplayable: isReplayable, isSpent: { isSpent }) {
            let chunks = try chunks()
            return { CountingReader(chunks: chunks.makeAsyncIterator(), progress: progress, report: report) }
        }
        return HTTPBodyEntity(contentType: contentType, content: .stream(stream))
    }
}

private struct CountingReader: HTTPBodyReader {
    var chunks: HTTPBodyChunks.AsyncIterator
    var progress: TransferProgress
    let report: ProgressHandler

    mutating func next() async throws -> Data? {
        if progress.completedBytes == 0 { report(progress) }
        guard let chunk = try await chunks.next() else { return nil }
        // Too late: nobody is to be told.
        try Task.checkCancellation()
        progress.completedBytes += Int64(chunk.count)
        report(progress)
        return chunk
    }
}
