import EndpointKit
import EndpointKitTesting
import Synchronization

extension StubTransport {
    /// Answers with these responses, one after the other, and then always with 200.
    static func answering(_ responses: HTTPResponse...) -> StubTransport {
        let rest = Mutex(responses[...])
        return StubTransport { _ in rest.withLock { $0.popFirst() } ?? HTTPResponse() }
    }
}

extension HTTPResponse {
    static func redirect(_ status: HTTPStatus = 302, to location: String) -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Location": location])
    }
}

/// Makes a call whose first response is `response`, and returns all of its requests.
func requests(
    of endpoint: some Endpoint, answered response: HTTPResponse, adapters: [any RequestAdapter] = [],
    configure: (inout APIConfiguration) throws -> Void = { _ in }
) async throws -> [HTTPRequest] {
    let stub = StubTransport.answering(response)
    _ = try await APIClient.example(stub, adapters: adapters, configure: configure).call(endpoint).value
    return stub.requests
}
