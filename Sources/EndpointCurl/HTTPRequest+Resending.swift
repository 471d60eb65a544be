#if os(Linux)
    internal import EndpointHTTP

    extension HTTPRequest {
        /// Whether the request needs a new connection, because losing a reused one would cost more than a new one.
        ///
        /// `isGuarded` means that libcurl asks before it sends each request, so that it can be kept from sending a request again after a
        /// reused connection was lost. Such a call fails, and may be retried if its request may be sent twice. A stream can't be read again.
        func needsOwnConnection(isGuarded: Bool, in context: TransferContext) -> Bool {
            let mayFail =
                switch sentContent {
                case .stream: true
                case .file: !isGuarded
                case .data(let data) where !data.isEmpty: !isGuarded && !maySendTwice
                case .data, nil: !maySendTwice
                }
            return mayFail && !(isGuarded && context.shared.policy.reusesConnectionsForUnsafeRequests)
        }

        /// Content in a HEAD request has no meaning (RFC 9110, section 9.3.2), and isn't sent.
        private var sentContent: HTTPBodyEntity.Content? { method == .head ? nil : body?.content }
    }
#endif
