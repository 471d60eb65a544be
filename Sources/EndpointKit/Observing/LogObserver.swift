internal import Synchronization

/// Logs calls: one line for each, or more at higher levels.
///
///     APIClient(configuration: configuration, observers: [LogObserver()])
///
///     GET https://gateway.marvel.com/v1/public/characters?limit=20&apikey=<redacted> 200 OK 12 ms 610 B (2 attempts)
///     GET https://gateway.marvel.com/v1/public/comics failed after 30 s: timeout: gateway.marvel.com did not answer in time. (3 attempts)
///
/// Lines contain no bodies, and nothing that the policies' redaction hides. An error that isn't an ``APIError`` appears with the name of
/// its type only, as its text may hold anything.
public final class LogObserver: CallObserver {
    /// How much is logged; each level includes the ones before it.
    public enum Level: Int, Comparable, Sendable {
        /// One line for each call, at its end.
        case calls
        /// One more line for each attempt, and for each wait between two. Lines begin with the numbers of the call and the attempt.
        case attempts
        /// Everything, with the header fields of requests and responses.
        case trace

        public static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }
    private let level: Level
    private let write: @Sendable (LogLine) -> Void
    // The last request of each call in flight, without its body.
    private let running = Mutex<[UInt64: HTTPRequest]>([:])

    /// `write` gets each line, and writes to standard error by default. Several calls run it at the same time, each in its own task, and
    /// wait for it.
    public init(_ level: Level = .calls, write: (@Sendable (LogLine) -> Void)? = nil) {
        self.level = level
        self.write = write ?? { StandardError.report($0.text) }
    }

    public func observe(_ event: CallEvent) {
        switch event.kind {
        case .queued: line("queued \(event.endpoint.label)" + (event.tags.isEmpty ? "" : " \(event.tags.sorted())"), .trace, event)
        case .adapted(var request):
            request.body = nil
            running.withLock { [request] in $0[event.callID] = request }
        case .sent(let request): head(">", request, request.redaction.redactedHeaders(of: request), of: request, event)
        case .head(let response):
            let request = running.withLock { $0[event.callID] }
            head("<", response.status, response.headers, of: request, event)
        case .progress: break
        case .received(let attempt): line(CallSummary.text(of: attempt), .attempts, event, isFailure: attempt.isFailure)
        case .decision(let verdict): line("\(verdict.decision) \(verdict.action)", .trace, event)
        case .retry(let wait): line("retry in \(wait.shown)", .attempts, event)
        case .decoded: line("decoded", .trace, event)
        case .finished(let attempts):
            line(CallSummary.text(of: subject(of: event), answered: attempts, after: event.elapsed), .calls, event)
        case .failed(let error):
            line(CallSummary.text(of: subject(of: event), failed: error, after: event.elapsed), .calls, event, isFailure: true)
        case .cancelled(let error):
            line(CallSummary.text(of: subject(of: event), cancelled: error, after: event.elapsed), .calls, event)
        }
    }

    /// The beginning of a call's last line.
    private func subject(of event: CallEvent) -> String {
        running.withLock { $0.removeValue(forKey: event.callID) }.map { "\($0)" } ?? event.endpoint.label
    }

    private func head(_ mark: String, _ start: Any, _ headers: HTTPHeaders, of request: HTTPRequest?, _ event: CallEvent) {
        guard level == .trace else { return }
        line("\(mark) \(start)", .trace, event)
        let redaction = request?.redaction ?? .standard
        for field in redaction.redact(headers) { line("\(mark) \(field)", .trace, event) }
    }

    private func line(_ text: @autoclosure () -> String, _ level: Level, _ event: CallEvent, isFailure: Bool = false) {
        guard level <= self.level else { return }
        let number = event.attempt > 0 ? "[\(event.callID).\(event.attempt)] " : "[\(event.callID)] "
        write(LogLine((self.level == .calls ? "" : number) + text(), level: level, isFailure: isFailure))
    }
}

/// One line of a log.
public struct LogLine: Sendable, CustomStringConvertible {
    /// The lowest level that includes the line.
    public let level: LogObserver.Level
    /// Whether the line reports the failure of a call or an attempt.
    public let isFailure: Bool
    /// The line without a line end. It holds no control characters, whatever a server sent, and at most 4,000 bytes, so that a pipe takes
    /// it whole.
    public let text: String

    init(_ text: String, level: LogObserver.Level, isFailure: Bool = false) {
        self.level = level
        self.isFailure = isFailure
        self.text = text.visibleLine(limit: 4000)
    }

    public var description: String { text }
}
