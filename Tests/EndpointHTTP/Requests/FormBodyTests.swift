import EndpointKit
import Testing

@Suite struct FormBodyTests {
    /// The serializer's result for each ASCII byte (WHATWG URL, section 5.2).
    @Test(arguments: UInt8(0)..<128)
    func `FormBody: each ASCII byte is encoded as the standard says`(_ byte: UInt8) async throws {
        let expected =
            switch Character(UnicodeScalar(byte)) {
            case " ": "+"
            case "*", "-", ".", "_", "0"..."9", "A"..."Z", "a"..."z": String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        let text = String(UnicodeScalar(byte))
        #expect(try await FormBody(["k": text]).text() == "k=\(expected)")
        #expect(try await FormBody([text: "v"]).text() == "\(expected)=v")
    }

    @Test(
        arguments: [
            (["name": "Zoë & Bob", "mail": "a+b@c.de"], "name=Zo%C3%AB+%26+Bob&mail=a%2Bb%40c.de"),
            (["a": 1, "b": nil, "c": true, "d": 1.5, "a": "again"], "a=1&c=true&d=1.5&a=again"),
            (["k": ["x", "y z"], "l": .commaSeparated([1, 2]), "m": .brackets([3])], "k=x&k=y+z&l=1%2C2&m%5B%5D=3"),
            (["empty": "", "flag": .flag], "empty=&flag="),
            (["emoji": "👩‍👩‍👧", "tilde": "~"], "emoji=%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7&tilde=%7E"),
            (["a=b&c": "d=e&f"], "a%3Db%26c=d%3De%26f"),
            ([:], ""),
        ] as [(FormBody, String)])
    func `FormBody: its values are written as in a query, in form encoding`(body: FormBody, wire: String) async throws {
        #expect(try await body.text() == wire)
        #expect(try body.entity().contentType == "application/x-www-form-urlencoded")
        #expect(try body.entity().length == Int64(wire.utf8.count))
    }

    @Test func `FormBody: a query taken from a URL means the same as a form`() async throws {
        #expect(try await FormBody(Query(encoded: "a=b+c%20d&e=f=g&%ff=1&&h")).text() == "a=b+c+d&e=f%3Dg&%FF=1&h=")
    }

    struct Login: Encodable {
        var user = "a b"
        var password: String? = "~"
        var token: String?
        var scopes = ["x", "y"]
    }

    @Test func `FormBody: an Encodable value can be sent as a form`() async throws {
        #expect(try await FormBody(encoding: Login()).text() == "user=a+b&password=%7E&scopes=x&scopes=y")
        #expect(throws: APIError.self) { try FormBody(encoding: 3).entity() }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `FormBody: an infinite number is an error`(_ number: Double) {
        let error = #expect(throws: APIError.self) { try FormBody(["n": number]).entity() }
        #expect(error?.code == .bodyEncoding)
    }

    @Test func `FormBody: its description contains no secret`() {
        #expect(!"\(FormBody(["password": "hunter2"]))".contains("hunter2"))
    }
}
