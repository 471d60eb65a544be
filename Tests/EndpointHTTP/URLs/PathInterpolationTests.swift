import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct PathInterpolationTests {
    @Test(arguments: 0..<UInt8(128))
    func `Path: only unreserved ASCII bytes of a value stay unencoded`(byte: UInt8) {
        let character = String(UnicodeScalar(byte))
        let isUnreserved = character.wholeMatch(of: /[A-Za-z0-9\-._~]/) != nil
        let hex = String(byte, radix: 16, uppercase: true)
        let escaped = "%" + (hex.count == 1 ? "0" : "") + hex
        #expect(Path("a/\("x" + character)").encoded == (isUnreserved ? "a/x\(character)" : "a/x\(escaped)"))
    }

    @Test(arguments: [
        ("a/b", "a%2Fb"), ("%2F", "%252F"), ("a?b", "a%3Fb"), ("a#b", "a%23b"), ("#O", "%23O"), ("é", "%C3%A9"),
        ("🦸‍♀️", "%F0%9F%A6%B8%E2%80%8D%E2%99%80%EF%B8%8F"),
        ("..x", "..x"), ("...", "..."), ("../admin", "..%2Fadmin"), ("\r\n", "%0D%0A"), ("\0", "%00"),
    ])
    func `Path: a value is one segment, whatever it contains`(value: String, encoded: String) {
        #expect(Path("items/\(value)/parts").encoded == "items/\(encoded)/parts")
    }

    @Test(arguments: 0..<90)
    func `Path: a path of any length is complete`(length: Int) {
        let text = String(repeating: "x", count: length) + "y"
        #expect(Path("a/\(text)/\(-7)/b/\(Int.min)/c").encoded == "a/" + text + "/-7/b/-9223372036854775808/c")
    }

    enum Order: String { case name, modified = "-modified/x" }
    struct Identifier: RawRepresentable { var rawValue: Int }

    @Test func `Path: integers, UUIDs, raw values, booleans, characters and substrings are values`() throws {
        let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        #expect(Path("\(-7)/\(UInt8.max)/\(Int64.min)").encoded == "-7/255/-9223372036854775808")
        #expect(Path("a/\(id)").encoded == "a/e621e1f8-c36c-495a-93fc-0c247a3e6e5f")
        #expect(Path("\(Order.name)/\(Order.modified)/\(Identifier(rawValue: 4))").encoded == "name/-modified%2Fx/4")
        #expect(Path("\("a/b-c".dropFirst(2))/\(true)/\(Character("é"))").encoded == "b-c/true/%C3%A9")
    }

    @Test func `Path: two values may share a segment with literal text`() {
        #expect(Path("\(1)-\(2).\("js on")").encoded == "1-2.js%20on")
    }

    static let empty = ""
    static let dot = "."
    static let dots = ".."

    @Test(
        arguments: [
            "items/\(empty)", "\(empty)", "items/\(empty)/parts", "a\(empty)b", "items/\(dot)", "items/\(dots)", "\(dots)/admin",
            "files/.\(dot)", "files/\(dot)%2E/x", "files/%2e\(dot)",
            "files/\(dot).", "files/\(dot)\(dot)/x", "files/\(dots)/x/\(1)", "\(1)/\(dot)",
            "../admin", "a/../b", "a/..", "a/./b", ".", "..", "/..", "a//..", "%2e%2E/admin", ".%2e/admin", "a/%2E", "../\(1)", "\(1)/../x",
            Path("../../admin"), Path("a/%2e%2e"), Path("a/."), Path("a/b").appending("../c"), Path("..").appending("a"),
            "heroes/\("../admin")/comics", "a/\("x/../..")", "a/\("..\\admin")", Path("a/..%2Fadmin"), Path("..;/x"), Path("a/..;v=1/b"),
            Path("..%5cadmin"),
        ] as [Path])
    func `Path: an empty value, or a dot segment in any spelling, is an error that names the endpoint`(path: Path) async throws {
        let stub = StubTransport()
        let client = APIClient(configuration: APIConfiguration(baseURL: try #require(URL(string: "https://example.com"))), transport: stub)
        let error = await #expect(throws: APIError.self) { try await client.data(ItemEndpoint(path: path)).value }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("ItemEndpoint") == true)
        #expect(stub.requests.isEmpty)
    }

    @Test(
        arguments: [
            "files/.\(dots)", "files/x\(dots)", "files/\(dots)x", "pages/\("/.")", "files/\("a/./b")", "files/\(dot)hidden",
            "files/\(dot)%2Ex", "a.\(1)", "...", "v1.0/a.json",
            ".well-known/x", "a/.%2e.", "..\(1)",
            Path("..."), Path("a/..b/c.."), Path("%252e%252e/x"),
        ] as [Path])
    func `Path: a segment of dots and other characters isn't a dot segment`(path: Path) throws {
        try HTTPRequest(origin: #require(Origin(scheme: .https, host: "example.com")), path: path).validate()
    }

    struct ItemEndpoint: Endpoint { var path: Path }

    @Test func `Path: several segments are each encoded`() {
        #expect(("repos/\(segments: "swiftlang/swift")/issues" as Path).encoded == "repos/swiftlang/swift/issues")
        #expect(("files/\(segments: "a b/c%2Fd/é")" as Path).encoded == "files/a%20b/c%252Fd/%C3%A9")
        #expect(("repos/\(segments: "one")" as Path).encoded == "repos/one")
        #expect(("repos/\(segments: "swiftlang/swift")/issues/\(7)" as Path).template == "repos/{id}/{id}/issues/{id}")
    }

    @Test(arguments: ["", "/", "a/", "/a", "a//b", ".", "..", "a/..", "a/../b", "./a", "a/%2e%2e".removingPercentEncoding ?? "", "a/..;x"])
    func `Path: an empty segment or a dot segment among several makes the request invalid`(text: String) async throws {
        let error = await failure { try await APIClient.example(StubTransport()).call(.get("repos/\(segments: text)")).value }
        #expect(error?.code == .invalidRequest)
    }

    @Test func `Path: the error for a 404 on a path with an encoded slash says how to write several segments`() async throws {
        let stub = StubTransport(HTTPResponse(status: 404))
        let name = "swiftlang/swift"
        let error = await failure { try await APIClient.example(stub).call(.get("repos/\(name)")).value }
        #expect(error?.message.contains(#"unless it is written \(segments: value)"#) == true)
        let plain = await failure { try await APIClient.example(stub).call(.get("repos/\(segments: name)")).value }
        #expect(plain?.message == "The server answered 404 Not Found.")
    }
}
