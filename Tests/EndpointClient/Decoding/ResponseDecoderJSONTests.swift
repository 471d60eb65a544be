import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct ResponseDecoderJSONTests {
    struct RateLimit: JSONResponse {
        let remaining: Int?
        let server: String?
        init(json: JSON, response: HTTPResponse) throws {
            remaining = json["rate"]?["remaining"]?.int
            server = response.headers["Server"]
        }
    }
    struct GetRateLimit: Request {
        typealias Response = RateLimit
        var path: Path { "rate_limit" }
    }
    struct Both: JSONResponse, Decodable {
        var source = "decoder"
        init(json: JSON, response: HTTPResponse) { source = "json" }
    }
    struct GetBoth: Request {
        typealias Response = Both
        var path: Path { "both" }
    }

    private func stub(_ body: String) -> StubTransport { StubTransport(HTTPResponse(headers: ["Server": "s"], body: Data(body.utf8))) }

    @Test func `ResponseDecoder: a JSONResponse is created from the document and the response`() async throws {
        let stub = stub(#"{"rate":{"remaining":7}}"#)
        let client = try APIClient.example(stub)
        let bound = try await client.call(GetRateLimit()).value
        #expect((bound.remaining, bound.server) == (7, "s"))
        #expect(try await client.call(.get("rate_limit"), as: RateLimit.self).value.remaining == 7)
        #expect(try await client.call(GetBoth()).value.source == "json")
        #expect(try await client.call(.get("both"), as: Both.self).value.source == "json")
        #expect(stub.requests.allSatisfy { $0.headers["Accept"] == "application/json" })
    }

    @Test(arguments: ["", "{", "<html>", ")]}'\n{}"])
    func `ResponseDecoder: a body that isn't JSON is a decoding error`(body: String) async throws {
        let error = await failure { try await APIClient.example(stub(body)).call(GetRateLimit()).value }
        #expect(error?.code == .decoding)
        #expect(error?.response?.body == Data(body.utf8))
    }

    @Test(
        arguments: [
            ("null", nil), ("true", true), ("1.5", 1.5), ("\"a\"", "a"), ("[]", []),
            ("\u{FEFF}{\"b\":[1],\"a\":null}", ["b": [1], "a": nil]),
        ] as [(String, JSON)])
    func `ResponseDecoder: any document is a JSON value`(body: String, expected: JSON) async throws {
        #expect(try await APIClient.example(stub(body)).call(.get("x"), as: JSON.self).value == expected)
    }

    @Test func `ResponseDecoder: an empty body is nil for an optional, and an error otherwise`() async throws {
        let client = try APIClient.example(StubTransport(HTTPResponse(status: 204)))
        #expect(try await client.call(.get("x"), as: [Int]?.self).value == nil)
        let error = await failure { try await client.call(.get("x"), as: [Int].self).value }
        #expect(error?.message == "Could not decode Array<Int>: the response has no body.")
        for status in [200, 204, 205] as [HTTPStatus] {
            let client = try APIClient.example(StubTransport(HTTPResponse(status: status)))
            #expect(try await client.call(.head("x"), as: Void.self).response.status == status)
        }
    }
}
