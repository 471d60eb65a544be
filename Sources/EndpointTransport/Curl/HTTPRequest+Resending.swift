#if canImport(CurlShim)
    /// What libcurl may do with a request by itself. It sends again what a connection lost that was used before: what came too late for
    /// that one, but also what the server has read.
    extension HTTPRequest {
        /// Whether it may be sent again so.
        func isResendable(in context: TransferContext) -> Bool { maySendTwice || context.connection.reusesConnectionsForUnsafeRequests }

        /// Whether it goes out on a connection that nobody used before, of which libcurl never sends anything again.
        ///
        /// `isGuarded` says that libcurl asks before it sends. A body that is there for another attempt may be lost with a used connection
        /// then: the call fails, and may be retried. A stream may not be, as it can't be had again.
        func needsOwnConnection(isGuarded: Bool, in context: TransferContext) -> Bool {
            switch sentContent {
            case .stream: true
            case .file: !isGuarded
            case .data(let data) where !data.isEmpty: !isGuarded && !isResendable(in: context)
            case .data, nil: !isResendable(in: context)
            }
        }

        /// A HEAD's content means nothing (RFC 9110, section 9.3.2), and isn't sent.
        private var sentContent: HTTPBodyEntity.Content? { method == .head ? nil : body?.content }
    }
#endif
