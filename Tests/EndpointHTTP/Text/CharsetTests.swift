import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct CharsetTests {
    private func text(_ bytes: [UInt8], _ type: String?) async throws -> String {
        let client = try APIClient.example(StubTransport(HTTPResponse(headers: ["Content-Type": type], body: Data(bytes))))
        return try await client.string(.get("text")).value
    }

    @Test(
        arguments: [
            (nil, [0xC3, 0xA9], "é"), ("text/plain", [0xC3, 0xA9], "é"), ("text/plain; charset=utf-8", [0xC3, 0xA9], "é"),
            ("text/plain;charset=\"UTF-8\"", [0xC3, 0xA9], "é"), ("text/plain; format=flowed ; Charset=UTF8", [0xC3, 0xA9], "é"),
            ("text/plain; title=\"a; charset=utf-16\"; charset=utf-8", [0xC3, 0xA9], "é"),
            ("text/plain; title=\"a\\\"; charset=x\"; charset=latin1", [0xE9], "é"), ("text/plain; charset=us-ascii", [0x61], "a"),
            ("text/plain; charset=iso-8859-1", [0xE9, 0x80], "é€"),
            ("text/plain; charset=windows-1252", [0x93, 0x9F, 0x81, 0xFF], "“Ÿ\u{81}ÿ"),
            ("text/plain; charset=utf-16le", [0xE9, 0, 0x3D, 0xD8, 0, 0xDE], "é😀"),
            ("text/plain; charset=utf-16be", [0, 0xE9, 0xD8, 0x3D, 0xDE, 0], "é😀"), ("text/plain; charset=utf-16", [0xE9, 0], "é"),
            ("text/plain; charset=utf-16", [0xFE, 0xFF, 0, 0xE9], "é"), ("text/plain; charset=utf-16", [0xFF, 0xFE, 0xE9, 0], "é"),
            ("text/plain; charset=utf-16be", [0xFF, 0xFE, 0xE9, 0], "é"), (nil, [0xEF, 0xBB, 0xBF, 0x61], "a"), (nil, [], ""),
            ("text/plain; charset=utf-16", [], ""), ("text/plain; charset=koi8-r", [0x61, 0xC3, 0xA9], "aé"), ("; charset=", [0x61], "a"),
        ] as [(String?, [UInt8], String)])
    func `Charset: text is read by the charset of its type, without a byte order mark`(
        type: String?, bytes: [UInt8], expected: String
    ) async throws {
        #expect(try await text(bytes, type) == expected)
    }

    @Test(
        arguments: [
            (nil, [0xE9]), ("text/plain; charset=us-ascii", [0xE9]), ("text/plain; charset=utf-16le", [0x61]),
            ("text/plain; charset=utf-16le", [0, 0xDE]), ("text/plain; charset=koi8-r", [0xC1, 0xC2]),
        ] as [(String?, [UInt8])])
    func `Charset: bytes that aren't text in the charset are a decoding error that names it`(type: String?, bytes: [UInt8]) async throws {
        let error = await failure { try await text(bytes, type) }
        #expect(error?.code == .decoding)
        let name = type?.split(separator: "=").last ?? "UTF-8"
        #expect(error?.message == "Could not decode the response as text in \(name).")
        #expect(error?.response?.body == Data(bytes))
    }
}
