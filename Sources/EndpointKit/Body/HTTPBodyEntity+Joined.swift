extension HTTPBodyEntity.Content {
    /// One after the other: in memory if all of them are, else as a stream.
    static func joined(_ entities: [HTTPBodyEntity]) -> Self {
        var whole = Data()
        for case .data(let data) in entities.map(\.content) { whole.append(data) }
        let isInMemory = entities.allSatisfy { if case .data = $0.content { true } else { false } }
        return isInMemory ? .data(whole) : .stream(stream(of: entities))
    }

    private static func stream(of entities: [HTTPBodyEntity]) -> HTTPBodyStream {
        var length: Int64? = 0
        for entity in entities {
            let sum = entity.length.flatMap { length?.addingReportingOverflow($0) }
            length = sum.flatMap { $0.overflow ? nil : $0.partialValue }
        }
        return HTTPBodyStream(
            length: length, isReplayable: entities.allSatisfy(\.isReplayable), isSpent: { entities.contains(where: \.isSpent) }
        ) {
            let parts = try entities.map { try $0.chunks() }
            return { JoinedReader(parts) }
        }
    }
}

private struct JoinedReader: HTTPBodyReader {
    private var waiting: ArraySlice<HTTPBodyChunks>
    private var current: HTTPBodyChunks.AsyncIterator?

    init(_ parts: [HTTPBodyChunks]) { waiting = parts[...] }

    mutating func next() async throws -> Data? {
        while true {
            if let piece = try await current?.next() { return piece }
            current = waiting.popFirst()?.makeAsyncIterator()
            if current == nil { return nil }
        }
    }
}
