import Foundation
import Testing

@testable import EndpointTransport

@Suite struct BodyPiecesTests {
    private static let count = 240_000

    private static func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: index &* 31) }

    private static let whole = Data((0..<count).map(byte))

    private func rest(of pieces: BodyPieces) async throws -> [Data] {
        var taken: [Data] = []
        while let piece = try await pieces.next().piece { taken.append(piece) }
        return taken
    }

    @Test func `single bytes from the engine are handed out as a few pieces`() async throws {
        let pieces = BodyPieces()
        for index in 0..<Self.count {
            let hasRoom = withUnsafeBytes(of: Self.byte(index)) { pieces.give($0) }
            try #require(hasRoom)
        }
        pieces.end(.success(()))
        let taken = try await rest(of: pieces)
        #expect(taken.count <= 16)
        #expect(taken.reduce(Data(), +) == Self.whole)
    }

    @Test func `single bytes from a session are handed out as a few pieces`() async throws {
        let pieces = BodyPieces()
        for index in 0..<Self.count { _ = pieces.give(Data([Self.byte(index)])) }
        pieces.end(.success(()))
        let taken = try await rest(of: pieces)
        #expect(taken.count <= 16)
        #expect(taken.reduce(Data(), +) == Self.whole)
    }

    @Test func `single bytes of an upload are taken as a few pieces`() async throws {
        let pieces = BodyPieces()
        for index in 0..<Self.count {
            guard case .taken = await pieces.put(Data([Self.byte(index)])) else { return #expect(Bool(false), "it has ended") }
        }
        _ = pieces.finish(.success(()))
        var taken = Data()
        var count = 0
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case .bytes(let size) = buffer.withUnsafeMutableBytes({ pieces.take($0) }) {
            taken += buffer[..<size]
            count += 1
        }
        #expect(count <= 16)
        #expect(taken == Self.whole)
    }

    @Test func `large pieces are handed out as they came`() async throws {
        let pieces = BodyPieces()
        let sent = (0..<3).map { Data(repeating: UInt8($0), count: 20_000) }
        for piece in sent { _ = pieces.give(piece) }
        pieces.end(.success(()))
        #expect(try await rest(of: pieces) == sent)
    }

    @Test func `pieces that come after the stop don't stop the engine again, and it is let go on once`() async throws {
        let pieces = BodyPieces()
        let piece = Data(repeating: 1, count: 64 << 10)
        var stops = 0
        var resumptions = 0
        for _ in 0..<7 where !pieces.give(piece) { stops += 1 }
        #expect(stops == 1)
        for _ in 0..<4 where try await pieces.next().engineMayResume { resumptions += 1 }
        // There is less than the capacity again when this one comes late.
        if !pieces.give(piece) { stops += 1 }
        for _ in 0..<4 where try await pieces.next().engineMayResume { resumptions += 1 }
        #expect(stops == 1)
        #expect(resumptions == 1)
        // And the next round is like the first.
        for _ in 0..<5 where !pieces.give(piece) { stops += 1 }
        for _ in 0..<5 where try await pieces.next().engineMayResume { resumptions += 1 }
        #expect(stops == 2)
        #expect(resumptions == 2)
    }

    @Test func `what is put after the end isn't kept`() async {
        let pieces = BodyPieces()
        pieces.end(.success(()))
        for _ in 0..<10 {
            guard case .ended = await pieces.put(Data(repeating: 1, count: 64 << 10)) else { return #expect(Bool(false), "it was kept") }
        }
        #expect(pieces.byteCount == 0)
    }
}
