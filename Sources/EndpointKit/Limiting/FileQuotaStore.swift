/// Counts the requests in a file that all processes of a machine can share, and that outlives them. Only its owner may read and write it
/// (mode 0600), and it holds nothing but times and numbers.
///
/// The file is locked, with a file beside it whose name ends in `.lock`, and replaced atomically; its directory must exist. It has a few
/// kilobytes. A file that other users may write, one of a newer version, and one that is damaged are an ``APIError`` of code `file`: a client
/// that can't count makes no calls. A damaged file counts as empty once it is older than the period. If another process keeps the file locked,
/// a call fails after five seconds, or earlier if its quota or its deadline says so. A response that has arrived is returned all the same.
///
/// Quotas with different periods can have the same file: a request counts in each of them for its period.
///
/// The times are those of the machine's clock. If that is set back, requests count from then on once more. If it is set ahead, requests
/// count for a shorter time.
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
    ///   - url: the file, which is made with the first request.
    ///   - now: the time of the requests.
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
        // Reading alone makes no file.
        if change.isEmpty, FileSystem.isAbsent(url.path(percentEncoded: false)) { return QuotaGrant(tickets: [], used: 0) }
        let lock = try await lock()
        defer { withExtendedLifetime(lock) {} }
        // The clock is read under the lock, so that times don't go back.
        let time = now().timeIntervalSince1970
        let kept = try log(of: window, at: time)
        var log = kept
        let grant = log.apply(change, of: window, at: .seconds(time.isFinite ? min(max(0, time), 1e10) : 0))
        // Nothing new is worth no write.
        guard log != kept, !change.isEmpty else { return grant }
        // After a loss of power a short window is over, so that waiting for the disk would gain nothing.
        try attempt("can't be written") { () throws(PrivateFile.Failure) in
            try file.replace(with: Self.data(of: log), isSynchronized: window.period > .seconds(60) && !grant.tickets.isEmpty)
        }
        return grant
    }

    /// Waits until no other client has the lock, or throws.
    private func lock() async throws -> FileWriter {
        let end = ContinuousClock.now + patience
        var pause = 1
        while true {
            if let lock = try attempt("can't be locked", { () throws(PrivateFile.Failure) in try file.lock() }) { return lock }
            if ContinuousClock.now >= end { throw failure("is kept locked by another process", underlying: Locked()) }
            // A system that waits for the lock would block a thread, and couldn't be cancelled.
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
            throw failure("is from a newer version of this program. Delete it to count anew")
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
        throw failure("is damaged. Delete it to count anew; in \(longest.inTwoUnits) it counts as empty")
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
