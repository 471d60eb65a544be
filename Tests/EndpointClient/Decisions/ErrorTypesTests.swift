import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// The service's own errors, by status.
@Suite struct ErrorTypesTests {
    struct RateLimit: Error, Decodable, Equatable, CustomStringConvertible {
        var seconds: Int?
        var description: String { "wait \(seconds ?? 0) s" }
    }
    struct Refusal: Error, Decodable, Equatable, CustomStringConvertible {
        var reason: String?
        var description: String { reason ?? "no reason" }
    }

    private static let types: ErrorTypes = [
        .clientErrors: Refusal.self, .status(429): RateLimit.self, .any: ProblemDetails.self,
    ]

    private func error(_ status: HTTPStatus, _ body: String, types: ErrorTypes = types) async throws -> APIError {
        let client = try APIClient.example(
            AnyTransport { _ in HTTPResponse(status: status, body: Data(body.utf8)) },
            decisions: APIClient.standardDecisions.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: types)))
        return try #require(await failure { try await client.data(.get("items")).value })
    }

    @Test func `ErrorTypes: the narrowest range that contains the status determines the type, whatever the order`() async throws {
        let limit = try await error(429, #"{"seconds":7}"#)
        #expect(limit.underlying as? RateLimit == RateLimit(seconds: 7))
        #expect(limit.message == "The server answered 429 Too Many Requests: wait 7 s")
        let refusal = try await error(404, #"{"reason":"no such hero"}"#)
        #expect(refusal.underlying as? Refusal == Refusal(reason: "no such hero"))
        #expect(refusal.message == "The server answered 404 Not Found: no such hero")
        let problem = try await error(503, #"{"title":"Closed"}"#)
        #expect(problem.underlying as? ProblemDetails == ProblemDetails(title: "Closed"))
        #expect(problem.message == "The server answered 503 Service Unavailable: Closed")
    }

    @Test func `ErrorTypes: serverError decodes the type of its status, and is nil for a type of other statuses`() async throws {
        let limit = try await error(429, #"{"seconds":7,"reason":"x"}"#)
        #expect(limit.serverError(as: RateLimit.self) == RateLimit(seconds: 7))
        #expect(limit.serverError(as: Refusal.self) == nil)
        #expect(throws: APIError.self) { try limit.decodedServerError(as: Refusal.self) }
        // The caller may know of a type that isn't in the table.
        #expect(limit.serverError(as: [String: JSON].self)?.count == 2)
    }

    @Test func `ErrorTypes: serverError is nil for a type of other statuses, even if its own status has no type`() async throws {
        let plain = try await error(503, #"{"message":"down"}"#, types: [.status(429): RateLimit.self])
        #expect(plain.serverError(as: RateLimit.self) == nil)
        #expect(plain.serverError(as: [String: String].self) == ["message": "down"])
    }

    @Test func `ErrorTypes: a status without a type, and a body of another type, lead to plain bad statuses`() async throws {
        let plain = try await error(500, #"{"seconds":7}"#, types: [.status(429): RateLimit.self, .clientErrors: Refusal.self])
        #expect(plain.underlying == nil)
        #expect(plain.message == "The server answered 500 Internal Server Error.")
        let html = try await error(429, "<html>")
        #expect(html.message == "The server answered 429 Too Many Requests.")
        #expect((html.underlying as? APIError)?.message.hasPrefix("Could not decode RateLimit: ") == true)
        #expect(html.serverError(as: RateLimit.self) == nil)
    }

    @Test func `ErrorTypes: of two equal ranges the first applies, and ranges include their bounds`() async throws {
        let first = try await error(400, "{}", types: [.status(400): Refusal.self, .status(400): RateLimit.self])
        #expect(first.underlying is Refusal)
        for (status, isKnown) in [(399, false), (400, true), (499, true), (500, false)] {
            let known = try await error(HTTPStatus(rawValue: status), "{}", types: [.clientErrors: Refusal.self])
            #expect((known.underlying is Refusal) == isKnown)
        }
        for (status, isKnown) in [(499, false), (500, true), (599, true), (600, false)] {
            let known = try await error(HTTPStatus(rawValue: status), "{}", types: [.serverErrors: Refusal.self])
            #expect((known.underlying is Refusal) == isKnown)
        }
    }
}
