import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// A bad status with the service's own error in its body.
@Suite struct BadStatusDecisionTests {
    struct Described: Error, Decodable, Equatable, CustomStringConvertible {
        var code: Int
        var status: String
        var description: String { status }
    }
    struct Localized: LocalizedError, Decodable, CustomStringConvertible {
        var status: String
        var errorDescription: String? { "Sorry: \(status)" }
        var description: String { "not this" }
    }
    struct Silent: Error, Decodable, Equatable { var code: Int }

    private func error<ServiceError: Error & Decodable>(
        _ body: String, status: HTTPStatus = 409, as type: ServiceError.Type
    ) async throws -> APIError? {
        let client = try APIClient.example(
            StubTransport(HTTPResponse(status: status, body: Data(body.utf8))),
            decisions: APIClient.standardDecisions.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: type)))
        return await failure { try await client.data(.get("items")).value }
    }

    @Test func `BadStatusDecision: the decoded error is the underlying error, and its description is in the message`() async throws {
        let described = try await error(#"{"code":409,"status":"You may not."}"#, as: Described.self)
        #expect(described?.code == .badStatus)
        #expect(described?.underlying as? Described == Described(code: 409, status: "You may not."))
        #expect(described?.message == "The server answered 409 Conflict: You may not.")
        #expect(described?.response?.body == Data(#"{"code":409,"status":"You may not."}"#.utf8))
        let localized = try await error(#"{"status":"no"}"#, as: Localized.self)
        #expect(localized?.message == "The server answered 409 Conflict: Sorry: no")
        let silent = try await error(#"{"code":1,"token":"hunter2"}"#, as: Silent.self)
        #expect(silent?.underlying as? Silent == Silent(code: 1))
        #expect(silent?.message == "The server answered 409 Conflict.")
    }

    @Test(
        arguments: [
            (
                [:],
                "The request had no condition, so the server may not answer that way (RFC 9110, section 13): with Cache-Control: no-cache, it may "
                    + "send the whole resource."
            ),
            (
                ["If-None-Match": "\"1\""],
                "The response that the request's If-None-Match names is still valid: ifChanged(since:) returns nil for it, and without the field the "
                    + "server sends the whole resource."
            ),
        ] as [(HTTPHeaders, String)])
    func `BadStatusDecision: a 304 that no cache uses says what to do`(headers: HTTPHeaders, advice: String) async throws {
        let client = try APIClient.example(StubTransport(HTTPResponse(status: 304)))
        let error = await failure { try await client.data(.get("items", headers: headers)).value }
        #expect(error?.code == .badStatus && error?.message == "The server answered 304 Not Modified. \(advice)")
    }

    @Test(arguments: ["", "<html>", "{}", "[]", "null", #"{"code":"x","status":"y"}"#, "{\"code\":1"])
    func `BadStatusDecision: a body of another type leads to a plain bad status, with the reason as its underlying error`(
        body: String
    ) async throws {
        let error = try await error(body, status: 500, as: Described.self)
        #expect(error?.code == .badStatus)
        #expect(error?.message == "The server answered 500 Internal Server Error.")
        let reason = error?.underlying as? APIError
        #expect(reason?.code == .decoding && reason?.message.hasPrefix("Could not decode Described: ") == true)
        #expect(error?.debugDescription.contains("Underlying APIError: Could not decode Described: ") == true)
    }

    @Test func `BadStatusDecision: the service's text becomes one line of bounded length`() async throws {
        let long = String(repeating: "long ", count: 10_000)
        let message = try await error(#"{"code":1,"status":"\#(long)"}"#, as: Described.self)?.message
        #expect(message?.hasSuffix(" long…") == true || message?.hasSuffix("…") == true)
        #expect((message?.count ?? .max) < 300)
        let odd = try await error(#"{"code":1,"status":" a\r\n\tb\u0000\u001b[31mc "}"#, as: Described.self)
        #expect(odd?.message == "The server answered 409 Conflict: a b [31mc")
        let blank = try await error(#"{"code":1,"status":" \n"}"#, as: Described.self)
        #expect(blank?.message == "The server answered 409 Conflict.")
        #expect(blank?.underlying is Described)
    }

    @Test func `BadStatusDecision: a secret stays hidden where the service's text is truncated`() async throws {
        let words = String(repeating: "w", count: 170) + " https://u:\(String(repeating: "S3c", count: 30))@h/"
        let message = try #require(try await error(#"{"code":1,"status":"\#(words)"}"#, as: Described.self)?.message)
        #expect(!message.contains("S3c") && message.contains("https://<redacted>"), "\(message)")
    }

    @Test func `BadStatusDecision: a decision's own decoder decodes the error`() async throws {
        let json = JSONDecoder()
        json.keyDecodingStrategy = .convertFromSnakeCase
        struct Snake: Error, Decodable { var errorCode: Int }
        let decision = BadStatusDecision(decoding: Snake.self, decoder: ResponseDecoder(json))
        let response = HTTPResponse(status: 400, body: Data(#"{"error_code":5}"#.utf8))
        guard case .errored(let error) = try await decision.apply(to: DecisionContext.example(response)) else {
            return #expect(Bool(false))
        }
        #expect(((error as? APIError)?.underlying as? Snake)?.errorCode == 5)
    }

    struct Dated: Error, Decodable, Equatable { var errorCode: Int; var retryDate: Date }

    private static func service() -> (StubTransport, ResponseDecoder) {
        let json = JSONDecoder()
        json.keyDecodingStrategy = .convertFromSnakeCase
        json.dateDecodingStrategy = .iso8601
        let body = #"{"error_code":5,"retry_date":"1970-01-01T00:01:00Z"}"#
        return (StubTransport(HTTPResponse(status: 400, body: Data(body.utf8))), ResponseDecoder(json))
    }

    private static let dated = Dated(errorCode: 5, retryDate: Date(timeIntervalSince1970: 60))

    @Test func `BadStatusDecision: the client's decoder decodes the error by default`() async throws {
        let (stub, decoder) = Self.service()
        let decisions = APIClient.standardDecisions.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: Dated.self))
        let client = APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL()), transport: stub, decisions: decisions, decoder: decoder)
        #expect(await failure { try await client.call(.get("items")).value }?.underlying as? Dated == Self.dated)
    }

    @Test func `BadStatusDecision: an error has its client's decoder, however it reaches the caller`() async throws {
        let (stub, decoder) = Self.service()
        let client = APIClient(configuration: APIConfiguration(baseURL: try exampleURL()), transport: stub, decoder: decoder)
        #expect(await failure { try await client.call(.get("items")).value }?.serverError(as: Dated.self) == Self.dated)
        let group = CallGroup()
        let called = Recorder<Dated?>()
        client.call(.get("items")).start(in: group, on: .immediate) { result in
            if case .failure(let error as APIError) = result { called.record(error.serverError()) }
        }
        #expect(await failure { try await group.finish() }?.serverError(as: Dated.self) == Self.dated)
        #expect(called.values == [Self.dated])
        #expect(await failure { try await client.stream(.get("items")).value }?.serverError(as: Dated.self) == Self.dated)
        var pages = client.pages(of: Route.get("items").paged(by: .link(), as: [Int].self)).makeAsyncIterator()
        let page = await #expect(throws: APIError.self) { try await pages.next() }
        #expect(page?.serverError(as: Dated.self) == Self.dated)
    }

    @Test func `BadStatusDecision: an error from a custom decision has the client's decoder too`() async throws {
        struct Refusing: ResponseDecision {
            func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
                let response = try context.result.get()
                _ = try context.decoder.decode(Dated.self, from: response)
                return .errored(APIError(.badStatus, "No.", response: response))
            }
        }
        let (stub, decoder) = Self.service()
        let client = APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL()), transport: stub, decisions: [Refusing()], decoder: decoder)
        #expect(await failure { try await client.call(.get("items")).value }?.serverError(as: Dated.self) == Self.dated)
    }

    @Test func `BadStatusDecision: it ignores a success`() async throws {
        let decision = BadStatusDecision(decoding: Described.self)
        #expect(await decision.verdict(on: try .example(HTTPResponse(body: Data(#"{"code":1,"status":"x"}"#.utf8)))) == .passed)
    }
}
