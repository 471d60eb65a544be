/// The bytes of a body as they come from an asynchronous sequence, which is read no faster than they are sent.
public struct HTTPBodyStream: Sendable {
    /// In bytes, if known. A sequence that gives more or fewer ends the call with ``APIError/Code/bodyEncoding``.
    public let length: Int64?
    /// Whether there can be a second attempt.
    public let isReplayable: Bool
    /// Readies one attempt; throws where there can't be another.
    let prepare: @Sendable () throws -> @Sendable () throws -> any HTTPBodyReader
    /// Whether ``prepare`` would throw.
    let isSpent: @Sendable () -> Bool

    init(
        length: Int64?, isReplayable: Bool, isSpent: @escaping @Sendable () -> Bool,
        prepare: @escaping @Sendable () throws -> @Sendable () throws -> any HTTPBodyReader
    ) {
        self.length = length
        self.isReplayable = isReplayable
        self.isSpent = isSpent
        self.prepare = prepare
    }

    static var spent: APIError { APIError(.bodyEncoding, "The body's stream was sent before, and can't be read again.") }

    /// A sequence that is read once: a call with it doesn't follow a redirect that keeps the body, and isn't retried, but where no
    /// connection could be made to read it for.
    public init<Pieces: AsyncSequence & Sendable>(_ pieces: Pieces, length: Int64? = nil) where Pieces.Element: HTTPBodyPiece {
        let once = OneShot(pieces)
        self.init(length: length, isReplayable: false, isSpent: { once.isTaken }) {
            guard let pieces = once.take() else { throw Self.spent }
            return { PieceReader(pieces.makeAsyncIterator()) }
        }
    }

    /// A sequence that `pieces` makes anew, with the same bytes, for each attempt.
    public init<Pieces: AsyncSequence & SendableMetatype>(length: Int64? = nil, making pieces: @escaping @Sendable () throws -> Pieces)
    where Pieces.Element: HTTPBodyPiece, Pieces.AsyncIterator: SendableMetatype {
        self.init(length: length, isReplayable: true, isSpent: { false }) {
            { PieceReader(try pieces().makeAsyncIterator()) }
        }
    }
}

/// What an asynchronous sequence may give as part of a body: `Data`, `[UInt8]`, or `UInt8`.
public protocol HTTPBodyPiece {
    func append(to data: inout Data)
}

extension Data: HTTPBodyPiece {
    public func append(to data: inout Data) { if data.isEmpty { data = self } else { data.append(self) } }
}

extension [UInt8]: HTTPBodyPiece {
    public func append(to data: inout Data) { data.append(contentsOf: self) }
}

extension UInt8: HTTPBodyPiece {
    public func append(to data: inout Data) { data.append(self) }
}

private struct PieceReader<Base: AsyncIteratorProtocol>: HTTPBodyReader where Base.Element: HTTPBodyPiece {
    private var base: Base
    private var isAtEnd = false

    init(_ base: Base) { self.base = base }

    mutating func next() async throws -> Data? {
        var data = Data()
        // Single bytes are gathered; a larger piece isn't kept waiting for another.
        let enough = Base.Element.self == UInt8.self ? HTTPBodyChunks.size : 1
        while !isAtEnd, data.count < enough {
            if let piece = try await base.next(isolation: #isolation) { piece.append(to: &data) } else { isAtEnd = true }
        }
        return data.isEmpty ? nil : data
    }
}
