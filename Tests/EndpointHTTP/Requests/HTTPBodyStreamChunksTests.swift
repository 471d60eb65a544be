import EndpointKit
import Foundation
import TestSupport
import Testing

@Suite struct HTTPBodyStreamChunksTests {
    static let counts = [0, 1, 65_535, 65_536, 65_537, 200_000]

    static func pattern(_ count: Int) -> Data { Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 2) }) }

    enum Kind: CaseIterable { case data, slice, file, stream, unknownLength }

    @Test(arguments: Kind.allCases, counts)
    func `HTTPBodyStream: every kind of content is read in chunks of at most 64 KB`(kind: Kind, count: Int) async throws {
        let bytes = Self.pattern(count)
        let file = try TemporaryFile(bytes)
        let content: HTTPBodyEntity.Content =
            switch kind {
            case .data: .data(bytes)
            case .slice: .data((Data("head".utf8) + bytes).dropFirst(4))
            case .file: .file(file.url)
            case .stream: .stream(HTTPBodyStream(length: Int64(count)) { stream([bytes, Data()]) })
            case .unknownLength: .stream(HTTPBodyStream { stream([Data(), bytes]) })
            }
        let entity = HTTPBodyEntity(contentType: nil, content: content)
        #expect(entity.length == (kind == .unknownLength ? nil : Int64(count)))
        #expect(entity.isReplayable)
        for _ in 1...2 {
            var whole = Data()
            for try await chunk in try entity.chunks() {
                #expect((1...65_536).contains(chunk.count))
                #expect(chunk.startIndex == 0)
                whole.append(chunk)
            }
            #expect(whole == bytes)
        }
    }

    @Test func `HTTPBodyStream: new content has its own length`() {
        var entity = HTTPBodyEntity(contentType: nil, content: .data(Data(count: 3)))
        entity.content = .data(Data(count: 5))
        #expect(entity.length == 5)
        entity.content = .stream(HTTPBodyStream(stream([Data()])))
        #expect(entity.length == nil)
    }

    @Test func `HTTPBodyStream: nothing follows the end or an error`() async throws {
        var chunks = try HTTPBodyEntity(contentType: nil, content: .data(Data("a".utf8))).chunks().makeAsyncIterator()
        #expect(try await chunks.next() == Data("a".utf8))
        #expect(try await chunks.next() == nil)
        #expect(try await chunks.next() == nil)

        let short = HTTPBodyStream(stream([Data("a".utf8)]), length: 9)
        var failing = try HTTPBodyEntity(contentType: nil, content: .stream(short)).chunks().makeAsyncIterator()
        #expect(try await failing.next() == Data("a".utf8))
        _ = await failure { try await failing.next() }
        #expect(try await failing.next() == nil)
    }
}
