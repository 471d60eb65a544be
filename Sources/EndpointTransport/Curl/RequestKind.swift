#if canImport(CurlShim)
    /// What the options of an ordinary GET depend on, besides its URL and its fields: they are set once for requests of one kind that use
    /// a handle one after the other.
    struct RequestKind: Equatable {
        private let connection: ConnectionPolicy.Shared
        // The requests of a client share it.
        private let base: HTTPRequest.Base

        /// nil for a request with its own options, and where no handle is used again.
        init?(_ request: borrowing HTTPRequest, in context: TransferContext) {
            guard CurlVersion.loaded.reusesHandles else { return nil }
            guard request.method == .get, request.body == nil, !request.headers.contains("Range") else { return nil }
            connection = context.shared
            base = request.base
        }

        static func == (a: RequestKind, b: RequestKind) -> Bool { a.connection === b.connection && a.base === b.base }
    }
#endif
