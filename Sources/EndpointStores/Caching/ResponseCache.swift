internal import Synchronization

/// Stores responses (RFC 9111) in memory, and in a folder if the policy names one. See ``APIClient/cache``.
public final class ResponseCache: Sendable {
    package let policy: CachePolicy
    private let memory: Mutex<MemoryCache>
    private let directory: CacheDirectory?
    private let invalidations = Mutex(CacheInvalidations())
    private let validations = Mutex(BackgroundValidations())
    private let unconditional = Mutex<Set<KeyDigest>>([])

    /// The number of stored responses, and their size.
    public struct Usage: Hashable, Sendable {
        /// The number of responses.
        public var count: Int
        /// The bytes of all responses, including their heads.
        public var bytes: Int

        /// Creates a value to compare with.
        public init(count: Int, bytes: Int) {
            self.count = count
            self.bytes = bytes
        }
    }

    /// Creates a cache with the responses in the policy's folder, or an empty one.
    public init(_ policy: CachePolicy = CachePolicy()) {
        self.policy = policy
        let size = max(0, policy.size)
        directory = policy.directory.flatMap { CacheDirectory($0, limit: size, heuristicFraction: policy.heuristicFraction) }
        memory = Mutex(MemoryCache(limit: directory == nil ? size : min(size, Self.memoryLimit)))
    }

    /// The maximum number of bytes in memory if the cache has files.
    private static let memoryLimit = 8 << 20

    /// The usage of the folder, including responses that other processes stored. Without a folder, the usage of the memory.
    public var usage: Usage {
        if let directory {
            let usage = directory.usage
            return Usage(count: usage.count, bytes: usage.bytes)
        }
        return memory.withLock { Usage(count: $0.count, bytes: $0.byteCount) }
    }

    /// Why responses can't be stored in the policy's directory, as a sentence without a full stop; nil if they can, or if the policy has no
    /// directory. Reading this writes a small file there and removes it, to detect a full disk.
    public var directoryProblem: String? {
        policy.directory.flatMap { _ in directory == nil ? "its directory isn't the URL of a folder" : directory?.problem }
    }

    /// Removes all responses, including those in the folder. Call it when a user signs out. The response to a request that began before then
    /// isn't stored by any process. Other processes notice the removal when they next look for a response.
    public func removeAll() {
        // From here on, no response to an earlier request is stored.
        directory?.noteInvalidation(of: nil)
        // A look-up comes before both, or after both.
        memory.withLock { memory in
            invalidations.withLock { $0.noteAll() }
            memory.removeAll()
        }
        directory?.removeAll()
    }

    var now: Double { policy.now().timeIntervalSince1970 }

    /// The maximum size of a stored response in bytes.
    var entryLimit: Int { max(0, min(policy.entryLimit, policy.size / 4)) }

    /// - Parameter leavesRedirectsUnread: whether a stored redirect may lack its body, because it is followed.
    func find(_ request: HTTPRequest, _ key: RequestKey, leavesRedirectsUnread: Bool) -> StoredResponse? {
        func matches(_ stored: StoredResponse) -> Bool {
            stored.matches(request, key, leavesRedirectsUnread: leavesRedirectsUnread)
        }
        let entry = memory.withLock { $0.find(key.resource, where: matches) }
        if let entry {
            guard let directory else { return entry.stored }
            // Another process may have replaced or removed the file. A response that was stored without a folder is unknown to other
            // processes.
            guard let file = entry.file else {
                if directory.lastInvalidation == nil { return entry.stored }
                memory.withLock { $0.remove(entry.stored) }
                return nil
            }
            if FileSystem.version(of: file.path) == file.version {
                let used = directory.noteUse(of: file)
                if used != file { memory.withLock { $0.insert(entry.stored, file: used) } }
                return entry.stored
            }
            memory.withLock { $0.remove(entry.stored) }
        }
        guard let (stored, file) = directory?.find(key.resource, key.user, where: matches) else { return nil }
        memory.withLock { [file = directory?.noteUse(of: file) ?? file] in $0.insert(stored, file: file) }
        return stored
    }

    /// Stores a response, unless its resource was invalidated since its request began, or the stored response is more recent.
    ///
    /// - Parameter start: ``moment`` before the request was sent.
    func store(_ stored: StoredResponse, since start: Moment) {
        // The invalidation has removed the earlier responses.
        guard isValid(stored, since: start) else { return }
        guard stored.byteCount <= entryLimit else { return removeOlder(than: stored) }
        let known = directory == nil ? nil : memory.withLock { $0.entry(replacedBy: stored) }
        switch directory?.write(stored, over: known, if: { isValid(stored, since: start) }) {
        case .written(let file)?: memory.withLock { $0.insert(stored, file: file) }
        case .overtaken?: break
        // An invalidation either comes before this, or removes the response from memory.
        case nil, .noFolder?:
            memory.withLock { memory in
                let isOvertaken = memory.entry(replacedBy: stored)?.stored.hasOvertaken(stored) == true
                if !isOvertaken, isValid(stored, since: start) { memory.insert(stored, file: nil) }
            }
        // If it were stored only in memory, the response would outlive changes by other processes, which would find the file of an older
        // response.
        case .failed?: return removeOlder(than: stored)
        }
    }

    /// Removes the stored response to the same requests, unless it has overtaken this one.
    private func removeOlder(than stored: StoredResponse) {
        memory.withLock { memory in
            if memory.entry(replacedBy: stored)?.stored.hasOvertaken(stored) != true { memory.remove(stored) }
        }
        directory?.removeOlder(than: stored)
    }

    private func isValid(_ stored: StoredResponse, since start: Moment) -> Bool {
        invalidations.withLock { $0.allowsStoring(stored.resource, since: start.count) }
            && directory?.allowsStoring(stored.resource, since: start.last) != false
    }

    /// A point in the sequence of invalidations.
    package struct Moment: Sendable {
        fileprivate let count: UInt64
        /// The last invalidation by any process.
        fileprivate let last: InvalidationLog.Place?
    }

    package var moment: Moment { Moment(count: invalidations.withLock { $0.count }, last: directory?.prepare()) }

    package func remove(_ stored: StoredResponse) {
        memory.withLock { $0.remove(stored) }
        directory?.remove(stored)
    }

    /// Removes all responses of a resource, for every user (section 4.4).
    package func invalidate(_ resource: KeyDigest) {
        directory?.noteInvalidation(of: resource)
        invalidations.withLock { $0.note(resource) }
        memory.withLock { $0.removeAll(of: resource) }
        directory?.removeAll(of: resource)
    }

    /// Whether a stale response that is in use may be validated now; if so, ``endValidation(_:_:hasFailed:)`` must follow.
    func beginsValidation(_ method: HTTPMethod, _ stored: StoredResponse) -> Bool {
        let now = now
        return validations.withLock { $0.begin(method, stored, at: now) }
    }

    package func endValidation(_ method: HTTPMethod, _ stored: StoredResponse, hasFailed: Bool) {
        let failure = hasFailed ? now : nil
        validations.withLock { $0.end(method, stored, failedAt: failure) }
    }

    // MARK: Conditions that a server answers with another version

    /// Whether conditions are useless for a resource, because the validators in its server's 304 don't match those in the response, for
    /// example because a content coding adds a suffix.
    func refusesConditions(_ resource: KeyDigest) -> Bool { unconditional.withLock { $0.contains(resource) } }

    func noteRefusedCondition(_ resource: KeyDigest) {
        unconditional.withLock { resources in
            if resources.count >= Self.unconditionalLimit { resources = [] }
            resources.insert(resource)
        }
    }

    private static let unconditionalLimit = 1000
}
