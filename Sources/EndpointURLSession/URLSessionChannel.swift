internal import EndpointHTTP
internal import Foundation
#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// A session and its delegate.
struct URLSessionChannel: Sendable {
    let session: URLSession
    let receiver: URLSessionReceiver

    /// The settings that must be equal for requests to share a connection.
    struct Key: Hashable {
        private let authorities: URL?
        private let pinnedKeys: [String: [String]]
        private let certificate: URL?
        private let minimumVersion: TLSPolicy.Version
        private let isDirect: Bool
        private let httpVersion: HTTPVersionPolicy

        /// Throws ``APIError/Code/configuration`` for a policy that URLSession can't apply.
        init(_ request: HTTPRequest, in context: TransferContext) throws {
            let policies = context.connection
            if policies.unixSocket != nil { throw URLSessionChannel.refusal("a Unix socket", request) }
            #if canImport(Darwin)
                let isPossible = policies.httpVersion == .automatic || policies.httpVersion == .http3
            #else
                let isPossible = policies.httpVersion == .automatic
            #endif
            if !isPossible { throw URLSessionChannel.refusal("the HTTP version \(policies.httpVersion)", request) }
            httpVersion = policies.httpVersion
            switch policies.proxy {
            case .environment: isDirect = false
            case .direct: isDirect = true
            case .url: throw URLSessionChannel.refusal("a proxy other than the system's", request)
            }
            authorities = policies.tls.certificateAuthorities
            pinnedKeys = policies.tls.pinnedKeys
            certificate = policies.tls.clientCertificate?.certificate
            minimumVersion = policies.tls.minimumVersion
            #if !canImport(Darwin)
                if authorities != nil || !pinnedKeys.isEmpty || certificate != nil || minimumVersion != .tls12 {
                    throw URLSessionChannel.refusal("a TLS policy on this platform", request)
                }
            #endif
        }

        fileprivate func apply(to configuration: URLSessionConfiguration) {
            if isDirect { configuration.connectionProxyDictionary = [:] }
            #if canImport(Darwin)
                configuration.tlsMinimumSupportedProtocolVersion = minimumVersion == .tls13 ? .TLSv13 : .TLSv12
            #endif
        }
    }

    init(_ key: Key, _ request: HTTPRequest, in context: TransferContext) throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // The framework has its own limits on concurrent calls.
        configuration.httpMaximumConnectionsPerHost = 64
        key.apply(to: configuration)
        #if canImport(Darwin)
            receiver = URLSessionReceiver(trust: try URLSessionTrust(request, in: context))
        #else
            receiver = URLSessionReceiver()
        #endif
        session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    }

    static func refusal(_ what: String, _ request: HTTPRequest) -> APIError {
        APIError(.configuration, "URLSessionTransport doesn't support \(what). Change the setting.", request: request)
    }
}
