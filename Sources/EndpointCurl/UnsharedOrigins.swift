#if os(Linux)
    internal import EndpointHTTP

    /// A bounded set of origins whose servers chose HTTP/1.1.
    struct UnsharedOrigins {
        private var origins: Set<Origin> = []
        private static let most = 10_000

        func contains(_ origin: Origin) -> Bool { origins.contains(origin) }

        /// Returns whether this is new information.
        mutating func note(isShareable: Bool, _ origin: Origin) -> Bool {
            if isShareable { return origins.remove(origin) != nil }
            guard origins.insert(origin).inserted else { return false }
            if origins.count > Self.most { origins = [origin] }
            return true
        }
    }
#endif
