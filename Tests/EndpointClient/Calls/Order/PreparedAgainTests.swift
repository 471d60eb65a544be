import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EndpointClient

/// What a request was prepared for no longer holds when it is sent. No step may then still rely on it, and none may forget its work.
@Suite struct PreparedAgainTests {
    private static let items = HTTPResponse(headers: ["Cache-Control": "max-age=600"], body: Data("[]".utf8))
    private static let created = HTTPResponse(status: 201, headers: ["Location": "/v1/items"])

    /// Answers reads of the items from a cache that a write has to invalidate (RFC 9111, section 4.4).
    private static func expectInvalidation(by stub: StubTransport, _ authentication: any Authentication, _ jar: CookieJar) async throws {
        let client = try APIClient.remembering(stub, authentication) { $0.policies.cookies = jar }
        for _ in 1...2 { _ = try await client.data(.get("items")).value }
        _ = try await client.call(Route.post("writes").authenticated()).value
        #expect(try await client.data(.get("items")).response.source == .network)
        #expect(stub.requests.count { $0.url.path == "/v1/items" } == 2)
    }

    @Test func `Call order: a write whose cookies change while it is signed still invalidates what it changes`() async throws {
        let jar = CookieJar()
        let stub = StubTransport { $0.method == .post ? Self.created : Self.items }
        let signing = AnyAdapter { request in
            try await jar.set(Cookie(name: "turn", value: "1", domain: "api.example.com", path: "/v1/writes"))
            request.headers["Authorization"] = "Token"
        }
        try await Self.expectInvalidation(by: stub, .custom(signing), jar)
        #expect(stub.requests.last { $0.method == .post }?.headers["Cookie"] == "turn=1")
    }

    @Test func `Call order: a write whose challenge sets a cookie still invalidates what it changes`() async throws {
        let stub = StubTransport { request in
            if request.method == .get { return Self.items }
            if request.headers.contains("Authorization") { return Self.created }
            return HTTPResponse(
                status: 401,
                headers: ["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth""#, "Set-Cookie": "turn=1; Path=/v1/writes"])
        }
        try await Self.expectInvalidation(by: stub, .digest(user: "u", password: "p"), CookieJar())
        #expect(stub.requests.last { $0.method == .post }?.headers["Cookie"] == "turn=1")
    }

    /// Another user signs in after the cache was asked for the second time.
    private final class SignIn: Authentication {
        private let user = Mutex("a")
        private let count = Counter()
        var identity: Identity? { Identity(Secret(user.withLock { $0 })) }

        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { request }

        func authenticated(_ request: consuming HTTPRequest) async throws -> AuthenticatedRequest {
            if count.next() == 2 { user.withLock { $0 = "b" } }
            request.headers["Authorization"] = user.withLock { $0 }
            return AuthenticatedRequest(request, identity: identity)
        }
    }

    @Test func `Call order: one user's stored response doesn't replace the failed answer to another user's condition`() async throws {
        let stub = StubTransport { request in
            guard request.headers["Authorization"] == "a" else { throw APIError(.connection, "no network") }
            return HTTPResponse(
                headers: ["Cache-Control": "max-age=0, stale-if-error=600", "ETag": #""1""#], body: Data("secret of a".utf8))
        }
        let client = try APIClient.remembering(stub, SignIn())
        #expect(try await client.string(GuardedItems()).value == "secret of a")
        let conditional = Route.get("items", headers: ["If-None-Match": #""2""#]).authenticated()
        let error = await failure { try await client.string(conditional).value }
        #expect(stub.requests.last?.headers["Authorization"] == "b")
        #expect(error?.code == .connection)
    }

    /// Another user signs in, and then the request can't be signed.
    private final class FailingSignIn: Authentication {
        private let user = Mutex("a")
        private let count = Counter()
        var identity: Identity? { Identity(Secret(user.withLock { $0 })) }

        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { request }

        func authenticated(_ request: consuming HTTPRequest) async throws -> AuthenticatedRequest {
            if count.next() == 1 { return AuthenticatedRequest(request, identity: identity) }
            user.withLock { $0 = "b" }
            throw APIError(.connection, "no token")
        }
    }

    @Test func `Call order: one user's stored response doesn't replace the failed signature of another user`() async throws {
        let stub = StubTransport { _ in
            HTTPResponse(headers: ["Cache-Control": "max-age=0, stale-if-error=600"], body: Data("secret of a".utf8))
        }
        let client = try APIClient.remembering(stub, FailingSignIn())
        #expect(try await client.string(GuardedItems()).value == "secret of a")
        let error = await failure { try await client.string(GuardedItems()).value }
        #expect(error?.code == .connection)
        #expect(stub.requests.count == 1)
    }

    /// Rejects each response by an answer that can't be sent.
    private struct Rejecting: Authentication {
        var identity: Identity? { Identity(Secret("a")) }

        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { request }

        func answer(
            _ response: HTTPResponse, to sent: AuthenticatedRequest, repeating request: HTTPRequest
        ) async throws -> AuthenticatedRequest? {
            var request = request
            request.headers["Authorization"] = "a\nb"
            return AuthenticatedRequest(request, identity: identity)
        }
    }

    @Test func `Call order: a response that the authentication rejects isn't stored, even if its answer can't be sent`() async throws {
        let stub = StubTransport { _ in Self.items }
        let client = try APIClient.remembering(stub, Rejecting())
        for count in 1...2 {
            let error = await failure { try await client.data(GuardedItems()).value }
            #expect(error?.code == .invalidRequest)
            #expect(stub.requests.count == count)
        }
    }
}
