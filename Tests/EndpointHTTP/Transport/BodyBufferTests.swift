import Foundation
import Testing

@testable import EndpointHTTP

@Suite struct BodyBufferTests {
    private static let count = 240_000

    private static func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: index &* 31) }

    private static let whole = Data((0..<count).map(byte))

    private func rest(of chunks: BodyBuffer) async throws -> [Data] {
        var taken: [Data] = []
        while let chunk = try await chunks.next().chunk { taken.append(chunk) }
        return taken
    }

    @Test func `BodyBuffer: single bytes from the engine are delivered as a few chunks`() async throws {
        let chunks = BodyBuffer()
        for index in 0..<Self.count {
            let hasRoom = withUnsafeBytes(of: Self.byte(index)) { chunks.give($0) }
            try #require(hasRoom)
        }
        chunks.end(.success(()))
        let taken = try await rest(of: chunks)
        #expect(taken.count <= 16)
        #expect(taken.reduce(Data(), +) == Self.whole)
    }

    @Test func `BodyBuffer: single bytes from a session are delivered as a few chunks`() async throws {
        let chunks = BodyBuffer()
        for index in 0..<Self.count { _ = chunks.give(Data([Self.byte(index)])) }
        chunks.end(.success(()))
        let taken = try await rest(of: chunks)
        #expect(taken.count <= 16)
        #expect(taken.reduce(Data(), +) == Self.whole)
    }

    @Test func `BodyBuffer: single bytes of an upload are taken as a few chunks`() async throws {
        let chunks = BodyBuffer()
        for index in 0..<Self.count {
            guard case .taken = await chunks.put(Data([Self.byte(index)])) else { return #expect(Bool(false), "it has ended") }
        }
        _ = chunks.finish(.success(()))
        var taken = Data()
        var count = 0
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case .bytes(let size) = buffer.withUnsafeMutableBytes({ chunks.take($0) }) {
            taken += buffer[..<size]
            count += 1
        }
        #expect(count <= 16)
        #expect(taken == Self.whole)
    }

    @Test func `BodyBuffer: large chunks are delivered unchanged`() async throws {
        let chunks = BodyBuffer()
        let sent = (0..<3).map { Data(repeating: UInt8($0), count: 20_000) }
        for chunk in sent { _ = chunks.give(chunk) }
        chunks.end(.success(()))
        #expect(try await rest(of: chunks) == sent)
    }

    @Test func `BodyBuffer: chunks after the stop don't stop the engine again, and it resumes once`() async throws {
        let chunks = BodyBuffer()
        let chunk = Data(repeating: 1, count: 64 << 10)
        var stops = 0
        var resumptions = 0
        for _ in 0..<7 where !chunks.give(chunk) { stops += 1 }
        #expect(stops == 1)
        for _ in 0..<4 where try await chunks.next().engineMayResume { resumptions += 1 }
        // This late chunk arrives when there is space again.
        if !chunks.give(chunk) { stops += 1 }
        for _ in 0..<4 where try await chunks.next().engineMayResume { resumptions += 1 }
        #expect(stops == 1)
        #expect(resumptions == 1)
        // And the next round is like the first.
        for _ in 0..<5 where !chunks.give(chunk) { stops += 1 }
        for _ in 0..<5 where try await chunks.next().engineMayResume { resumptions += 1 }
        #expect(stops == 2)
        #expect(resumptions == 2)
    }

    @Test func `BodyBuffer: data added after the end isn't kept`() async {
        let chunks = BodyBuffer()
        chunks.end(.success(()))
        for _ in 0..<10 {
            guard case .ended = await chunks.put(Data(repeating: 1, count: 64 << 10)) else { return #expect(Bool(false), "it was kept") }
        }
        #expect(chunks.byteCount == 0)
    }
}
