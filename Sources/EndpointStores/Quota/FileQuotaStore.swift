internal import Synchronization

/// Counts requests in a file that all processes of a machine can share, and that outlives them. Only its owner may read and write it (mode
/// 0600), and it contains only times and numbers.
///
/// The file is replaced atomically, under a lock on a file next to it whose name ends in `.lock`; its directory must exist. Its size is a
/// few kilobytes.
///
/// No call fails because of the file. If it can't be locked, read or written, the store counts this process's requests in memory, in
/// addition to those that it last read from the file, and adds them to the file once it can. Meanwhile the limit applies only to this
/// process. The usage (``Quota/usage()``, `marvel quota`) reports the problem instead of a number: an ``APIError`` of code `file`. Problems
/// are a full disk, a folder that is missing or can't be written, a file that other users may write, a file from a newer version, and a
/// damaged file, which is replaced once it is older than the period. A lock that another process holds becomes a problem if nobody replaces
/// the file for a second. Until that changes, the store doesn't wait for the lock again.
///
/// Quotas with different periods can share a file: each counts all requests, for its own period.
///
/// Times are those of a monotonic clock that the machine's processes share, so changing the system time has no effect. After the machine
/// restarts, the wall clock shows how much time has passed. If it was set back, no time counts as passed. No request counts longer than a
/// period and a second. The same applies to times ahead of the clock, which may occur after a snapshot of a virtual machine is restored.
public struct FileQuotaStore: QuotaStore {
    private let file: PrivateFile
    private let clock: BootClock
    /// The longest wait for a lock while the file doesn't change.
    private let patience: Duration
    private let memory = Memory()

    /// This process's state, in addition to the file.
    private final class Memory: Sendable {
        struct State {
            /// The last known content of the file, including `unsaved`.
            var log = QuotaLog()
            /// The requests that aren't in the file yet.
            var unsaved = QuotaLog()
            /// The version of the file in `log` if its times come from another clock. They are converted to this clock only once.
            var converted: FileSystem.Version?
            /// The version of the file when the wait for its lock failed.
            var stuck: FileSystem.Version??
        }
        let state = Mutex(State())
    }

    /// Counts in the file at `url`.
    ///
    /// - Parameters:
    ///   - url: the file, which is created with the first request.
    ///   - clock: the clock that dates the requests. If it isn't the default clock, its times are compared with those of another store only
    ///     by the wall clock.
    ///   - now: the wall clock.
    public init(
        _ url: URL, clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(url, clock: BootClock(clock, date: now))
    }

    init(_ url: URL, patience: Duration = .seconds(1), clock: BootClock) {
        file = PrivateFile(url, hasSecrets: false)
        self.patience = patience
        self.clock = clock
    }

    /// The URL of the file.
    public var url: URL { file.url }

    public func reserve(
        _ calls: Int, returning unsent: [Duration], for validity: Duration, of window: QuotaWindow
    ) async throws -> QuotaGrant {
        // A query for the usage changes nothing, and doesn't create the file.
        let isUsage = calls <= 0 && unsent.isEmpty
        let isNew = isUsage && !file.wasUsed
        var (lock, problem): (FileWriter?, (any Error)?)
        do { lock = isNew ? nil : try await self.lock() } catch let error as APIError { problem = error }
        defer { withExtendedLifetime(lock) {} }
        return try memory.state.withLock { state in
            // The clock is read under the lock, so that times never decrease.
            let moment = clock.moment
            do {
                // The file is complete even without the lock. But if there is no file, its folder may be missing.
                if let file = try read(for: window, at: moment) ?? (problem == nil ? (QuotaLog(), nil) : nil) {
                    if file.foreign == nil || file.foreign != state.converted { state.log = file.log.adding(state.unsaved) }
                    state.converted = file.foreign
                }
            } catch { problem = problem ?? error }
            let grant = state.log.reserve(calls, returning: unsent, for: validity, of: window, at: moment.now)
            let unlimited = QuotaWindow(calls: .max, period: window.period)
            _ = state.unsaved.reserve(grant.granted, returning: unsent, for: validity, of: unlimited, at: moment.now)
            let isChanged = state.converted != nil || !state.unsaved.entries.isEmpty || !unsent.isEmpty
            if problem == nil, isChanged || isUsage {
                let data = data(of: state.log, at: moment)
                do {
                    try attempt("can't be written") { () throws(PrivateFile.Failure) in
                        if isUsage { return try file.rehearse(with: data) }
                        // A short window will have passed after a power failure, so waiting for the disk would be useless.
                        try file.replace(with: data, isSynchronized: window.period > .seconds(60))
                        (state.unsaved, state.converted) = (QuotaLog(), nil)
                    }
                } catch { problem = error }
            }
            if isUsage, let problem { throw problem }
            return grant
        }
    }

