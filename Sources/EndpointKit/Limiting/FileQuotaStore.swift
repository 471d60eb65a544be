/// Counts the requests in a file that all processes of a machine can share, and that outlives them. Only its owner may read and write it
/// (mode 0600), and it contains only times and numbers.
///
/// The file is replaced atomically, under a lock on a file next to it whose name ends in `.lock`; its directory must exist. It has a few
/// kilobytes. It is an ``APIError`` of code `file` if other users may write the file, if it belongs to a newer version, or if it is
/// damaged, because a client that can't count makes no calls. A damaged file counts as empty once it is older than the period. If another process
/// keeps the file locked, a call fails after five seconds, or earlier if its quota or its deadline requires it. A response that has arrived
/// is always returned.
///
/// Quotas with different periods can share a file: each counts all requests, for its own period.
///
/// The store uses the machine's clock. If the clock is set back, earlier requests count for a whole period from then on. If it is set
/// ahead, requests count for a shorter time.
public struct FileQuotaStore: QuotaStore {
    private let file: PrivateFile
    private let now: @Sendable () -> Date
    /// The longest wait for the lock.
    private let patience: Duration

    /// The lock wasn't free in time, so that nothing was read or changed.
    struct Locked: Error {}

    /// Counts in the file at `url`.
    ///
    /// - Parameters:
    ///   - url: the file, which is created with the first request.
    ///   - now: the clock that dates the requests.
    public init(_ url: URL, now: @escaping @Sendable () -> Date = { Date() }) { self.init(url, patience: .seconds(5), now: now) }

    /// - Parameter patience: the longest wait for the lock.
    package init(_ url: URL, patience: Duration, now: @escaping @Sendable () -> Date = { Date() }) {
        file = PrivateFile(url)
        self.patience = patience
        self.now = now
    }

    /// The URL of the file.
    public var url: URL { file.url }

    public func update(_ change: QuotaChange, of window: QuotaWindow) async throws -> QuotaGrant {
        // A reader doesn't create the file.
        if change.isEmpty, FileSystem.isAbsent(url.path(percentEncoded: false)) { return QuotaGrant(tickets: [], used: 0) }
        let lock = try await lock()
        defer { withExtendedLifetime(lock) {} }
        // The clock is read under the lock, so that times never decrease.
        let time = now().timeIntervalSince1970
        let kept = try log(of: window, at: time)
        var log = kept
        let grant = log.apply(change, of: window, at: .seconds(time.isFinite ? min(max(0, time), 1e10) : 0))
        // If nothing has changed, there is nothing to write.
        guard log != kept, !change.isEmpty else { return grant }
        // A short window is over after a loss of power, so waiting for the disk would be useless.
        try attempt("can't be written") { () throws(PrivateFile.Failure) in
            try file.replace(with: Self.data(of: log), isSynchronized: window.period > .seconds(60) && !grant.tickets.isEmpty)
        }
        return grant
    }

    /// Waits until no other client holds the lock, or throws.
    private func lock() async throws -> FileWriter {
        let end = ContinuousClock.now + patience
        var pause = 1
        while true {
            if let lock = try attempt("can't be locked", { () throws(PrivateFile.Failure) in try file.lock() }) { return lock }
            if ContinuousClock.now >= end { throw failure("is kept locked by another process", underlying: Locked()) }
            // Waiting for the lock in a system call would block a thread, and couldn't be cancelled.
            try await Task.sleep(for: .milliseconds(pause))
            pause = min(pause * 2, 20)
        }
    }

    private struct Content: Decodable {
        static let version = 2
        let version: Int
        /// The longest period of a quota that counts in it, in milliseconds. Version 1 has none.
        let period: Int64?
        /// Pairs of a time in milliseconds since 1970 and the number of requests.
        let requests: [[Int64]]
    }

    private func log(of window: QuotaWindow, at time: Double) throws -> QuotaLog {
        guard let data = try attempt("can't be read", { () throws(PrivateFile.Failure) in try file.contents() }) else { return QuotaLog() }
        if let version = try? JSON(parsing: data)["version"]?.int, version > Content.version {
            throw failure("is from a newer version of this program. Delete it to start again")
        }
        if let content = try? JSONTape.decode(Content.self, from: data), [1, Content.version].contains(content.version),
            let log = QuotaLog(content.requests, period: content.period ?? 0)
        {
            return log
        }
        let longest = window.period + QuotaWindow.longestArrival
        if let changed = FileSystem.version(of: url.path(percentEncoded: false))?.seconds, time - Double(changed) > longest / .seconds(1) {
            return QuotaLog()
        }
        throw failure("is damaged. Delete it to start again; in \(longest.inTwoUnits) it counts as empty")
    }

    private static func data(of log: QuotaLog) -> Data {
        let requests = log.entries.map { "[\($0.time),\($0.count)]" }.joined(separator: ",")
        return Data("{\"version\":\(Content.version),\"period\":\(log.longestPeriod),\"requests\":[\(requests)]}\n".utf8)
    }

    private func attempt<Value>(_ problem: String, _ step: () throws(PrivateFile.Failure) -> Value) throws(APIError) -> Value {
        do { return try step() } catch { throw failure("\(problem): \(error.reason)") }
    }

    private func failure(_ problem: String, underlying: (any Error)? = nil) -> APIError {
        APIError(.file, "The quota file \(url.lastPathComponent) \(problem).", underlying: underlying)
    }
}

extension QuotaLog {
    fileprivate init?(_ pairs: [[Int64]], period: Int64) {
        guard pairs.allSatisfy({ $0.count == 2 }) else { return nil }
        self.init(pairs.compactMap { pair in Int(exactly: pair[1]).map { Entry(time: pair[0], count: $0) } }, longestPeriod: period)
    }
}

extension FileQuotaStore: CustomReflectable {
    /// The file's name.
    public var customMirror: Mirror { Mirror(self, children: ["file": url.lastPathComponent], displayStyle: .struct) }
}
