import EndpointKit
import Testing

/// What goes on to Foundation's decoder.
@Suite struct ResponseDecoderTests {
    @Test(arguments: [
        Array(repeating: UInt8(ascii: "["), count: 513), Array("{\u{2028}".utf8), [0x7B, 0xFF, 0x3A], [0x7B, 0xE2, 0x80], [0xC3, 0x28], [],
    ])
    func `a body on which Foundation would end the process is an error`(body: [UInt8]) {
        for settings in [{ $0.allowsJSON5 = true }, { $0.keyDecodingStrategy = .custom { $0[0] } }] as [(JSONDecoder) -> Void] {
            let decoder = JSONDecoder()
            settings(decoder)
            #expect(throws: APIError.self) { try ResponseDecoder(json: decoder).decode([Int].self, from: HTTPResponse(body: Data(body))) }
        }
    }
}
