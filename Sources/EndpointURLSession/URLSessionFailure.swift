internal import EndpointHTTP
internal import Foundation
#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// Converts a session's errors into the framework's errors.
enum URLSessionFailure {
    /// A connection that is lost after the head has arrived means that the body is truncated. A cancellation by the session's delegate
    /// means that the server isn't trusted.
    static func error(_ error: any Error, for request: HTTPRequest, hasHead: Bool, isCancelled: Bool) -> any Error {
        guard let error = error as? URLError else {
            if error is CancellationError || error is APIError { return error }
            return TransportFailure(.other, detail: error.sentence).error(for: request)
        }
        let reason: TransportFailure.Reason
        switch error.code {
        case .cancelled where isCancelled: return CancellationError()
        case .cancelled: reason = .tls
        case .timedOut: reason = .timeout
        case .cannotFindHost, .dnsLookupFailed: reason = .nameResolution
        case .cannotConnectToHost, .notConnectedToInternet: reason = .connect
        case .networkConnectionLost: reason = hasHead ? .truncated : .disconnected
        case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData: reason = .malformed
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired:
            reason = .tls
        default: reason = .other
        }
        return TransportFailure(reason, detail: error.localizedDescription).error(for: request)
    }
}
