import EndpointKit

extension HTTPBodyEntity {
    /// All its bytes, as a transport reads them.
    func bytes() async throws -> Data {
        var whole = Data()
        for try await piece in try chunks() { whole.append(piece) }
        return whole
    }

    func text() async throws -> String { String(decoding: try await bytes(), as: UTF8.self) }
}

extension HTTPBody {
    func text() async throws -> String { try await entity().text() }
}

/// The pieces one after the other, then the error if there is one.
func stream<Piece: Sendable>(_ pieces: [Piece], failing error: (any Error)? = nil) -> AsyncThrowingStream<Piece, any Error> {
    AsyncThrowingStream { continuation in
        for piece in pieces { continuation.yield(piece) }
        continuation.finish(throwing: error)
    }
}
