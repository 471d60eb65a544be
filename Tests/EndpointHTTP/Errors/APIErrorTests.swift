import EndpointKit
import EndpointKitTesting
import Testing

@Suite struct APIErrorTests {
    struct Refusal: Decodable, Equatable { var code: Int; var status: String }

    private func error(body: String) -> APIError {
        APIError(.badStatus, "The server answered 409.", response: HTTPResponse(status: 409, body: Data(body.utf8)))
    }

    @Test func `APIError: serverError decodes the service's own error from the body`() async throws {
        let stub = StubTransport(HTTPResponse(status: 409, body: Data(#"{"code":409,"status":"Too many."}"#.utf8)))
        let client = try APIClient.example(stub)
        let error = await #expect(throws: APIError.self) { try await client.data(.get("items")).value }
        #expect(error?.serverError(as: Refusal.self) == Refusal(code: 409, status: "Too many."))
        let inferred: Refusal? = error?.serverError()
        #expect(inferred?.code == 409)
        #expect(error?.serverError(as: String.self) == #"{"code":409,"status":"Too many."}"#)
    }

    @Test(arguments: ["", "<html>", "{}", #"{"code":"x","status":"y"}"#, "[]"])
    func `APIError: for a body of another type, the error itself is thrown, with the reason`(body: String) throws {
        let thrown = #expect(throws: APIError.self) { try error(body: body).decodedServerError(as: Refusal.self) }
        #expect(error(body: body).serverError(as: Refusal.self) == nil)
        #expect(thrown?.code == .badStatus && thrown?.message == "The server answered 409.")
        let reason = try #require(thrown?.underlying as? APIError)
        #expect(reason.code == .decoding && reason.message.hasPrefix("Could not decode Refusal: "))
        #expect(thrown?.excerpt == reason.excerpt && (reason.excerpt == nil) == body.isEmpty)
    }

    @Test func `APIError: without a response, the error itself is thrown`() {
        let thrown = #expect(throws: APIError.self) { try APIError(.timeout, "Too late.").decodedServerError(as: Refusal.self) }
        #expect(APIError(.timeout, "Too late.").serverError(as: Refusal.self) == nil)
        #expect(thrown?.code == .timeout && thrown?.underlying == nil)
    }

    @Test func `APIError: a program can define its own codes, which are identified by their strings`() {
        let own = APIError.Code(rawValue: "maintenance")
        #expect(own != .badStatus)
        #expect("\(APIError(own, "Closed until eight."))" == "maintenance: Closed until eight.")
    }

    @Test func `APIError: the description contains the code, the message and the request`() throws {
        let origin = try #require(Origin(scheme: .https, host: "example.com"))
        let request = HTTPRequest(method: .post, origin: origin, path: "a", query: ["token": "t", "b": 1])
        let error = APIError(.timeout, "Too late.", request: request)
        #expect("\(error)" == "timeout: Too late. [POST https://example.com/a?token=<1 character>&b=1]")
        #expect(error.errorDescription == "Too late.")
    }
}
