import EndpointKit
import Testing

/// Bodies and settings that the framework's own reader leaves to Foundation's decoder, or once did.
@Suite struct ResponseDecoderTests {
    static let endings: [[UInt8]] = [
        Array(repeating: UInt8(ascii: "["), count: 513), Array("{\u{2028}".utf8), [0x7B, 0xFF, 0x3A], [0x7B, 0xE2, 0x80], [0xC3, 0x28], [],
    ]
    /// The same endings and others in UTF-16 and UTF-32, including truncated units and units that aren't characters.
    static let wideEndings: [[UInt8]] = [2, 4].flatMap { (size: Int) -> [[UInt8]] in
        let zeros = [UInt8](repeating: 0, count: size - 1)
        let texts = [String(repeating: "[", count: 513), "{'\\", "[1", ""]
        let bigEndian: [[UInt8]] = texts.map { text in text.utf8.flatMap { zeros + [$0] } }
        let littleEndian: [[UInt8]] = texts.map { text in text.utf8.flatMap { [$0] + zeros } }
        let ends: [[UInt8]] = [
            [], [0], [0, 0], [0, 0, 0], [0xD8, 0], [0, 0xD8], [0, 0x11, 0, 0], [0, 0, 0x11, 0], [0xFF, 0xFF, 0xFF, 0xFF],
        ]
        return (bigEndian + littleEndian).flatMap { text in ends.map { text + $0 } }
    }

    @Test(arguments: endings + wideEndings) func `ResponseDecoder: a body that would crash Foundation is an error`(body: [UInt8]) {
        let settings: [(JSONDecoder) -> Void] = [
            { _ in }, { $0.allowsJSON5 = true }, { $0.keyDecodingStrategy = .custom { $0[0] } }, { $0.assumesTopLevelDictionary = true },
        ]
        for setting in settings {
            let decoder = JSONDecoder()
            setting(decoder)
            #expect(throws: APIError.self) { try ResponseDecoder(decoder).decode([Int].self, from: HTTPResponse(body: Data(body))) }
        }
    }
}
