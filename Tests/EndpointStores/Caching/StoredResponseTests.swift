import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointStores

@Suite struct StoredResponseTests {
    @Test func `Stored response: a replaced client certificate means another user`() async throws {
        let folder = try Folder()
        let file = folder.file("client.pem")
        let stub = StubTransport { _ in HTTPResponse(headers: ["Cache-Control": "max-age=3600"], body: try Data(contentsOf: file)) }
        func text() async throws -> String {
            try await APIClient.remembering(stub) {
                $0.policies.cache = CachePolicy(directory: folder.url)
                $0.policies.connection.tls.clientCertificate = TLSPolicy.ClientCertificate(certificate: file, key: file)
            }.string(.get("items")).value
        }
        for name in ["ann", "bob", "ann"] {
            try Data(name.utf8).write(to: file)
            #expect(try await text() == name)
        }
        #expect(stub.requests.count == 2)
    }

    @Test func `Stored response: a validation leaves Vary unchanged`() async throws {
        let stub = StubTransport { request in
            let isValid = request.headers.contains("If-None-Match")
            let headers: HTTPHeaders = [
                "ETag": "\"a\"", "Vary": isValid ? "accept-language, X-A" : "Accept-Language, X-A", "Cache-Control": "no-cache",
            ]
            return HTTPResponse(status: isValid ? 304 : 200, headers: headers)
        }
        let client = try APIClient.remembering(stub)
        for count in 0..<30 {
            let response = try await client.data(.get("items")).response
            #expect(response.source == (count == 0 ? .network : .revalidated))
            #expect(response.headers.values(for: "Vary") == ["Accept-Language, X-A"])
        }
    }

    @Test(arguments: [
        #"ext=x"a, max-age=3600, b""#, #"ext "a, max-age=60, b""#, #"ext ="a, max-age=60, b""#, #"ext= "a, max-age=60, b""#,
        #"max-age=3600, "no-store"#, #"max-age=60, ext="a"b, no-cache""#,
    ])
    func `CacheControl: quotes where none are allowed may hide directives`(text: String) async throws {
        let client = try APIClient.remembering(StubTransport(HTTPResponse(headers: ["Cache-Control": text])))
        for _ in 0..<2 { #expect(try await client.data(.get("items")).response.source == .network) }
    }

    @Test(arguments: ["stale-while-revalidate", "stale-if-error"])
    func `Stored response: a response without a validator is stored even if it may only be used stale`(directive: String) async throws {
        let count = Counter()
        let stub = StubTransport { _ in
            if count.next() > 1, directive == "stale-if-error" { throw APIError(.connection, "no network") }
            return HTTPResponse(headers: ["Cache-Control": "max-age=0, \(directive)=600"])
        }
        let client = try APIClient.remembering(stub)
        #expect(try await client.data(.get("items")).response.source == .network)
        #expect(try await client.data(.get("items")).response.source == .stale)
    }
}
