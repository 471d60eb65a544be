import EndpointKit
import EndpointKitTesting
import Foundation
import Glibc
import TestSupport
import Testing

/// Behavior with every version of libcurl, tested with a library that claims to be older or to lack features.
@Suite struct CurlVersionTests {
    /// `ENDPOINTKIT_EXPECTED_LIBCURL` is part of the name of the file that the dynamic linker must find.
    @Test func `CurlVersion: the library under test is the expected one`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse() }
        _ = try await CurlTransport().send(.get(server))
        let loaded = Set(loadedFiles().filter { $0.split(separator: "/").last?.hasPrefix("libcurl") == true })
        print("libcurl under test: \(loaded.sorted().joined(separator: ", "))")
        #expect(loaded.count == 1)
        if let expected = ProcessInfo.processInfo.environment["ENDPOINTKIT_EXPECTED_LIBCURL"] {
            #expect(loaded.allSatisfy { $0.contains(expected) })
        }
    }

    private func loadedFiles() -> [String] {
        guard let file = fopen("/proc/self/maps", "r") else { return [] }
        defer { fclose(file) }
        var paths: [String] = []
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, 4096, file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if let start = text.firstIndex(of: "/") { paths.append(String(text[start...].dropLast())) }
        }
        return paths
    }

    @Test(.enabled(if: FakeCurl.isPossible)) func `CurlVersion: a rejected option is an error that names it, and nothing is sent`() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { _ in HTTPResponse() }
            // The option PATH_AS_IS.
            let transport = try await FakeCurl.transport(refusing: [234])
            let error = await failure { try await transport.send(.get(server)) }
            try #require(error?.code == .configuration)
            try #require(error?.message.contains("CURLOPT_PATH_AS_IS") == true)
            let streamed = await failure { try await transport.stream(.get(server)) }
            try #require(streamed?.code == .configuration)
            try #require(server.acceptedCount == 0)
        }
    }

    @Test(.enabled(if: FakeCurl.isPossible && SystemProgram.isInstalled("openssl")))
    func `CurlVersion: a pin, authority or client certificate that can't be set is an error, and nothing is sent`() async {
        await #expect(processExitsWith: .success) {
            let certificates = try await Certificates.shared
            let server = try LoopbackServer(raw: { $0.waitForClose() })
            let origin = try #require(Origin(scheme: .https, host: "127.0.0.1", port: server.port))
            // PINNEDPUBLICKEY, CAINFO, SSLCERT, SSLVERSION.
            let transport = try await FakeCurl.transport(refusing: [10230, 10065, 10025, 32])
            let edits: [@Sendable (inout ClientPolicies) -> Void] = [
                { $0.connection.tls.pinnedKeys = ["127.0.0.1": [certificates.pin]] },
                { $0.connection.tls.certificateAuthorities = certificates.authority.url },
                { $0.connection.tls.clientCertificate = certificates.clientCertificate }, { $0.connection.tls.minimumVersion = .tls13 },
            ]
            for edit in edits {
                var policies = ClientPolicies.standard
                edit(&policies)
                let context = TransferContext(connection: policies.connection)
                let error = await failure { try await transport.send(HTTPRequest(origin: origin), in: context) }
                try #require(error?.code == .configuration)
            }
            try #require(server.acceptedCount == 0)
        }
    }

    @Test(.enabled(if: FakeCurl.isPossible && SystemProgram.isInstalled("openssl")))
    func `CurlVersion: custom authorities replace the system's folder`() async {
        await #expect(processExitsWith: .success) {
            let certificates = try await Certificates.shared
            let server = try await TLSServer(certificates)
            let folder = try await folder(vouchingFor: certificates.authority)
            defer { try? FileManager.default.removeItem(at: folder) }
            let transport = try await FakeCurl.transport(authoritiesFolder: folder.path)
            var policies = ClientPolicies.standard
            // The system's folder contains the server's authority, but the custom authority has signed nothing.
            try #require(
                try await transport.send(HTTPRequest(origin: server.origin), in: TransferContext(connection: policies.connection)).status
                    == 200)
            policies.connection.tls.certificateAuthorities = certificates.client.certificate.url
            let context = TransferContext(connection: policies.connection)
            let error = await failure { try await transport.send(HTTPRequest(origin: server.origin), in: context) }
            try #require(error?.code == .tls)
        }
    }

    @Test(.enabled(if: FakeCurl.isPossible && SystemProgram.isInstalled("openssl")))
    func `CurlVersion: a library that looks for authorities in the wrong place gets an existing file`() async {
        await #expect(processExitsWith: .success) {
            let certificates = try await Certificates.shared
            let server = try await TLSServer(certificates)
            setenv("SSL_CERT_FILE", certificates.authority.path, 1)
            let transport = try await FakeCurl.transport(authoritiesFile: "/nowhere/bundle.pem")
            try #require(try await transport.send(HTTPRequest(origin: server.origin)).status == 200)
        }
    }

    @Test(.enabled(if: FakeCurl.isPossible && SystemProgram.isInstalled("openssl")))
    func `CurlVersion: the substituted authorities also apply to a proxy from the environment`() async {
        await #expect(processExitsWith: .success) {
            let certificates = try await Certificates.shared
            let proxy = try await TLSServer(certificates)
            setenv("SSL_CERT_FILE", certificates.authority.path, 1)
            setenv("http_proxy", proxy.origin.description, 1)
            let transport = try await FakeCurl.transport(authoritiesFile: "/nowhere/bundle.pem")
            let origin = try #require(Origin(scheme: .http, host: "api.example.com"))
            try #require(try await transport.send(HTTPRequest(origin: origin)).status == 200)
        }
    }

    @Test(.enabled(if: FakeCurl.isPossible))
    func `CurlVersion: a library without HTTPS proxies uses the environment's proxy, and rejects a policy's`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer { _ in HTTPResponse() }
            setenv("http_proxy", proxy.url.absoluteString, 1)
            setenv("SSL_CERT_FILE", "/proc/self/maps", 1)
            // PROXY_SSLVERSION and PROXY_CAINFO.
            let transport = try await FakeCurl.transport(refusing: [250, 10246], authoritiesFile: "/nowhere/bundle.pem")
            let origin = try #require(Origin(scheme: .http, host: "api.example.com"))
            try #require(try await transport.send(HTTPRequest(origin: origin)).status == 200)
            var context = TransferContext()
            context.connection.proxy = .url(try #require(URL(string: "https://127.0.0.1:\(proxy.port)")))
            let error = await failure { [context] in try await transport.send(HTTPRequest(origin: origin), in: context) }
            try #require(error?.code == .configuration)
        }
    }

    @Test(.enabled(if: FakeCurl.isPossible))
    func `CurlVersion: without authorities the error says how to name some, and nothing is sent`() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer(raw: { $0.waitForClose() })
            let origin = try #require(Origin(scheme: .https, host: "127.0.0.1", port: server.port))
            setenv("SSL_CERT_FILE", "/nowhere/named.pem", 1)
            let transport = try await FakeCurl.transport(authoritiesFile: "/nowhere/bundle.pem")
            let error = await failure { try await transport.send(HTTPRequest(origin: origin)) }
            try #require(error?.code == .tls)
            for part in ["SSL_CERT_FILE", "/nowhere/named.pem", "certificateAuthorities"] {
                try #require(error?.message.contains(part) == true)
            }
            try #require(server.acceptedCount == 0)
        }
    }

    @Test(.enabled(if: FakeCurl.isPossible))
    func `CurlVersion: with a version that can't abandon a name look-up, calls still succeed, fail and are cancelled`() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { request in HTTPResponse(body: Data(request.path.encoded.utf8)) }
            // QUICK_EXIT, PROTOCOLS_STR and PREREQFUNCTION of 7.79.
            let transport = try await FakeCurl.transport(refusing: [322, 10318, 20312], version: 0x074F00)
            let nowhere = try #require(Origin(scheme: .http, host: unresolvableHost))
            try #require(try await transport.send(.get(server, "a")).status == .ok)
            try #require(reason(of: await failure { try await transport.send(HTTPRequest(origin: nowhere)) }) == .nameResolution)
            for _ in 0..<20 {
                let task = Task { try await transport.send(HTTPRequest(origin: nowhere)) }
                await Task.yield()
                task.cancel()
                guard case .failure = await task.result else { throw OwnError() }
                try #require(try await transport.send(.get(server, "b")).body == Data("/b".utf8))
            }
        }
    }

    @Test(.enabled(if: FakeCurl.isPossible))
    func `CurlVersion: a version without a callback before each request still delivers a 417`() async {
        await #expect(processExitsWith: .success) {
            let server = try ExpectingServer()
            let transport = try await FakeCurl.transport(refusing: [322, 10318, 20312], version: 0x074F00)
            let response = try await transport.send(server.request)
            try #require(response.status.rawValue == 417)
            try #require(response.body.isEmpty)
        }
    }
}

/// A folder in OpenSSL's format: a file's name is the hash of its authority's name.
private func folder(vouchingFor authority: MemoryFile) async throws -> URL {
    let hash = try await SystemProgram.run("openssl", ["x509", "-hash", "-noout", "-in", authority.path])
    let name = String(decoding: hash, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    let folder = FileManager.default.temporaryDirectory.appending(path: "endpointkit-authorities-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(contentsOf: authority.url).write(to: folder.appending(path: "\(name).0"))
    return folder
}
