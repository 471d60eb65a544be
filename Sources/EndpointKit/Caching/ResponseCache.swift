internal import Synchronization

/// Stores responses (RFC 9111) in memory, and in a folder if the policy names one. One or more ``CachingTransport``s use it.
public final class ResponseCache: Sendable {
    let policy: CachePolicy
    private let memory: Mutex<MemoryCache>
    private let directory: CacheDirectory?
    /// The requests that are being validated while their stale response is in use.
    private let validated = Mutex<Set<RequestKey>>([])

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
        memory = Mutex(MemoryCache(limit: policy.directory == nil ? size : min(size, Self.memoryLimit)))
        directory = policy.directory.flatMap { url in
            url.isFileURL ? CacheDirectory(url, limit: size, heuristicFraction: policy.heuristicFraction) : nil
        }
    }

    /// The maximum size in memory of a cache with files, in bytes.
    private static let memoryLimit = 8 << 20

    /// The usage of the folder, including the responses of other processes; without a folder, that of the memory.
    public var usage: Usage {
        if let directory {
            let usage = directory.usage
            return Usage(count: usage.count, bytes: usage.bytes)
        }
        return memory.withLock { Usage(count: $0.count, bytes: $0.byteCount) }
    }

    /// Removes all responses, including those in the folder. Call it when a user signs out. Other processes notice when they next look for
    /// a response.
    public func removeAll() {
        memory.withLock { $0.removeAll() }
        directory?.removeAll()
    }

    var now: Double { policy.now().timeIntervalSince1970 }

    /// The maximum size of a stored response in bytes.
    var entryLimit: Int { max(0, min(policy.entryLimit, policy.size / 4)) }

    func find(_ request: HTTPRequest, _ key: RequestKey, in context: TransferContext) -> StoredResponse? {
        let entry = memory.withLock { $0.find(key.resource) { $0.matches(request, key, in: context) } }
        if let entry {
            guard let file = entry.file, let directory else { return entry.stored }
            // Another process may have replaced or removed the file.
            if FileSystem.version(of: file.path) == file.version {
                let used = directory.noteUse(of: file)
                if used != file { memory.withLock { $0.insert(entry.stored, file: used) } }
                return entry.stored
            }
            memory.withLock { $0.remove(entry.stored) }
        }
        let owners = [key.user] + (key.publicUser == key.user ? [] : [key.publicUser])
        guard let (stored, file) = directory?.find(key.resource, owners: owners, where: { $0.matches(request, key, in: context) })
        else { return nil }
        memory.withLock { [file = directory?.noteUse(of: file) ?? file] in $0.insert(stored, file: file) }
        return stored
    }

    func store(_ stored: StoredResponse) {
        guard stored.byteCount <= entryLimit else { return remove(stored) }
        let file = directory?.write(stored)
        memory.withLock { $0.insert(stored, file: file) }
    }

    func remove(_ stored: StoredResponse) {
        memory.withLock { $0.remove(stored) }
        directory?.remove(stored)
    }

    /// Removes all responses of a resource, for every user (section 4.4).
    func invalidate(_ resource: KeyDigest) {
        memory.withLock { $0.removeAll(of: resource) }
        directory?.removeAll(of: resource)
    }

    /// Returns false if another task validates the same response. If true, ``endValidation(of:)`` must follow.
    func beginValidation(of key: RequestKey) -> Bool { validated.withLock { $0.insert(key).inserted } }

    func endValidation(of key: RequestKey) { _ = validated.withLock { $0.remove(key) } }
}
