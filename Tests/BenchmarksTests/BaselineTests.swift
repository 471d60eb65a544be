import Foundation
import Testing

@Suite struct BaselineTests {
    /// Options that the transport doesn't set for a GET to a plain HTTP server on the loopback, if libcurl is current.
    private static let otherRequests: Set = [
        // TLS
        "CAINFO", "CAPATH", "KEYPASSWD", "PINNEDPUBLICKEY", "PIPEWAIT", "SSLCERT", "SSLKEY", "SSLVERSION",
        // a proxy, a Unix socket
        "HTTPPROXYTUNNEL", "NOPROXY", "PROXYPASSWORD", "PROXYUSERNAME", "PROXY_CAINFO", "PROXY_SSLVERSION", "UNIX_SOCKET_PATH",
        // another method, a body, a separate connection
        "CUSTOMREQUEST", "FORBID_REUSE", "FRESH_CONNECT", "INFILESIZE_LARGE", "NOBODY", "READDATA", "READFUNCTION", "SEEKDATA",
        "SEEKFUNCTION", "UPLOAD",
        // an old libcurl, and its HTTP/2
        "DEBUGDATA", "DEBUGFUNCTION", "SUPPRESS_CONNECT_HEADERS", "VERBOSE",
    ]
    /// Options for which the shim has a function.
    private static let functions = [
        "OPENSOCKETFUNCTION": "ek_easy_set_open_socket", "CLOSESOCKETFUNCTION": "ek_easy_set_close_socket",
        "PREREQFUNCTION": "ek_easy_set_before_request", "RESOLVER_START_FUNCTION": "ek_easy_set_look_up",
    ]

    @Test func `CurlBaseline: the plain C baseline sets the same options as the transport`() throws {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
        let folder = root.appending(path: "Sources/EndpointCurl")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let transport = try files.reduce(into: Set<String>()) { try $0.formUnion(Self.options(in: text(of: $1))) }
        let baseline = try text(of: root.appending(path: "Tests/Benchmarks/Baseline/CurlBaseline.c"))
        let plain = Self.options(in: baseline).union(Self.functions.filter { baseline.contains($0.value) }.keys)
        #expect(transport.subtracting(plain).sorted() == Self.otherRequests.sorted())
        #expect(plain.subtracting(transport).isEmpty)
        // Fails if the test hasn't read the sources.
        #expect(plain.isSuperset(of: ["URL", "NOSIGNAL", "MAXCONNECTS"]))
    }

    private func text(of file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    private static func options(in text: String) -> Set<String> {
        Set(text.matches(of: /EK_CURLM?OPT_([A-Z_]+)/).map { String($0.output.1) })
    }
}
