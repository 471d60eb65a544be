import EndpointKit

extension HTTPBodyEntity {
    /// All bytes of a body, as a transport reads them.
    func bytes() async throws -> Data {
        var whole = Data()
        for try await chunk in try chunks() { whole.append(chunk) }
        return whole
    }

    func text() async throws -> String { String(decoding: try await bytes(), as: UTF8.self) }
}

extension HTTPBody {
    func text() async throws -> String { try await entity().text() }
}

/// The chunks one after the other, then the error if there is one.
func stream<Chunk: Sendable>(_ chunks: [Chunk], failing error: (any Error)? = nil) -> AsyncThrowingStream<Chunk, any Error> {
    AsyncThrowingStream { continuation in
        for chunk in chunks { continuation.yield(chunk) }
        continuation.finish(throwing: error)
    }
}
