import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct DigestAuthenticationTests {
    private static let nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
    private static let clientNonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"

    /// The credentials of the second request, after the server's challenges.
    private func credentials(
        for challenges: [String], user: String = "Mufasa", password: Secret = "Circle of Life", clientNonce: String = Self.clientNonce,
        _ endpoint: Route = .get("dir/index.html"), adapters: [any RequestAdapter] = []
    ) async throws -> String? {
        let stub = StubTransport { request in
            guard request.headers["Authorization"] == nil else { return HTTPResponse() }
            var response = HTTPResponse(status: 401)
            for challenge in challenges { response.headers.append("WWW-Authenticate", challenge) }
            return response
        }
        let authentication = DigestAuthentication(user: user, password: password) { clientNonce }
        let url = try #require(URL(string: "http://www.example.org"))
        var configuration = APIConfiguration(baseURL: url, authentication: authentication, policies: .once)
        configuration.policies.allowsInsecureHTTP = true
        let client = APIClient(configuration: configuration, transport: stub, adapters: adapters)
        _ = try? await client.data(endpoint.authenticated()).value
        return stub.requests.dropFirst().first?.headers["Authorization"]
    }

    private func digest(_ rest: String) -> String {
        #"Digest realm="http-auth@example.org", nonce="\#(Self.nonce)""# + rest
    }

    private func response(_ credentials: String?) -> String? {
        credentials?.firstMatch(of: /response="([^"]*)"/).map { String($0.1) }
    }

    // RFC 7616, section 3.9.1.
    @Test(arguments: [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ])
    func `DigestAuthentication: it reproduces the example of RFC 7616`(algorithm: String, response: String) async throws {
        let rest = #", qop="auth, auth-int", algorithm=\#(algorithm), opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS""#
        #expect(
            try await credentials(for: [digest(rest)])
                == #"Digest username="Mufasa", realm="http-auth@example.org", nonce="\#(Self.nonce)", uri="/dir/index.html", "#
                + #"cnonce="\#(Self.clientNonce)", nc=00000001, qop=auth, response="\#(response)", "#
                + #"opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", algorithm=\#(algorithm)"#)
    }

    @Test func `DigestAuthentication: it reproduces the example of RFC 2617`() async throws {
        let rest = #"Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""#
        let sent = try await credentials(for: [rest + ", qop=auth"], password: "Circle Of Life", clientNonce: "0a4f113b")
        #expect(response(sent) == "6629fae49393a05397450978507c4ef1")
        #expect(sent?.contains("algorithm") == false)
    }

    // curl treats an empty list the same way.
    @Test(arguments: ["", #", qop="""#, #", qop=" , ""#, ", qop=", ", qop=, opaque=\"o\""])
    func `DigestAuthentication: a server that offers no quality of protection gets the form in RFC 2069`(qop: String) async throws {
        let rest = #"Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""#
        let sent = try await credentials(for: [rest + qop], password: "Circle Of Life")
        #expect(response(sent) == "670fd8c2df070c60b045671b8b24ff02")
        #expect(sent?.contains("cnonce") == false && sent?.contains("nc=") == false && sent?.contains("qop") == false)
        #expect(try await credentials(for: [rest + qop + ", algorithm=MD5-sess"]) == nil)
    }

    // Python's hashlib made these from the formulas of RFC 7616, section 3.4.
    @Test(arguments: [
        ("MD5-sess", "auth", "e783283f46242139c486a698fec7211d"),
        ("SHA-256-sess", "auth", "2fd51b3a77ad75bad6afad6003e818d767133c46d9e2749e7f5232ae1ea3efd7"),
        ("MD5", "auth-int", "8804a53d3640a40a4f73cea12c5ba451"),
        ("SHA-256-sess", "auth-int", "3c19fbb1d58d0c5baff1a2ef49d847b5d0dfd7e3252b355d978d3af7d895912b"),
    ])
    func `DigestAuthentication: sessions and bodies are part of the digest`(algorithm: String, qop: String, expected: String) async throws {
        let sent = try await credentials(for: [digest(#", qop="\#(qop)", algorithm="\#(algorithm)""#)])
        #expect(response(sent) == expected)
    }

    @Test func `DigestAuthentication: auth-int covers bytes, files and streams alike`() async throws {
        let bytes = Data(String(repeating: "abc", count: 1000).utf8)
        let folder = try Folder()
        try bytes.write(to: folder.file("body"))
        let chunks = (0..<1000).map { _ in Data("abc".utf8) }
        let stream = StreamBody.stream(
            length: 3000,
            making: {
                AsyncStream<Data> { stream in
                    chunks.forEach { stream.yield($0) }; stream.finish()
                }
            })
        let bodies: [any HTTPBody] = [bytes, FileBody(folder.file("body")), stream]
        for (algorithm, expected) in [
            ("MD5", "b1221c5494d1f804465bf581f66a8be6"),
            ("SHA-256", "14a6d0c8a5429fa47bfd9b170375b7e75e5744303814f0cee1c2e1ed8d01f2a4"),
        ] {
            for body in bodies {
                let sent = try await credentials(
                    for: [digest(#", qop="auth-int", algorithm=\#(algorithm)"#)], .post("dir/index.html", body: body))
                #expect(response(sent) == expected)
            }
        }
    }

    @Test func `DigestAuthentication: the strongest supported challenge is answered`() async throws {
        let (weak, strong) = (digest(", qop=auth, algorithm=MD5"), digest(", qop=auth, algorithm=SHA-256"))
        let (unknown, odd) = (digest(", qop=auth, algorithm=SHA-512-256"), digest(", qop=other, algorithm=SHA-256"))
        for challenges in [
            [weak, strong], [strong, weak], ["Basic realm=\"x\"", weak + ", " + strong], [unknown, odd, weak, strong],
            ["Negotiate, " + weak, "Bearer YII7==, " + strong],
        ] {
            #expect(try await credentials(for: challenges)?.contains("algorithm=SHA-256") == true)
        }
        #expect(try await credentials(for: [unknown, odd, weak])?.contains("algorithm=MD5") == true)
        for challenges in [[unknown], [odd], [], ["Basic realm=\"x\""], [#"Digest realm="x""#], ["Digest", "=,=", "\"", "Digest ="]] {
            #expect(try await credentials(for: challenges) == nil)
        }
    }

    @Test func `DigestAuthentication: a user name is sent as UTF-8, in extended notation, or hashed, as the server specifies`() async throws
    {
        let unicode = #", qop=auth, algorithm=SHA-256, charset=UTF-8"#
        let response = "cbb36b438657fbc770f3308aa853e469490cf9295326d79e93594f97c85063b5"
        func sent(_ user: String, _ rest: String) async throws -> String {
            let challenge = #"Digest realm="api@example.org", nonce="\#(Self.nonce)""# + rest
            return try #require(try await credentials(for: [challenge], user: user, password: "Secret, or not?"))
        }
        // The user of RFC 7616, section 3.9.2; the second has its letters decomposed.
        for user in ["J\u{e4}s\u{f8}n Doe", "Ja\u{308}s\u{f8}n Doe"] {
            let extended = try await sent(user, unicode)
            #expect(extended.hasPrefix("Digest username*=UTF-8''J%C3%A4s%C3%B8n%20Doe, realm="))
            #expect(self.response(extended) == response)
            let hashed = try await sent(user, unicode + ", userhash=true")
            #expect(hashed.hasPrefix(#"Digest username="5a1a8a47df5c298551b9b42ba9b05835174a5bd7d511ff7fe9191d8e946fc4e7", realm="#))
            #expect(hashed.hasSuffix(", userhash=true"))
            #expect(self.response(hashed) == response)
        }
        #expect(try await sent("Jäsøn", ", qop=auth").hasPrefix("Digest username=\"Jäsøn\", "))
        #expect(try await sent(#"a"b\c"#, unicode).hasPrefix(#"Digest username="a\"b\\c", "#))
    }

    @Test func `DigestAuthentication: the digest covers the target that the other adapters produce`() async throws {
        let sent = try await credentials(
            for: [digest(", qop=auth")], .get("a b/ü", query: ["q": "x y"]), adapters: [.appending(["key": "1&2"])])
        #expect(sent?.contains(#"uri="/a%20b/%C3%BC?q=x%20y&key=1%262","#) == true)
    }

    @Test func `DigestAuthentication: a user name with a control character is an error that doesn't show the name`() async throws {
        let stub = StubTransport()
        let authentication = DigestAuthentication(user: "hunter2\r\nX: y", password: "hunter2")
        let client = try APIClient.example(stub) { $0.authentication = authentication }
        let error = try #require(await failure { try await client.data(Protected()).value })
        #expect(error.code == .invalidRequest)
        #expect(stub.requests.isEmpty)
        for text in everyText(of: error) + everyText(of: authentication) { #expect(!text.contains("hunter2")) }
    }

    @Test func `DigestAuthentication: an error shows no credentials, even if the server repeats them`() async throws {
        let stub = StubTransport { request in
            guard let sent = request.headers["Authorization"] else {
                return HTTPResponse(status: 401, headers: ["WWW-Authenticate": "Digest realm=\"api\", nonce=\"n\", qop=auth"])
            }
            return HTTPResponse(status: 403, body: try JSONEncoder().encode(["message": sent]))
        }
        struct Refusal: Decodable, Error, CustomStringConvertible {
            var message: String
            var description: String { message }
        }
        let client = try APIClient.example(
            stub,
            decisions: APIClient.standardDecisions.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: Refusal.self))
        ) {
            $0.authentication = DigestAuthentication(user: "hunter2-user", password: "hunter2-word") { "hunter2-cnonce" }
        }
        let error = try #require(await failure { try await client.data(Protected()).value })
        #expect(error.code == .badStatus)
        let digest = try #require(self.response(stub.requests.last?.headers["Authorization"]))
        for text in [error.message, error.description, stub.requests.last.map { "\($0) \($0.curlCommand())" } ?? ""] {
            #expect(!text.contains("hunter2"))
            #expect(!text.contains(digest))
        }
    }
}
