/// The size, location and rules of a client's cache (RFC 9111). It is a private cache: no user gets a response that was made for another
/// user's credentials.
///
///     var policies = ClientPolicies()
///     policies.cache = CachePolicy(size: 50 << 20, directory: folder)
public struct CachePolicy: Sendable {
    /// The maximum size of all stored responses in bytes. 20 MB by default. A cache with a directory also keeps up to 8 MB in memory.
    public var size: Int
    /// The folder for the files, which several processes and clients may share; nil, the default, for memory only. It is created when it is
    /// first needed, and only its owner can read it. If it can't be used, the cache is in memory only.
    public var directory: URL?
    /// The maximum size of a stored response in bytes. Larger responses aren't stored. 4 MB by default, and never more than a quarter of
    /// ``size``.
    public var entryLimit: Int
    /// Whether all calls use only stored responses, as with ``CacheUse/only``. False by default.
    public var isOffline: Bool
    /// How long a response without an expiry is fresh, as a fraction of its age since `Last-Modified` (RFC 9111, section 4.2.2); at most a
    /// day. 0, the default, turns this off; 0.1 is common.
    public var heuristicFraction: Double
    /// The clock that measures ages.
    public var now: @Sendable () -> Date

    /// Creates a policy, by default for 20 MB in memory.
    ///
    /// - Parameters:
    ///   - size: the maximum size of all stored responses in bytes.
    ///   - directory: the folder for the files; nil for memory only.
    ///   - entryLimit: the maximum size of a stored response in bytes.
    ///   - isOffline: whether all calls use only stored responses.
    ///   - heuristicFraction: how long a response without an expiry is fresh, as a fraction of its age.
    ///   - now: the clock that measures ages.
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
