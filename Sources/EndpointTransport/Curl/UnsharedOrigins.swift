#if canImport(CurlShim)
    /// Origins whose servers chose HTTP/1.1, up to a number of them.
    struct UnsharedOrigins {
        private var origins: Set<Origin> = []
        private static let most = 10_000

        func contains(_ origin: Origin) -> Bool { origins.contains(origin) }

        /// Returns whether that is news.
        mutating func note(isShareable: Bool, _ origin: Origin) -> Bool {
            if isShareable { return origins.remove(origin) != nil }
            guard origins.insert(origin).inserted else { return false }
            if origins.count > Self.most { origins = [origin] }
            return true
        }
    }
#endif
