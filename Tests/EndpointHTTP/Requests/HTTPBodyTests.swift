import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct HTTPBodyTests {
    static let cases: [((any HTTPBody)?, String?, String)] = [
        (.text("Zoë"), "text/plain; charset=utf-8", "Zoë"),
        (.xml("<a/>"), "application/xml; charset=utf-8", "<a/>"),
        (.xml(Data("<b/>".utf8)), "application/xml", "<b/>"),
        (.data(Data("raw".utf8), contentType: "x/y"), "x/y", "raw"),
        (.form(["a": "b c"]), "application/x-www-form-urlencoded", "a=b+c"),
        (.multipart([.text("a", "1")], boundary: "XX"), "multipart/form-data; boundary=XX", multipart),
        (.stream(stream([Data("s".utf8)])), "application/octet-stream", "s"),
        (.stream { stream([Array("t".utf8)]) }, "application/octet-stream", "t"),
        (.json(["b": 1, "a": "x", "c": nil]), "application/json", #"{"b":1,"a":"x","c":null}"#),
        (.json(["b": number, "a": text, "c": nothing, "d": [text]]), "application/json", #"{"b":1,"a":"x","c":null,"d":["x"]}"#),
        (.json(["z": 1, "a": 2]), "application/json", #"{"z":1,"a":2}"#),
        (.json(["z": 1, "a": 2] as [String: Int]), "application/json", #"{"a":2,"z":1}"#),
        (.json([number, text, nothing, ["z": 1, "a": true] as JSON]), "application/json", #"[1,"x",null,{"z":1,"a":true}]"#),
        (.json([["b": number], ["a": text]]), "application/json", #"[{"b":1},{"a":"x"}]"#),
        (.json(["b": ["c": JSON(number), "d": JSON(text)]]), "application/json", #"{"b":{"c":1,"d":"x"}}"#),
        (.json([:]), "application/json", "{}"),
        (.json([]), "application/json", "[]"),
        (.json(text), "application/json", #""x""#),
        (.json(["z": 1, "a": 2] as JSON), "application/json", #"{"z":1,"a":2}"#),
        (["b": 1, "a": [true, nil]] as JSON, "application/json", #"{"b":1,"a":[true,null]}"#),
        (Data("plain".utf8), "application/octet-stream", "plain"),
    ]
    private static let (number, text, nothing) = (1, "x", String?.none)
    static let multipart = "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--XX--\r\n"

    @Test(arguments: cases.indices)
    func `HTTPBody: each kind of body has its dot syntax and its content type`(_ index: Int) async throws {
        let (body, type, text) = Self.cases[index]
        let entity = try #require(try body?.entity())
        #expect(entity.contentType == type)
        #expect(try await entity.text() == text)
    }

    @Test func `HTTPBody: an optional value that is nil sends no body, and JSON's null sends one`() throws {
        struct Pet: Encodable, Sendable { var name = "Rex" }
        let client = APIClient(configuration: APIConfiguration(baseURL: try #require(URL(string: "https://example.com"))))
        let bodies: [((any HTTPBody)?, String?)] = [
            (.json(nil as Pet?), nil), (.json(nil as Pet??), nil), (.json(Pet??.some(nil)), nil),
            (.json(Pet?.some(Pet())), #"{"name":"Rex"}"#),
            (.json(Pet()), #"{"name":"Rex"}"#),
            (.json(JSON.null), "null"), (.json(nil as [Int]?).compressed(.gzip), nil), (HTTPBodyEntity.none, nil), (Data(), ""),
        ]
        for (body, text) in bodies {
            let request = try client.request(for: .post("pets", body: body))
            #expect(request.headers.contains("Content-Type") == (text != nil))
            #expect(!request.headers.contains("Content-Encoding"))
            guard case .data(let data)? = request.body?.content else {
                #expect(request.body == nil && text == nil)
                continue
            }
            #expect(String(decoding: data, as: UTF8.self) == text)
        }
    }

    // As a Dictionary, the literal would trap.
    @Test(
        arguments: [
            .json(["é": 1, "e\u{301}": 2]), .json(["é": number, "e\u{301}": number + 1]), .json(["é": 1, "e\u{301}": 2, "a": nil]),
        ] as [any HTTPBody])
    func `HTTPBody: keys of a literal that differ only in Unicode normalization are two members`(body: any HTTPBody) async throws {
        #expect(try await body.entity().text().hasPrefix("{\"é\":1,\"e\u{301}\":2"))
    }

    @Test func `HTTPBody: the last value of a duplicate key is used, at the position of the first`() async throws {
        let body: any HTTPBody = .json(["a": Self.number, "b": Self.text, "a": Self.text])
        #expect(try await body.entity().text() == #"{"a":"x","b":"x"}"#)
        let same: any HTTPBody = .json(["a": Self.number, "a": Self.number + 1])
        #expect(try await same.entity().text() == #"{"a":2}"#)
    }

    @Test(arguments: [.json(["a": number, "password": "hunter2"]), .json([number, "hunter2"])] as [any HTTPBody])
    func `HTTPBody: a literal is described without its values`(body: any HTTPBody) {
        var dumped = ""
        dump(body, to: &dumped)
        #expect(!"\(body) \(dumped)".contains("hunter2"))
    }

    @Test func `HTTPBody: a value of a literal that can't be written is named by its path`() async throws {
        let bodies: [(any HTTPBody, String)] = [
            (.json(["a": Self.text, "b": ["c": Double.nan]]), "b.c"), (.json([Self.text, [Double.nan]]), "[1][0]"),
            (.json(["a": Self.text, "b": JSON(Double.nan)]), "b"),
        ]
        for (body, path) in bodies {
            let error = try #require(throws: EncodingError.self) { try body.entity() }
            guard case .invalidValue(_, let context) = error else { continue }
            #expect(context.codingPath.keyPath == path)
        }
    }

    @Test func `HTTPBody: a file can be a body`() async throws {
        let file = try TemporaryFile(Data("x".utf8), name: "a.txt")
        let body: (any HTTPBody)? = .file(file.url)
        #expect(try body?.entity().contentType == "text/plain")
        #expect(try await body?.entity().text() == "x")
    }

    @Test func `HTTPBody: if a body fails to encode, the error has the reason and nothing is sent`() async throws {
        let stub = StubTransport()
        let client = try APIClient.example(stub)
        let bodies: [any HTTPBody] = [.file(URL(filePath: "/nowhere")), .json(["n": .nan] as [String: Double]), JSON(Double.nan)]
        for body in bodies {
            let error = await failure { try await client.call(.post("items", body: body)).value }
            #expect(error?.code == .bodyEncoding)
        }
        #expect(stub.requests.isEmpty)
    }

    @Test func `HTTPBody: the entity's content type and length reach the request`() async throws {
        let request = try await sent(.post("items", body: .form(["a": 1])))
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(request.body?.length == 3)
    }
}
