import EndpointKit
import EndpointKitTesting
import Foundation
import Testing

@Suite struct RequestKeyTests {
    struct Items: AuthenticatedEndpoint {
        var path: Path { "items" }
        var query: Query = ["own": 1]
        var headers: HTTPHeaders = [:]
    }

    struct Signer: SigningAdapter {
        let number: String
        var user = "one"
        var signatureNames: SignatureNames { SignatureNames(items: ["nonce"], fields: ["x-date"]) }
        var signer: Secret { Secret(user) }

        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
            request.query.append("nonce", number)
            request.headers["X-Date"] = number
            return request
        }
    }

    /// A transport that compares requests.
    struct Keyed: CallAware {
        let stub: StubTransport

        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
            try await stub.send(request, in: context)
        }
    }

    /// The key of the request that a client sends.
    static func key(
        _ authentication: (any RequestAdapter)?, _ items: Items = Items(), adapters: [any RequestAdapter] = [],
        edit: (inout APIConfiguration) -> Void = { _ in }
    ) async throws -> RequestKey {
        let stub = StubTransport()
        let client = try APIClient.example(Keyed(stub: stub), adapters: adapters) {
            $0.authentication = authentication ?? .anonymous
            edit(&$0)
        }
        try await client.call(items).value
        return RequestKey(try #require(stub.requests.last), in: try #require(stub.contexts.last), withFields: true)
    }

    static func hashed(_ seconds: Double, key: String = "public", secret: Secret = "private") -> HashedQueryAuthentication {
        HashedQueryAuthentication(publicKey: key, privateKey: secret) { Date(timeIntervalSince1970: seconds) }
    }

    @Test func `RequestKey: a signature's time doesn't count`() async throws {
        #expect(try await Self.key(Self.hashed(1)) == Self.key(Self.hashed(2)))
        #expect(try await Self.key(Signer(number: "1")) == Self.key(Signer(number: "2")))
        #expect(
            try await Self.key(nil, adapters: [Signer(number: "1")]) == Self.key(nil, adapters: [Signer(number: "2")]))
    }

    @Test func `RequestKey: an item of the endpoint counts even under the name of a signature`() async throws {
        let keys = [
            try await Self.key(Signer(number: "1"), Items(query: ["nonce": 1])),
            try await Self.key(Signer(number: "1"), Items(query: ["nonce": 2])),
            try await Self.key(Signer(number: "1"), Items(query: [:])),
            try await Self.key(Signer(number: "1"), Items(headers: ["X-Other": "1"])),
        ]
        #expect(Set(keys).count == keys.count)
    }

    @Test func `RequestKey: each user has a separate key for the same resource`() async throws {
        let keys = [
            try await Self.key(nil),
            try await Self.key(Self.hashed(1)),
            try await Self.key(Self.hashed(1, key: "other")),
            try await Self.key(Self.hashed(1, secret: "wrong")),
            try await Self.key(.bearer("one")),
            try await Self.key(.bearer("two")),
            try await Self.key(.basic(user: "one", password: "two")),
            try await Self.key(.query(["apikey": "one"])),
            try await Self.key(.query(["apikey": "two"])),
            try await Self.key(.digest(user: "one", password: "two")),
            try await Self.key(.digest(user: "one", password: "three")),
            try await Self.key(Signer(number: "1")),
            try await Self.key(Signer(number: "1", user: "two")),
            try await Self.key(nil, Items(headers: ["Cookie": "a=1"])),
            try await Self.key(nil, Items(headers: ["Cookie": "a=2"])),
            try await Self.key(nil, Items(headers: ["X-Api-Key": "one"])),
            try await Self.key(nil, Items(headers: ["X-Api-Key": "two"])),
        ]
        #expect(Set(keys.map(\.user)).count == keys.count)
        #expect(Set(keys.map(\.resource)).count == 1)
        #expect(keys[0].user == nil)
    }

    @Test func `RequestKey: a public response is shared unless the URL has credentials`() async throws {
        #expect(try await Self.key(.bearer("one")).publicUser == nil)
        let key = try await Self.key(.query(["apikey": "one"]))
        #expect(key.publicUser == key.user)
        let signed = try await Self.key(Self.hashed(1))
        #expect(signed.publicUser == signed.user)
    }

    @Test func `RequestKey: method, URL, Unix socket and fields count`() async throws {
        let request = HTTPRequest(origin: try #require(Origin(scheme: .http, host: "localhost")), path: "/a")
        var post = request
        post.method = .post
        var other = request
        other.query.append("a", "1")
        var field = request
        field.headers.append("Accept", "text/csv")
        var context = TransferContext()
        context.connection.unixSocket = "/run/one.sock"
        let keys = [
            RequestKey(request, in: .standard, withFields: true), RequestKey(post, in: .standard, withFields: true),
            RequestKey(other, in: .standard, withFields: true), RequestKey(field, in: .standard, withFields: true),
            RequestKey(request, in: context, withFields: true),
        ]
        #expect(Set(keys).count == keys.count)
        #expect(RequestKey(request, in: .standard) == RequestKey(field, in: .standard))
        #expect(keys[1].with(.get) == keys[0])
    }

    @Test func `RequestKey: no secret is in its text`() async throws {
        let key = try await Self.key(.query(["apikey": "planted"]), Items(query: ["token": "planted"], headers: ["Cookie": "planted"]))
        var text = ""
        dump(key, to: &text)
        #expect(!"\(key) \(text)".contains("planted"))
        #expect(key.resource.description.count == 64)
    }

    @Test func `RequestKey: after a redirect, the credentials of one origin don't count for another`() async throws {
        let stub = StubTransport { request in
            request.origin.host == "api.example.com"
                ? HTTPResponse(status: 302, headers: ["Location": "https://other.example/a"]) : HTTPResponse()
        }
        let client = try APIClient.example(Keyed(stub: stub)) { $0.authentication = .bearer("one") }
        try await client.call(Items()).value
        let keys = zip(stub.requests, stub.contexts).map { RequestKey($0, in: $1) }
        #expect(keys.map { $0.user == nil } == [false, true])
    }

    @Test func `RequestKey: it isn't computed for a transport that doesn't compare requests`() async throws {
        let stub = StubTransport()
        let client = try APIClient.example(stub) { $0.authentication = .bearer("one") }
        try await client.call(Items()).value
        #expect(stub.contexts.first?.credentials == nil)
    }

    @Test func `RequestKey: the signature of a same-origin redirect doesn't count`() async throws {
        func last(_ seconds: Double) async throws -> RequestKey {
            let stub = StubTransport { request in
                request.path.encoded.hasSuffix("items") ? HTTPResponse(status: 302, headers: ["Location": "/moved?own=2"]) : HTTPResponse()
            }
            let client = try APIClient.example(Keyed(stub: stub)) { $0.authentication = Self.hashed(seconds) }
            try await client.call(Items()).value
            #expect(stub.requests.count == 2)
            return RequestKey(try #require(stub.requests.last), in: try #require(stub.contexts.last))
        }
        #expect(try await last(1) == last(2))
    }
}