    /// Waits until no other client holds the lock, or throws. Throws at once if an earlier wait failed and the file hasn't been replaced
    /// since.
    private func lock() async throws -> FileWriter {
        let isStuck = memory.state.withLock { $0.stuck } == .some(file.version)
        do {
            let lock = try await file.lock(within: isStuck ? .zero : patience)
            memory.state.withLock { $0.stuck = nil }
            return lock
        } catch let error as PrivateFile.Failure {
            guard error.isBusy else { throw failure("can't be locked: \(error.reason)") }
            let version = file.version
            memory.state.withLock { $0.stuck = version }
            throw failure("is kept locked by another process")
        }
    }

    private struct Content: Decodable {
        static let version = 3
        let version: Int
        /// The clock of `time`, and the same moment by the wall clock, in milliseconds. Versions 1 and 2 have only the wall clock's time.
        let boot: String?
        let time, date: Int64?
        /// The longest period of the quotas that count in this file, in milliseconds. Version 1 has none.
        let period: Int64?
        /// Pairs of a time in milliseconds and the number of requests.
        let requests: [[Int64]]
    }

    /// Reads the file's requests, and converts their times to this clock. Also returns the file's version if its times come from another
    /// clock. Returns nil if there is no file.
    private func read(
        for window: QuotaWindow, at moment: BootClock.Moment
    ) throws(APIError) -> (log: QuotaLog, foreign: FileSystem.Version?)? {
        guard let data = try attempt("can't be read", contents) else { return nil }
        let version = file.version
        if let version = try? JSON(parsing: data)["version"]?.int, version > Content.version {
            throw failure("is from a newer version of this program. Delete it to start again")
        }
        if let content = try? JSONTape.decode(Content.self, from: data), content.version > 0,
            var log = QuotaLog(content.requests, longestPeriod: content.period ?? 0)
        {
            if content.boot == clock.name { return (log, log.isAhead(of: moment.now) ? version : nil) }
            // The times come from an older version or another boot. If the wall clock was set back, no time has passed.
            let (time, date) = (content.time ?? moment.date, content.date ?? moment.date)
            if max(time.magnitude, date.magnitude) < QuotaLog.timeLimit {
                log.shift(by: moment.time - time - max(0, moment.date - date))
                return (log, version)
            }
        }
        let longest = window.period + .seconds(1)
        if let version, .milliseconds(moment.date) - .seconds(version.seconds) > longest { return (QuotaLog(), nil) }
        throw failure("is damaged. Delete it to start again; in \(longest.inTwoUnits) it counts as empty")
    }

    /// Empty for a file that is larger than this format allows, because such a file is damaged too.
    private func contents() throws(PrivateFile.Failure) -> Data? {
        do { return try file.contents() } catch {
            if error.isTooLarge { return Data() }
            throw error
        }
    }

    private func data(of log: QuotaLog, at moment: BootClock.Moment) -> Data {
        let requests = log.entries.map { "[\($0.time),\($0.count)]" }.joined(separator: ",")
        let times = "\"boot\":\"\(clock.name)\",\"time\":\(moment.time),\"date\":\(moment.date),\"period\":\(log.longestPeriod)"
        return Data("{\"version\":\(Content.version),\(times),\"requests\":[\(requests)]}\n".utf8)
    }

    private func attempt<Value>(_ problem: String, _ step: () throws(PrivateFile.Failure) -> Value) throws(APIError) -> Value {
        do { return try step() } catch { throw failure("\(problem): \(error.reason)") }
    }

    private func failure(_ problem: String) -> APIError { APIError(.file, "The quota file \(url.lastPathComponent) \(problem).") }
}

extension FileQuotaStore: CustomReflectable {
    /// The file's name.
    public var customMirror: Mirror { Mirror(self, children: ["file": url.lastPathComponent], displayStyle: .struct) }
}
