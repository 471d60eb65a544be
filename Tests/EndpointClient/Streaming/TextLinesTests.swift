import EndpointKit
import TestSupport
import Testing

@Suite struct TextLinesTests {
    private func lines(_ chunks: [Data], limit: Int = TextLines.standardLimit) async throws -> [String] {
        let client = try APIClient.example(ChunkTransport(chunks))
        return try await client.lines(.get("log"), limit: limit).collected()
    }

    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a\n", ["a"]), ("\n", [""]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("a\rb\r", ["a", "b"]),
        ("a\n\rb", ["a", "", "b"]), ("a\r\r\nb", ["a", "", "b"]), ("\r\n\r\n", ["", ""]), ("a\r\n\nb\r", ["a", "", "b"]),
        ("é€😀\nç\r\n", ["é€😀", "ç"]), ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]), ("\u{FEFF}\na", ["", "a"]),
        ("a\u{0B}b\u{85}c\u{2028}d", ["a\u{0B}b\u{85}c\u{2028}d"]),
    ])
    func `TextLines: a line ends with LF, CR or CRLF, wherever the chunks are cut`(text: String, expected: [String]) async throws {
        for chunks in cuts(of: Array(text.utf8)) {
            let lines = try await lines(chunks)
            // Compared by scalars, because "\r\n" is one character in Swift.
            #expect(lines.map { Array($0.unicodeScalars) } == expected.map { Array($0.unicodeScalars) }, "\(chunks.map(Array.init))")
        }
    }

    @Test func `TextLines: invalid UTF-8 is replaced`() async throws {
        #expect(try await lines([Data([0x61, 0xFF, 0x0A, 0xC3])]) == ["a\u{FFFD}", "\u{FFFD}"])
    }

    @Test func `TextLines: a line may be as long as the limit, but no longer`() async throws {
        for chunks in cuts(of: Array("\u{FEFF}1234\n1234\r\n1234".utf8)) {
            #expect(try await lines(chunks, limit: 4) == ["1234", "1234", "1234"])
        }
        for text in ["12345", "12345\n", "1\n12345", "1\n12345\n2"] {
            for chunks in cuts(of: Array(text.utf8)) {
                let error = await failure { try await lines(chunks, limit: 4) }
                #expect(error?.code == .bodyTooLarge)
            }
        }
    }

    @Test func `TextLines: an endless line is an error before all of it is in memory`() async throws {
        let transport = ChunkTransport { _, _ in HTTPResponseStream(body: .init { Data(repeating: 65, count: 1000) }) }
        let client = try APIClient.example(transport)
        let error = await failure { try await client.lines(.get("log"), limit: 100_000).collected() }
        #expect(error?.code == .bodyTooLarge)
    }

    @Test func `TextLines: a line is delivered as soon as it ends`() async throws {
        let body = HTTPResponseStream.Body.text("one\r", then: Unreachable())
        var lines = body.lines().makeAsyncIterator()
        #expect(try await lines.next() == "one")
    }

    struct Unreachable: Error {}

    @Test func `TextLines: a truncated body yields the complete lines, then the error, then nothing`() async throws {
        var lines = HTTPResponseStream.Body.text("one\ntw", then: Unreachable()).lines().makeAsyncIterator()
        #expect(try await lines.next() == "one")
        await #expect(throws: Unreachable.self) { try await lines.next() }
        #expect(try await lines.next() == nil)
    }
}
