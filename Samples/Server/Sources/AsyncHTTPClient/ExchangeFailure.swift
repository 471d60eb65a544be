import AsyncHTTPClient
import EndpointKit
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Turns the errors of AsyncHTTPClient and SwiftNIO into the framework's.
enum ExchangeFailure {
    /// - Parameter hasConnection: whether the request's head was sent.
    static func error(_ error: any Error, for request: HTTPRequest, hasHead: Bool, hasConnection: Bool) -> any Error {
        if error is CancellationError || error is APIError { return error }
        if let failure = error as? TransportFailure { return failure.error(for: request) }
        let reason = reason(of: error, lost: !hasConnection ? .connect : hasHead ? .truncated : .disconnected)
        return TransportFailure(reason, detail: detail(of: error)).error(for: request)
    }

    /// - Parameter lost: the reason if the connection was lost.
    private static func reason(of error: any Error, lost: TransportFailure.Reason) -> TransportFailure.Reason {
        switch error {
        case let error as HTTPClientError: reason(of: error, lost: lost)
        case HTTPParserError.invalidEOFState: lost
        case is HTTPParserError, is InterimHeadLimit.Exceeded: .malformed
        case let error as NIOConnectionError where error.connectionErrors.isEmpty: .nameResolution
        case let error as NIOConnectionError: error.connectionErrors.contains { $0.error is ChannelError } ? .timeout : .connect
        case ChannelError.connectTimeout: .timeout
        case NIOSSLError.uncleanShutdown: lost == .connect ? .tls : lost
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: .tls
        case is ChannelError, is IOError: lost
        default: .other
        }
    }

    private static func reason(of error: HTTPClientError, lost: TransportFailure.Reason) -> TransportFailure.Reason {
        switch error {
        case .remoteConnectionClosed, .uncleanShutdown: lost
        case .connectTimeout, .socksHandshakeTimeout, .httpProxyHandshakeTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout,
            .deadlineExceeded, .readTimeout, .writeTimeout:
            .timeout
        case .invalidProxyResponse, .proxyAuthenticationRequired: .connect
        default: .other
        }
    }

    private static func detail(of error: any Error) -> String {
        switch error {
        case let error as HTTPClientError: error.shortDescription.prefix(1).lowercased() + error.shortDescription.dropFirst()
        case let error as NIOConnectionError where error.connectionErrors.isEmpty: "its name has no address"
        case let error as NIOConnectionError: error.connectionErrors.map { "\($0.error)" }.joined(separator: "; ")
        default: "\(error)"
        }
    }
}
