import EndpointKit
import EndpointKitTesting
import Testing

@Suite struct RequestTests {
    struct Item: Codable, Equatable { var id: Int }
    struct GetItem: Request {
        typealias Response = Item
        var path: Path { "items/1" }
    }
    struct GetData: Request {
        typealias Response = Data
        var path: Path { "items/1" }
    }
    struct GetText: Request {
        typealias Response = String
        var path: Path { "items/1" }
    }
    struct Touch: Request {
        typealias Response = EmptyResponse
        var path: Path { "items/1" }
    }
    struct Remove: Request {
        typealias Response = Void
        var path: Path { "items/1" }
        var method: HTTPMethod { .delete }
    }
    struct Tag: ResponseConvertible {
        struct Missing: Error {}
        var text: String
        init(response: HTTPResponse, decoder: ResponseDecoder) throws {
            guard let text = response.headers["ETag"] else { throw Missing() }
            self.text = text
        }
    }
    struct GetTag: Request {
        typealias Response = Tag
        var path: Path { "items/1" }
    }
    struct Both: ResponseConvertible, Decodable {
        var source = "decoder"
        init(response: HTTPResponse, decoder: ResponseDecoder) { source = "response" }
    }
    struct GetBoth: Request {
        typealias Response = Both
        var path: Path { "items/1" }
    }

    let stub = StubTransport(HTTPResponse(headers: ["ETag": "\"7\""], body: Data(#"{"id":7}"#.utf8)))
    let client: APIClient

    init() throws { client = try APIClient.example(stub) }

    @Test func `Request: its response type determines what is decoded and accepted`() async throws {
        #expect(try await client.call(GetItem()).value == Item(id: 7))
        #expect(try await client.call(GetData()).value == Data(#"{"id":7}"#.utf8))
        #expect(try await client.call(GetText()).value == #"{"id":7}"#)
        #expect(try await client.call(Touch()).value == EmptyResponse())
        #expect(try await client.call(GetTag()).value.text == "\"7\"")
        #expect(try await client.call(GetBoth()).value.source == "response")
        let accepted = stub.requests.map { $0.headers["Accept"] }
        #expect(accepted == ["application/json", "*/*", "text/*, */*;q=0.8", "*/*", "*/*", "application/json"])
    }

    @Test func `Request: a request without a value needs only the status`() async throws {
        let call: Call<Void> = client.call(Remove())
        #expect(try await call.response.status == 200)
        #expect(stub.requests.last?.headers["Accept"] == "*/*")
        #expect(stub.requests.last?.method == .delete)
    }

    @Test func `Call: an endpoint's type can be chosen at the call`() async throws {
        let inferred: Item = try await client.call(.get("items/1")).value
        #expect(inferred == Item(id: 7))
        #expect(try await client.call(.get("items/1"), as: [String: Int].self).value == ["id": 7])
        #expect(try await client.call(.get("items/1"), as: String.self).value == #"{"id":7}"#)
        #expect(try await client.call(.get("items/1"), as: Data.self).value.count == 8)
        #expect(try await client.data(.get("items/1")).value.count == 8)
        #expect(try await client.string(.get("items/1")).value == #"{"id":7}"#)
        #expect(try await client.call(.get("items/1"), as: Void.self).response.status == 200)
        #expect(stub.requests.last?.headers["Accept"] == "*/*")
    }

    @Test func `Call: a request can be called for a type other than its own`() async throws {
        #expect(try await client.call(GetItem(), as: [String: Int].self).value == ["id": 7])
        #expect(try await client.string(GetItem()).value == #"{"id":7}"#)
    }

    @Test func `Call: the response comes together with its value`() async throws {
        let reply = try await client.call(GetItem()).response
        #expect((reply.value, reply.status, reply.headers["etag"], reply.attempts.count) == (Item(id: 7), .ok, "\"7\"", 1))
    }

    @Test func `Call: it is lazy and reusable`() async throws {
        let call = client.call(GetItem())
        #expect(stub.requests.isEmpty)
        #expect(try await call.value == call.value)
        #expect(stub.requests.count == 2)
    }

    @Test func `ResponseConvertible: a value that can't read the response is a decoding error`() async throws {
        let client = try APIClient.example(StubTransport())
        let error = await #expect(throws: APIError.self) { try await client.call(GetTag()).value }
        #expect(error?.code == .decoding)
        #expect(error?.underlying is Tag.Missing)
        #expect(error?.response?.status == .ok)
    }

    @Test func `Call: text that isn't UTF-8 is a decoding error`() async throws {
        let client = try APIClient.example(StubTransport(HTTPResponse(body: Data([0xFF, 0xFE]))))
        let error = await #expect(throws: APIError.self) { try await client.string(.get("items")).value }
        #expect(error?.code == .decoding)
    }

    private struct Stamped: ResponseConvertible {
        let at: Date
        let tag: String?
        init(response: HTTPResponse, decoder: ResponseDecoder) throws {
            at = try decoder.decode([String: Date].self, from: response)["at"] ?? .distantPast
            tag = response.headers["ETag"]
        }
    }

    @Test func `ResponseConvertible: a value reads the body with the convention of its client or endpoint`() async throws {
        struct Own: Request {
            typealias Response = Stamped
            var path: Path { "items/1" }
            var json: JSONConvention? { JSONConvention(dates: .millisecondsSince1970) }
        }
        let stub = StubTransport(HTTPResponse(headers: ["ETag": "7"], body: Data(#"{"at":5000}"#.utf8)))
        let client = try APIClient.example(stub) { $0.policies.json.dates = .secondsSince1970 }
        let value = try await client.call(.get("items/1"), as: Stamped.self).value
        #expect(value.at == Date(timeIntervalSince1970: 5000) && value.tag == "7")
        #expect(try await client.call(Own()).value.at == Date(timeIntervalSince1970: 5))
    }
}
