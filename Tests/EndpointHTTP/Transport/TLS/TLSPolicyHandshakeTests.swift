import EndpointConformance
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: SystemProgram.isInstalled("openssl"), "openssl isn't installed")) struct TLSPolicyHandshakeTests {
    let transport = CurlTransport()
    let certificates: Certificates

    init() async throws { certificates = try await Certificates.shared }

    private func get(_ server: TLSServer, _ edit: (inout TLSPolicy) -> Void) async throws -> HTTPResponse {
        var policies = ClientPolicies.standard
        policies.connection.tls.certificateAuthorities = certificates.authority.url
        edit(&policies.connection.tls)
        return try await transport.send(HTTPRequest(origin: server.origin), in: TransferContext(connection: policies.connection))
    }

    private func tlsFailure(_ server: TLSServer, _ edit: (inout TLSPolicy) -> Void = { _ in }) async -> APIError? {
        do {
            _ = try await get(server, edit)
            return nil
        } catch {
            return error as? APIError
        }
    }

    @Test func `TLSPolicy: a certificate of a trusted authority is accepted`() async throws {
        #expect(try await get(await TLSServer(certificates)) { _ in }.status == 200)
    }

    @Test func `TLSPolicy: a certificate from a test authority is rejected by the system's authorities`() async throws {
        let error = await tlsFailure(try await TLSServer(certificates)) { $0.certificateAuthorities = nil }
        #expect(error?.code == .tls)
        #expect(reason(of: error) == .tls)
    }

    @Test func `TLSPolicy: a port that doesn't use TLS isn't reported as a bad certificate`() async throws {
        let server = try LoopbackServer(raw: { connection in
            // Plain HTTP servers answer the first bytes of a handshake like this.
            _ = connection.read()
            try connection.write("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
        })
        let port = try #require(server.url.port)
        let origin = try #require(Origin(scheme: .https, host: "127.0.0.1", port: port))
        let error = await failure { try await transport.send(HTTPRequest(origin: origin)) }
        #expect(error?.code == .tls)
        #expect(error?.message.contains("did not answer in TLS; this may be a port for plain http") == true, "\(error?.message ?? "")")
    }

    @Test func `TLSPolicy: a certificate for another name is rejected`() async throws {
        let error = await tlsFailure(try await TLSServer(certificates, identity: certificates.client))
        #expect(error?.code == .tls)
    }

    @Test func `TLSPolicy: a missing authority file is an error`() async throws {
        let error = await tlsFailure(try await TLSServer(certificates)) {
            $0.certificateAuthorities = URL(filePath: "/no/such/folder/missing.pem")
        }
        #expect(error?.code == .tls)
    }

    @Test func `TLSPolicy: a pinned host must present one of its keys`() async throws {
        let server = try await TLSServer(certificates)
        let wrong = Data(repeating: 7, count: 32).base64EncodedString()
        #expect(try await get(server) { $0.pinnedKeys = ["127.0.0.1": [wrong, certificates.pin]] }.status == 200)
        #expect(try await get(server) { $0.pinnedKeys = ["example.com": [wrong]] }.status == 200)
        #expect(await tlsFailure(server) { $0.pinnedKeys = ["127.0.0.1": [wrong]] }?.code == .tls)
        #expect(await tlsFailure(server) { $0.pinnedKeys = ["127.0.0.1": []] }?.code == .tls)
    }

    @Test func `TLSPolicy: a pin that differs only in the case of its letters isn't accepted, even on an open connection`() async throws {
        let server = try LoopbackServer(tls: certificates.server) { connection in
            while connection.readRequest() != nil { try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
        }
        let letter = try #require(certificates.pin.dropLast(2).firstIndex { $0.isLetter })
        let swapped = certificates.pin[letter].isUppercase ? certificates.pin[letter].lowercased() : certificates.pin[letter].uppercased()
        let other = certificates.pin.replacingCharacters(in: letter...letter, with: swapped)
        func code(_ pin: String) async -> APIError.Code? {
            var context = TransferContext()
            context.connection.tls.certificateAuthorities = certificates.authority.url
            context.connection.tls.pinnedKeys = ["127.0.0.1": [pin]]
            let request = HTTPRequest(origin: server.tlsOrigin, timeout: .seconds(600))
            return await failure { [context] in try await transport.send(request, in: context) }?.code
        }
        #expect(await code(certificates.pin) == nil)
        #expect(await code(certificates.pin) == nil)
        #expect(server.acceptedCount == 1)
        #expect(await code(other) == .tls)
    }

    @Test func `TLSPolicy: a pin's host is case-insensitive`() async throws {
        let server = try await TLSServer(certificates)
        let wrong = Data(repeating: 7, count: 32).base64EncodedString()
        let origin = try #require(Origin(scheme: .https, host: "localhost", port: server.origin.port))
        func code(_ pins: [String: [String]]) async -> APIError.Code? {
            var policies = ClientPolicies.standard
            policies.connection.tls.certificateAuthorities = certificates.authority.url
            policies.connection.tls.pinnedKeys = pins
            let context = TransferContext(connection: policies.connection)
            return await failure { try await transport.send(HTTPRequest(origin: origin), in: context) }?.code
        }
        #expect(await code(["LocalHost": [certificates.pin]]) == nil)
        #expect(await code(["LocalHost": [wrong]]) == .tls)
        #expect(await code(["LOCALHOST": [wrong], "localhost": [certificates.pin]]) == nil)
        #expect(await code(["LOCALHOST": []]) == .tls)
    }

    @Test(arguments: [("127.0.0.1", "127.1"), ("127.0.0.1", "2130706433"), ("0x7f000001", "127.0.0.1"), ("127.1", "0177.0.0.1")])
    func `TLSPolicy: a pin for an address applies however the address is written`(pinned: String, host: String) async throws {
        let server = try await TLSServer(certificates)
        let wrong = Data(repeating: 7, count: 32).base64EncodedString()
        let origin = try #require(Origin(scheme: .https, host: host, port: server.origin.port))
        var context = TransferContext()
        context.connection.tls.certificateAuthorities = certificates.authority.url
        context.connection.tls.pinnedKeys = [pinned: [certificates.pin]]
        #expect(try await transport.send(HTTPRequest(origin: origin), in: context).status == 200)
        context.connection.tls.pinnedKeys = [pinned: [wrong]]
        let error = await failure { [context] in try await transport.send(HTTPRequest(origin: origin), in: context) }
        #expect(error?.code == .tls)
    }

    @Test func `TLSPolicy: a server that wants a client certificate gets ours, and rejects clients without one`() async throws {
        let server = try await TLSServer(
            certificates, "-Verify", "1", "-CAfile", certificates.authority.path, "-verify_return_error")
        #expect(try await get(server) { $0.clientCertificate = certificates.clientCertificate }.status == 200)
        let error = await tlsFailure(server)
        #expect(error != nil)
    }

    @Test func `TLSPolicy: a version below the minimum is rejected`() async throws {
        let server = try await TLSServer(certificates, "-tls1_2")
        #expect(try await get(server) { _ in }.status == 200)
        #expect(await tlsFailure(server) { $0.minimumVersion = .tls13 }?.code == .tls)
        #expect(try await get(await TLSServer(certificates, "-tls1_3")) { $0.minimumVersion = .tls13 }.status == 200)
    }

    @Test func `TLSPolicy: a client certificate doesn't go to another origin`() async throws {
        let transport = StubTransport { request in
            request.origin.host == "a.example" ? .redirect(307, to: "https://b.example/") : HTTPResponse()
        }
        let home = try exampleURL("https://a.example")
        let client = try APIClient.example(transport) {
            $0.baseURL = home
            $0.policies.connection.tls.clientCertificate = certificates.clientCertificate
            $0.policies.connection.unixSocket = "/run/api.sock"
        }
        _ = try await client.call(.get("items")).value
        _ = try await client.call(.get(try exampleURL("https://c.example"))).value
        #expect(transport.contexts.map { $0.connection.tls.clientCertificate != nil } == [true, false, false])
        #expect(transport.contexts.map(\.connection.unixSocket) == ["/run/api.sock", nil, nil])
    }
}
