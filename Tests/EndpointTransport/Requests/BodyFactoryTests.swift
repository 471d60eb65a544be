import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct BodyFactoryTests {
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
        (.json(["b": number, "a": text, "c": nothing, "d": [text]]), "application/json", #"{"a":"x","b":1,"c":null,"d":["x"]}"#),
        (.json(["z": 1, "a": 2]), "application/json", #"{"a":2,"z":1}"#),
        (.json(["z": 1, "a": 2] as JSON), "application/json", #"{"z":1,"a":2}"#),
        (["b": 1, "a": [true, nil]] as JSON, "application/json", #"{"b":1,"a":[true,null]}"#),
        (Data("plain".utf8), "application/octet-stream", "plain"),
    ]
    private static let (number, text, nothing) = (1, "x", String?.none)
    static let multipart = "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--XX--\r\n"

    @Test(arguments: cases.indices)
    func `each kind of body is written where a body is wanted, and brings its content type`(_ index: Int) async throws {
        let (body, type, text) = Self.cases[index]
        let entity = try #require(try body?.entity())
        #expect(entity.contentType == type)
        #expect(try await entity.text() == text)
    }

    @Test func `a file is a body`() async throws {
        let file = try TemporaryFile(Data("x".utf8), name: "a.txt")
        let body: (any HTTPBody)? = .file(file.url)
        #expect(try body?.entity().contentType == "text/plain")
        #expect(try await body?.entity().text() == "x")
    }

    @Test func `a body that can't be made names the reason, and nothing is sent`() async throws {
        let stub = StubTransport()
        let client = try APIClient.example(stub)
        let bodies: [any HTTPBody] = [.file(URL(filePath: "/nowhere")), .json(["n": .nan] as [String: Double]), JSON(Double.nan)]
        for body in bodies {
            let error = await failure { try await client.send(.post("items", body: body)).value }
            #expect(error?.code == .bodyEncoding)
        }
        #expect(stub.requests.isEmpty)
    }

    @Test func `the entity's content type and length reach the request`() async throws {
        let request = try await sent(.post("items", body: .form(["a": 1])))
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(request.body?.length == 3)
    }
}
