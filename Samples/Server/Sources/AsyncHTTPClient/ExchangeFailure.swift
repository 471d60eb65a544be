import AsyncHTTPClient
import EndpointKit
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL

/// Turns the errors of AsyncHTTPClient and SwiftNIO into the framework's.
enum ExchangeFailure {
    /// The error itself, which HTTP/2 may have wrapped. The other functions accept only this error.
    static func cause(_ error: any Error) -> any Error { (error as? NIOHTTP2Errors.StreamError)?.baseError ?? error }

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
        case is HTTPParserError, is ExchangeHandler.Refusal: .malformed
        case let error as NIOConnectionError where error.connectionErrors.isEmpty: .nameResolution
        case let error as NIOConnectionError: error.connectionErrors.contains { $0.error is ChannelError } ? .timeout : .connect
        case ChannelError.connectTimeout: .timeout
        case NIOSSLError.uncleanShutdown: lost == .connect ? .tls : lost
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: .tls
        case is ChannelError, is IOError: lost
        case is NIOHTTP2Errors.StreamClosed: lost
        case is any NIOHTTP2Error: isOfClosedConnection(error) ? lost : .malformed
        default: lost == .connect ? .connect : .other
        }
    }

    /// Whether a request couldn't be sent because its connection was already closed.
    static func isOfClosedConnection(_ error: any Error) -> Bool {
        switch error {
        case ChannelError.ioOnClosedChannel: true
        // AsyncHTTPClient's error for a connection that has begun to close. A cancellation by this side has already been recognized.
        case let error as HTTPClientError: error == .cancelled
        case is NIOHTTP2Errors.IOOnClosedConnection, is NIOHTTP2Errors.CreatedStreamAfterGoaway, is NIOHTTP2Errors.NoStreamIDAvailable: true
        default: isRefusal(error)
        }
    }

    /// Whether the HTTP/2 server hasn't processed the request (RFC 9113, section 8.7).
    static func isRefusal(_ error: any Error) -> Bool { (error as? NIOHTTP2Errors.StreamClosed)?.errorCode == .refusedStream }

    private static func reason(of error: HTTPClientError, lost: TransportFailure.Reason) -> TransportFailure.Reason {
        switch error {
        // The connection has begun to close. A cancellation by this side has already been recognized.
        case .remoteConnectionClosed, .uncleanShutdown, .cancelled: lost
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
