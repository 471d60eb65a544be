import EndpointKit
import Testing

@Suite struct OpenEnumTests {
    struct Comic: Codable {
        var format: Format?
    }
    struct Format: OpenEnum {
        let rawValue: String
        static let hardcover: Self = "hardcover"
    }

    private func comic(_ json: String) throws -> Comic { try JSONDecoder().decode(Comic.self, from: Data(json.utf8)) }

    @Test func `OpenEnum: an unknown value is kept unchanged`() throws {
        #expect(try comic(#"{"format": "hardcover"}"#).format == .hardcover)
        let unknown = try comic(#"{"format": "Digital Vertical Comic"}"#).format
        #expect(unknown == "Digital Vertical Comic")
        #expect(unknown?.description == "Digital Vertical Comic")
        #expect(try JSONEncoder().encode(unknown) == Data(#""Digital Vertical Comic""#.utf8))
    }

    @Test func `OpenEnum: a value can be used in a query`() {
        let query: Query = ["format": Format.hardcover]
        #expect(query.encoded == "format=hardcover")
    }
}
