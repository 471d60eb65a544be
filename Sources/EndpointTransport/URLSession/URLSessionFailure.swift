#if canImport(Darwin) || URLSessionTransport
    internal import Foundation
    #if canImport(FoundationNetworking)
        internal import FoundationNetworking
    #endif

    /// What a session's errors are told as.
    enum URLSessionFailure {
        /// A connection that is lost after the head has come has cut the body short; a cancel that wasn't ours is a server not trusted.
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
#endif
