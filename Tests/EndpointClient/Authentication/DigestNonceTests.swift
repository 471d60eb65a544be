import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// How servers use their nonces. These servers don't check the digests.
@Suite struct DigestNonceTests {
    private func client(_ server: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) throws -> (APIClient, StubTransport) {
        let stub = StubTransport(server)
        let client = try APIClient.example(stub) {
            $0.authentication = .digest(user: "Mufasa", password: "Circle of Life")
            $0.policies = .once
        }
        return (client, stub)
    }

    @Test func `DigestAuthentication: many nonces in one area don't displace the count of another area's nonce`() async throws {
        let (nonces, uses) = (Counter(), Recorder<String>())
        let (client, _) = try client { request in
            let isOnce = request.path == "/v1/once"
            let realm = isOnce ? "once" : "fixed"
            if let sent = request.digest, sent["realm"] == realm, !isOnce || sent["nc"] == "00000001", let use = sent.use,
                !uses.values.contains(use)
            {
                uses.record(use)
                return HTTPResponse(body: Data("in".utf8))
            }
            return .challenge("realm=\"\(realm)\", nonce=\"\(isOnce ? "n\(nonces.next())" : "n")\", qop=auth")
        }
        for _ in 1...2 { _ = try await client.string(Protected()).value }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...250 { group.addTask { _ = try await client.string(Protected(path: "once")).value } }
            try await group.waitForAll()
        }
        _ = try await client.string(Protected()).value
    }

    @Test func `DigestAuthentication: one nonce with several protections or opaques keeps its count, and nothing else`() async throws {
        let (opaques, uses) = (Counter(), Recorder<String>())
        let (client, stub) = try client { request in
            let qop = request.path == "/v1/items" ? "auth" : "auth-int"
            if let sent = request.digest, sent["qop"] == qop, sent["opaque"] == "o\(opaques.count)", let use = sent.use,
                !uses.values.contains(use)
            {
                uses.record(use)
                return HTTPResponse(body: Data("in".utf8))
            }
            return .challenge("realm=\"api\", nonce=\"n\", opaque=\"o\(opaques.next())\", qop=\(qop)")
        }
        for path: Path in ["items", "other", "items", "items"] { _ = try await client.string(Protected(path: path)).value }
        #expect(uses.values == ["n 00000001", "n 00000003", "n 00000005", "n 00000006"])
        #expect(stub.requests.count == 7)
    }

    @Test func `DigestAuthentication: concurrent calls never share a single-use nonce`() async throws {
        let (server, numbers) = (OneTimeServer(), Counter())
        let (first, second) = (Gate(20), Gate(19))
        let (client, stub) = try client { request in
            switch numbers.next() {
            case 3...22: await first.arrive()
            case 23...41: await second.arrive()
            default: break
            }
            return server.answer(request)
        }
        _ = try await client.string(Protected()).value
        // One of the 20 calls uses the nonce from the first response, and the others begin with a 401. After that, each has its own nonce.
        for count in [41, 61] {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...20 { group.addTask { _ = try await client.string(Protected()).value } }
                try await group.waitForAll()
            }
            #expect(stub.requests.count == count)
        }
    }
}

/// Accepts only the latest nonce for each `opaque`, as Apache does with one-time nonces.
private final class OneTimeServer: Sendable {
    private struct State {
        var count = 0
        var nonces: [String: String] = [:]
    }
    private let state = Mutex(State())

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        state.withLock { state in
            state.count += 1
            let sent = request.digest
            let (opaque, next) = (sent?["opaque"] ?? "o\(state.count)", "n\(state.count)")
            defer { state.nonces[opaque] = next }
            if let sent, sent["nonce"] == state.nonces[opaque] {
                return HTTPResponse(headers: ["Authentication-Info": "nextnonce=\"\(next)\""], body: Data("in".utf8))
            }
            return .challenge("realm=\"api\", nonce=\"\(next)\", opaque=\"\(opaque)\", qop=auth, stale=\(sent != nil)")
        }
    }
}

extension HTTPRequest {
    /// The parameters of its Digest credentials.
    fileprivate var digest: [String: String]? { headers["Authorization"].map(DigestServer.fields) }
}

extension [String: String] {
    /// A nonce and its count, which no two requests have in common.
    fileprivate var use: String? { self["nonce"].flatMap { nonce in self["nc"].map { "\(nonce) \($0)" } } }
}

extension HTTPResponse {
    fileprivate static func challenge(_ fields: String) -> HTTPResponse {
        HTTPResponse(status: 401, headers: ["WWW-Authenticate": "Digest \(fields)"])
    }
}
