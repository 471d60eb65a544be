#if os(Linux)
    internal import EndpointHTTP

    /// Whether libcurl may resend a request on its own. It does so when a reused connection is lost, even if the server has read the request.
    extension HTTPRequest {
        /// Whether the request may be sent again after such a loss.
        func isResendable(in context: TransferContext) -> Bool { maySendTwice || context.connection.reusesConnectionsForUnsafeRequests }

        /// Whether the request needs a new connection: libcurl never resends a request if a new connection is lost.
        ///
        /// `isGuarded` means that libcurl asks before it sends each request. A request with a replayable body may then be lost together with
        /// a reused connection: the call fails, and may be retried. A stream needs a new connection, because it can't be read again.
        func needsOwnConnection(isGuarded: Bool, in context: TransferContext) -> Bool {
            switch sentContent {
            case .stream: true
            case .file: !isGuarded
            case .data(let data) where !data.isEmpty: !isGuarded && !isResendable(in: context)
            case .data, nil: !isResendable(in: context)
            }
        }

        /// Content in a HEAD request has no meaning (RFC 9110, section 9.3.2), and isn't sent.
        private var sentContent: HTTPBodyEntity.Content? { method == .head ? nil : body?.content }
    }
#endif
