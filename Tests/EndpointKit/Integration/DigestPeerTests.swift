import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Third-party implementations of Digest: curl as a client of the same server, and httpbin as a server.
@Suite struct DigestPeerTests {
    /// The parameters of `Authorization`, in their order.
    private func parameters(_ request: HTTPRequest?) -> [[String]] {
        (request?.headers["Authorization"] ?? "").matches(of: /([a-z]+)=(?:"([^"]*)"|([^, ]+))/).map {
            [String($0.1), String($0.0)]
        }
    }

    @Test(
        .enabled(if: SystemProgram.isInstalled("curl"), "curl isn't installed"),
        arguments: ["MD5", "MD5-sess", "SHA-256", "SHA-256-sess"], ["auth", "auth-int", "auth, auth-int"])
    func `DigestAuthentication: it sends the same fields as curl, apart from the client nonce`(algorithm: String, qop: String) async throws
    {
        // Each client computes the digest from its own nonce, and the server checks the digest.
        let (forCurl, forClient) = (DigestServer(algorithm, qop: qop), DigestServer(algorithm, qop: qop))
        let (first, second) = (try RecordingServer { forCurl.answer($0) }, try RecordingServer { forClient.answer($0) })
        let body = qop == "auth-int" ? "" : "order"
        _ = try await SystemProgram.run(
            "curl",
            ["--silent", "--digest", "--user", "Mufasa:Circle of Life", "\(first.origin)/dir/a%20b?q=1%2B2"]
                + (body.isEmpty ? [] : ["--data", body]))
        let client = APIClient(
            configuration: APIConfiguration(
                baseURL: second.url, authentication: .digest(user: "Mufasa", password: "Circle of Life"), policies: .once),
            transport: PlatformTransport())
        let route: Route = body.isEmpty ? .get("dir/a b", query: ["q": "1+2"]) : .post("dir/a b", query: ["q": "1+2"], body: .text(body))
        #expect(try await client.string(route.authenticated()).value == "in")
        #expect(forCurl.statuses == [401, 200])
        #expect(forClient.statuses == [401, 200])
        let (theirs, ours) = (parameters(first.requests.last), parameters(second.requests.last))
        #expect(theirs.map(\.first) == ours.map(\.first))
        let differing: Set = ["cnonce", "response"]
        #expect(theirs.filter { !differing.contains($0[0]) } == ours.filter { !differing.contains($0[0]) })
        #expect(!ours.isEmpty)
    }

    @Test(
        .enabled(if: HTTPBin.url != nil, "HTTPBIN_URL isn't set"), arguments: ["MD5", "SHA-256"], ["auth", "auth-int"])
    func `DigestAuthentication: httpbin accepts it, and rejects a wrong password`(algorithm: String, qop: String) async throws {
        // httpbin compares the target after decoding it, so the parameters in its path can't contain other characters.
        let route = Route.get("digest-auth/\(qop)/thor/hammer/\(algorithm)/never").authenticated()
        let client = HTTPBin.client(authentication: .digest(user: "thor", password: "hammer"))
        for attempts in [2, 1] {
            let response = try await client.call(route, as: [String: JSON].self).response
            #expect(response.value["authenticated"] == true)
            #expect(response.attempts.count == attempts)
        }
        let other = HTTPBin.client(authentication: .digest(user: "thor", password: "wrong"))
        let error = await failure { try await other.call(route).value }
        #expect(error?.response?.status == 401)
        #expect(error?.attempts.count == 2)
    }
}
