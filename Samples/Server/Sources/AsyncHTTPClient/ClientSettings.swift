import AsyncHTTPClient
import EndpointKit
import Foundation
import NIOCore
import NIOSSL

/// The settings that requests must have in common to share a connection.
struct ClientSettings: Hashable {
    private let connectTimeout: Duration
    private let isHTTP1Only: Bool
    private let proxy: ProxyAddress?
    private let authorities: URL?
    private let minimumVersion: TLSPolicy.Version
    private let certificate: URL?
    private let key: URL?
    private let password: String?

    /// Throws ``APIError/Code/configuration`` for a policy that AsyncHTTPClient can't apply.
    init(_ request: HTTPRequest, in policy: ConnectionPolicy, environment: [String: String]) throws {
        let isSecure = request.origin.scheme == .https
        switch policy.httpVersion {
        case .automatic: isHTTP1Only = false
        case .http1: isHTTP1Only = true
        case .http2, .http3: throw Self.refusal("the HTTP version \(policy.httpVersion)", request)
        }
        if isSecure, !policy.tls.pinnedKeys.isEmpty { throw Self.refusal("pinned keys", request) }
        if isSecure, policy.unixSocket != nil { throw Self.refusal("TLS over a Unix socket", request) }
        connectTimeout = policy.connectTimeout
        proxy = policy.unixSocket == nil ? try ProxyAddress(for: request, policy.proxy, environment: environment) : nil
        authorities = isSecure ? policy.tls.certificateAuthorities : nil
        minimumVersion = isSecure ? policy.tls.minimumVersion : .tls12
        certificate = isSecure ? policy.tls.clientCertificate?.certificate : nil
        key = isSecure ? policy.tls.clientCertificate?.key : nil
        password = isSecure ? policy.tls.clientCertificate?.password?.reveal() : nil
    }

    /// Throws ``APIError/Code/tls`` for a certificate or a key that can't be read.
    func configuration(for request: HTTPRequest) throws -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: try tls(for: request), redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(clamping: connectTimeout)), decompression: .disabled)
        configuration.httpVersion = isHTTP1Only ? .http1Only : .automatic
        configuration.proxy = proxy?.configuration
        // The tracer's spans would show whole URLs, and its context would be sent to other origins: see `CallTracer`.
        configuration.tracing.tracer = nil
        // EndpointKit itself retries, and limits how many calls run at once. With a limit here, a request that waits for a connection would fail.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1 << 20
        return configuration
    }

    private func tls(for request: HTTPRequest) throws -> TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = minimumVersion == .tls13 ? .tlsv13 : .tlsv12
        do {
            if let authorities {
                tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(authorities.path))
            }
            if let certificate, let key {
                tls.certificateChain = try NIOSSLCertificate.fromPEMFile(certificate.path).map { .certificate($0) }
                tls.privateKey = .privateKey(
                    try NIOSSLPrivateKey(file: key.path, format: .pem) { setPassword in setPassword(Array((password ?? "").utf8)) })
            }
        } catch {
            let detail = "a file of the TLS policy can't be read, or holds no certificate or key in PEM"
            throw TransportFailure(.tls, detail: detail).error(for: request)
        }
        return tls
    }

    static func refusal(_ what: String, _ request: HTTPRequest) -> APIError {
        APIError(.configuration, "AsyncHTTPClientTransport doesn't support \(what). Change the setting.", request: request)
    }
}

extension TimeAmount {
    /// The duration, limited to a century so that sums can't overflow.
    init(clamping duration: Duration) {
        let century = Duration.seconds(3_200_000_000)
        let (seconds, attoseconds) = min(max(duration, .zero), century).components
        self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
