/// The size, the place and the rules of a client's cache (RFC 9111). It is a private cache: the responses to one user's credentials are
/// never another's.
///
///     var policies = ClientPolicies()
///     policies.cache = CachePolicy(size: 50 << 20, directory: folder)
public struct CachePolicy: Sendable {
    /// The most bytes of all stored responses. 20 MB by default. Up to 8 MB of a cache with a directory are in memory as well.
    public var size: Int
    /// The folder of the files, which several processes and clients may share; nil, the default, for memory only. It is made when it is first
    /// needed. Only its owner can read it. If it can't be used, the cache is in memory only.
    public var directory: URL?
    /// The most bytes of one response. Larger ones aren't stored. 4 MB by default, and never more than a quarter of ``size``.
    public var entryLimit: Int
    /// Whether every call uses only stored responses, as with ``CacheUse/only``. False by default.
    public var isOffline: Bool
    /// The fraction of its age for which a response without expiry is fresh, from its `Last-Modified` (RFC 9111, section 4.2.2), up to a day.
    /// 0, the default, turns that off; 0.1 is usual.
    public var heuristicFraction: Double
    /// The clock of all ages.
    public var now: @Sendable () -> Date

    /// By default 20 MB in memory.
    ///
    /// - Parameters:
    ///   - size: the most bytes of all stored responses.
    ///   - directory: the folder of the files; nil for memory only.
    ///   - entryLimit: the most bytes of one response.
    ///   - isOffline: whether every call uses only stored responses.
    ///   - heuristicFraction: the fraction of its age for which a response without expiry is fresh.
    ///   - now: the clock of all ages.
    public init(
        size: Int = 20 << 20, directory: URL? = nil, entryLimit: Int = 4 << 20, isOffline: Bool = false, heuristicFraction: Double = 0,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.size = size
        self.directory = directory
        self.entryLimit = entryLimit
        self.isOffline = isOffline
        self.heuristicFraction = heuristicFraction
        self.now = now
    }
}
