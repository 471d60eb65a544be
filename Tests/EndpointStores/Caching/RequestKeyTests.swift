import EndpointKit
import EndpointKitTesting
import Foundation
import Testing

@testable import EndpointStores

@Suite struct RequestKeyTests {
    private static func request(_ edit: (inout HTTPRequest) -> Void = { _ in }) throws -> HTTPRequest {
        var request = HTTPRequest(origin: try #require(Origin(scheme: .https, host: "api.example.com")), path: "/items")
        edit(&request)
        return request
    }

    private static func key(
        _ signer: Signer = .nobody, over connection: ConnectionPolicy = .standard, edit: (inout HTTPRequest) -> Void = { _ in }
    ) throws -> RequestKey {
        RequestKey(try request(edit), of: signer, over: connection, withFields: true)
    }

    /// The identities of two authentications that differ only in their time are equal.
    @Test func `RequestKey: each user has a separate key for the same resource`() async throws {
        func hashed(_ seconds: Double, key: String = "public", secret: Secret = "private") -> HashedQueryAuthentication {
            HashedQueryAuthentication(publicKey: key, privateKey: secret) { Date(timeIntervalSince1970: seconds) }
        }
        #expect(hashed(1).identity == hashed(2).identity)
        let users: [any Authentication] = [
            hashed(1), hashed(1, key: "other"), hashed(1, secret: "wrong"), .bearer("one"), .bearer("two"),
            .basic(user: "one", password: "two"), .query(["apikey": "one"]), .query(["apikey": "two"]), .headers(["apikey": "one"]),
            .digest(user: "one", password: "two"), .digest(user: "one", password: "three"),
            .custom(AnyAdapter { _ in }, identity: Identity("one")), .custom(AnyAdapter { _ in }, identity: Identity("o", "ne")),
        ]
        var keys = [try Self.key(), try Self.key { $0.headers["Cookie"] = "a=1" }, try Self.key { $0.headers["Cookie"] = "a=2" }]
        keys += [try Self.key { $0.headers["X-Api-Key"] = "one" }, try Self.key { $0.headers["X-Api-Key"] = "two" }]
        for user in users { keys.append(try Self.key(.identity(try #require(try await user.identity)))) }
        #expect(Set(keys.map(\.user)).count == keys.count)
        #expect(Set(keys.map(\.resource)).count == 1)
        #expect(keys[0].user == nil)
    }

    @Test func `RequestKey: an adapter's identity isn't known by default`() async throws {
        let authentication: AdapterAuthentication = .custom(AnyAdapter { _ in })
        #expect(authentication.identity == nil)
    }

    @Test func `RequestKey: it depends on method, URL, Unix socket and fields`() throws {
        var connection = ConnectionPolicy.standard
        connection.unixSocket = "/run/one.sock"
        let keys = [
            try Self.key(), try Self.key { $0.method = .post }, try Self.key { $0.query.append("a", "1") },
            try Self.key { $0.headers.append("Accept", "text/csv") }, try Self.key(over: connection),
        ]
        #expect(Set(keys).count == keys.count)
        let request = try Self.request { $0.headers.append("Accept", "text/csv") }
        #expect(RequestKey(request, of: .nobody, over: .standard) == RequestKey(try Self.request(), of: .nobody, over: .standard))
    }

    @Test func `RequestKey: its text form contains no secret`() throws {
        let key = try Self.key(.identity(Identity("planted"))) {
            $0.query.append("token", "planted")
            $0.headers["Cookie"] = "planted"
        }
        var text = ""
        dump(key, to: &text)
        dump(Identity("planted"), to: &text)
        #expect(!"\(key) \(Identity("planted")) \(text)".contains("planted"))
        #expect(key.resource.description.count == 64)
    }
}
