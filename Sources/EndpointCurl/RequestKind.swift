#if os(Linux)
    internal import EndpointHTTP

    /// The properties that determine the options for an ordinary GET, apart from the URL and the fields. The options are set only once if a
    /// handle serves requests of the same kind one after another.
    struct RequestKind: Equatable {
        private let connection: ConnectionPolicy.Shared
        // A client's requests share it.
        private let base: HTTPRequest.Base

        /// nil if the request needs options of its own, or if handles aren't reused.
        init?(_ request: borrowing HTTPRequest, in context: TransferContext) {
            guard CurlVersion.loaded.reusesHandles else { return nil }
            guard request.method == .get, request.body == nil, !request.headers.contains("Range") else { return nil }
            connection = context.shared
            base = request.base
        }

        static func == (a: RequestKind, b: RequestKind) -> Bool { a.connection === b.connection && a.base === b.base }
    }
#endif
