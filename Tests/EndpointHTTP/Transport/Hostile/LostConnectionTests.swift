import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Reused connections that are lost. Each copy of a request that reaches a server is an attempt that the call reports.
@Suite struct LostConnectionTests {
    private typealias Kind = LostConnections.Kind

    @Test(arguments: LostConnections.table(idle: [1, 3]))
    func `Lost connection: each copy at the server is an attempt`(connections: LostConnections) async throws {
        try await connections.run(Kind.all)
    }

    @Test(arguments: LostConnections.table(idle: [40]).filter { $0.moment == .afterRequest || $0.moment == .resetAfterRequest })
    func `Lost connection: the second attempt uses a new connection, however many idle ones there are`(
        connections: LostConnections
    ) async throws {
        try await connections.run([Kind(.get), Kind(.post, hasKey: true, hasBody: true)])
    }

    @Test(arguments: [1, 3, 8]) func `Lost connection: without retries, a request is sent once`(idleCount: Int) async throws {
        for version in [HTTPVersionPolicy.http1, .http2] {
            try await LostConnections(version, .resetAfterRequest, idle: idleCount).run(
                [Kind(.get), Kind(.put, hasBody: true)], retry: .never)
        }
    }

    @Test func `Lost connection: a quota counts each copy`() async throws {
        for version in [HTTPVersionPolicy.http1, .http2] {
            let outcome = try await LostConnections(version, .resetAfterRequest, idle: 3, endsAll: true).outcome(of: Kind(.get)) {
                $0.quota = Quota(calls: 2, per: .seconds(3600), whenSpent: .fail)
            }
            #expect(outcome.copies == 2)
            #expect(!outcome.isAnswered)
        }
    }

    @Test(arguments: [LostConnections.Moment.afterRequest, .resetAfterRequest, .insideAnswer])
    func `Lost connection: an unsafe request may use an idle connection, and is still sent once`(
        moment: LostConnections.Moment
    ) async throws {
        for version in [HTTPVersionPolicy.http1, .http2] {
            for kind in [Kind(.post), Kind(.post, hasBody: true), Kind(.patch)] {
                let outcome = try await LostConnections(version, moment, idle: 3).outcome(of: kind) {
                    $0.connection.reusesConnectionsForUnsafeRequests = true
                }
                #expect(outcome == LostConnections.Outcome(attempts: 1, copies: 1, isAnswered: false), "\(kind) over \(version)")
            }
        }
    }

    /// Loses its first connection when the second request arrives there, and answers all others.
    private func client(
        authentication: (any Authentication)? = nil, _ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) async throws -> (client: APIClient, paths: Recorder<String>, server: LoopbackServer) {
        let (paths, connections) = (Recorder<String>(), Counter())
        let server = try LoopbackServer(raw: { connection in
            let isFirst = connections.next() == 1
            while let request = try connection.readRequest() {
                if request.path == "/used" {
                    try connection.write(HTTPResponse(), to: request)
                    continue
                }
                paths.record("\(request.method) \(request.path)")
                let response = answer(request)
                if isFirst { return }
                try connection.write(response, to: request)
            }
        })
        let client = APIClient(
            configuration: APIConfiguration(baseURL: server.url, requestTimeout: .seconds(600), authentication: authentication),
            transport: CurlTransport(), clock: ManualClock(skipsSleeps: true))
        _ = try await client.data(.get("used")).value
        return (client, paths, server)
    }

    @Test func `Lost connection: a 412 to a write that was applied before shows two attempts`() async throws {
        let version = Counter()
        let (client, paths, server) = try await client { request in
            HTTPResponse(status: request.headers["If-Match"] == "\"\(version.count)\"" && version.next() > 0 ? 204 : 412)
        }
        let call = client.data(.put("item", headers: ["If-Match": "\"0\""], body: Data("hello".utf8)))
        let error = await failure { try await call.value }
        #expect(error?.response?.status == .preconditionFailed)
        #expect(error?.attempts.map(\.outcome) == [.failed(.connection), .answered(.preconditionFailed)])
        #expect(paths.values == ["PUT /item", "PUT /item"])
        withExtendedLifetime(server) {}
    }

    @Test func `Lost connection: a redirect is sent in addition to the attempts, and an answer to a challenge is one of them`() async throws
    {
        let (client, paths, server) = try await client { request in
            request.path == "/from" ? HTTPResponse(status: 302, headers: ["Location": "/to"]) : HTTPResponse()
        }
        let redirected = try await client.data(.get("from")).response
        #expect(redirected.attempts.count == 2)
        #expect(paths.values == ["GET /from", "GET /from", "GET /to"])
        withExtendedLifetime(server) {}

        let (signing, signedPaths, other) = try await self.client(authentication: .digest(user: "user", password: "password")) { request in
            request.headers["Authorization"] != nil
                ? HTTPResponse() : HTTPResponse(status: 401, headers: ["WWW-Authenticate": "Digest realm=\"a\", nonce=\"b\", qop=\"auth\""])
        }
        let answered = try await signing.data(.get("secret").authenticated()).response
        #expect(answered.attempts.count == 3)
        #expect(signedPaths.values == ["GET /secret", "GET /secret", "GET /secret"])
        withExtendedLifetime(other) {}
    }
}
