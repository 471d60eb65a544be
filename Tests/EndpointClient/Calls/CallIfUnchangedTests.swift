import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct CallIfUnchangedTests {
    private static let date = "Wed, 21 Oct 2015 07:28:00 GMT"

    /// A service with one resource of version 1, which another user changes if `isChanged`.
    private func service(_ headers: HTTPHeaders, isChanged: Bool = false, losing lost: Int = 0) throws -> (APIClient, StubTransport) {
        let writes = Counter()
        let stub = StubTransport { request in
            if request.method == .get { return HTTPResponse(headers: headers) }
            if isChanged { return HTTPResponse(status: 412, body: Data(#"{"reason": "edited by Ann"}"#.utf8)) }
            // The first writes are done, and their answers are lost.
            guard writes.next() > lost else { throw TransportFailure(.disconnected, detail: "lost").error(for: request) }
            return HTTPResponse(status: lost > 0 ? 412 : 204)
        }
        return (try example(stub), stub)
    }

    @Test(
        arguments: [
            (["ETag": "\"1\""], "\"1\"", nil), (["ETag": "\"1\"", "Last-Modified": date], "\"1\"", nil),
            (["Last-Modified": date], nil, date),
            // A weak tag never matches (RFC 9110, section 13.1.1).
            (["ETag": "W/\"1\"", "Last-Modified": date], nil, date),
        ] as [(HTTPHeaders, String?, String?)])
    func `Call.ifUnchanged: the request carries the strong validator of the earlier response`(
        headers: HTTPHeaders, tag: String?, date: String?
    ) async throws {
        let (client, stub) = try service(headers)
        let seen = try await client.data(.get("heroes/1")).response
        try await client.call(.put("heroes/1", body: .json(["name": "Hulk"]))).ifUnchanged(since: seen).value
        #expect(stub.requests.last?.headers["If-Match"] == tag && stub.requests.last?.headers["If-Unmodified-Since"] == date)
        #expect(stub.requests.count == 2)
    }

    @Test(arguments: [[:], ["ETag": "W/\"1\""]] as [HTTPHeaders])
    func `Call.ifUnchanged: nothing is sent if the earlier response has no strong validator`(headers: HTTPHeaders) async throws {
        let (client, stub) = try service(headers)
        let seen = try await client.data(.get("heroes/1")).response
        let error = await #expect(throws: APIError.self) { try await client.call(.delete("heroes/1")).ifUnchanged(since: seen).value }
        #expect(error?.code == .invalidRequest && stub.requests.count == 1)
        #expect(error?.message.contains("neither a strong ETag nor a Last-Modified") == true)
    }

    private struct Refusal: Decodable, LocalizedError {
        var reason: String
        var errorDescription: String? { reason }
    }

    @Test func `Call.ifUnchanged: a 412 says that the resource has changed, with the service's own error`() async throws {
        let (client, _) = try service(["ETag": "\"1\""], isChanged: true)
        let seen = try await client.data(.get("heroes/1")).response
        let call = client.call(.put("heroes/1")).ifUnchanged(since: seen)
        let error = await #expect(throws: APIError.self) { try await call.value }
        #expect(error?.code == .badStatus && error?.response?.status == .preconditionFailed)
        #expect(
            error?.message == "The resource has changed since the earlier response. The server answered 412 Precondition Failed.")
        let typed = call.deciding { $0.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: Refusal.self)) }
        let refusal = await #expect(throws: APIError.self) { try await typed.value }
        #expect((refusal?.underlying as? Refusal)?.reason == "edited by Ann")
        #expect(refusal?.message.hasSuffix("edited by Ann") == true)
    }

    @Test func `Call.ifUnchanged: if an attempt was lost, the error says that it may be the change`() async throws {
        let (client, stub) = try service(["ETag": "\"1\""], losing: 1)
        let seen = try await client.data(.get("heroes/1")).response
        let error = await #expect(throws: APIError.self) { try await client.call(.put("heroes/1")).ifUnchanged(since: seen).value }
        #expect(stub.requests.count == 3 && error?.attempts.count == 2)
        #expect(error?.message.hasPrefix("The resource has changed since the earlier response, perhaps by an earlier attempt") == true)
    }
}
