import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EndpointStores

@Suite struct UnknownSignerTests {
    @Test(arguments: ["Authorization", "X-Tenant", "query"])
    func `Unknown signer: no response that was stored for another user is found`(name: String) async throws {
        let user = Mutex<String?>(nil)
        let stub = StubTransport { request in
            let text = request.headers[name] ?? (request.query.first { $0.name == name }?.value ?? "nobody")
            return HTTPResponse(headers: ["Cache-Control": "public, max-age=3600", "Vary": name], body: Data(text.utf8))
        }
        let client = try APIClient.remembering(
            stub,
            .custom(
                AnyAdapter { request in
                    guard let user = user.withLock({ $0 }) else { return }
                    if name == "query" { request.query.append(name, user) } else { request.headers[name] = user }
                }))
        #expect(try await client.string(.get("items")).value == "nobody")
        #expect(try await client.string(GuardedItems()).value == "nobody")
        user.withLock { $0 = "b" }
        #expect(try await client.string(GuardedItems()).value == "b")
        #expect(try await client.string(.get("items")).response.source == .cache)
    }

    @Test func `Unknown signer: a write invalidates other users' stored responses`() async throws {
        let stub = StubTransport { _ in HTTPResponse(headers: ["Cache-Control": "max-age=3600"]) }
        let client = try APIClient.remembering(stub, .custom(AnyAdapter { $0.headers["Authorization"] = "a" }))
        _ = try await client.data(.get("items")).value
        _ = try await client.data(Route.put("items").authenticated()).value
        #expect(try await client.data(.get("items")).response.source == .network)
    }

    @Test func `Identity: a signed request shows neither its credential nor who signed it`() async throws {
        let stub = StubTransport { request in
            request.headers.contains("Authorization")
                ? HTTPResponse()
                : HTTPResponse(status: 401, headers: ["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth", algorithm=MD5"#])
        }
        let digest = DigestAuthentication(user: "mufasa-user", password: "Circle")
        let client = try APIClient.example(stub) { $0.authentication = digest }
        _ = try await client.data(GuardedItems()).value
        let signed = try await digest.authenticated(try #require(stub.requests.first))
        #expect(signed.credential != nil)
        var dumped = "\(signed)" + String(reflecting: signed)
        dump(signed, to: &dumped)
        for secret in [MD5.hexDigest(of: "mufasa-user:r:Circle"), "mufasa-user", "Circle"] { #expect(!dumped.contains(secret)) }
    }
}
