internal import Synchronization

/// Logs calls: one line per call, or more at higher levels.
///
///     APIClient(configuration: configuration, observers: [LogObserver()])
///
/// ```text
/// GET https://gateway.marvel.com/v1/public/characters?limit=20&apikey=<32 characters> 200 OK 12 ms 610 B (2 attempts)
/// GET https://gateway.marvel.com/v1/public/comics failed after 30 s: timeout: gateway.marvel.com did not answer in time. (3 attempts)
/// ```
///
/// Lines contain no bodies, and nothing that the policies' redaction hides. An error that isn't an ``APIError`` appears only as the name of
/// its type, because its text may contain secrets.
public final class LogObserver: CallObserver {
    public var followsProgress: Bool { false }
    /// How much is logged. Each level includes the previous ones.
    public enum Level: Int, Comparable, Sendable {
        /// One line for each call, at its end.
        case calls
        /// Also one line for each attempt, and for each wait between two attempts. Lines begin with the numbers of the call and the
        /// attempt.
        case attempts
        /// Everything, including the header fields of requests and responses.
        case trace

        public static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }
    private let level: Level
    private let write: @Sendable (LogLine) -> Void
    /// The last request of a call in flight.
    private struct Running {
        /// The request without its body.
        var request: HTTPRequest
        /// The request's secrets, which a server may repeat in its fields.
        var secrets: OwnSecrets
        /// The type of the last response's body, if there is a body of a known type.
        var bodyType: MediaType?
        /// Whether the caller wanted no value.
        var ignoresBody = false

        /// A note about JSON that was received but ignored, because the caller may have forgotten the type of the value.
        var note: String {
            guard ignoresBody, request.method == .get, bodyType?.name.hasSuffix("json") == true else { return "" }
            return " (its JSON was ignored: a value's type, as in call(_:as:), decodes it)"
        }
    }
    private let running = Mutex<[UInt64: Running]>([:])

    /// Creates an observer. `write` receives each line; by default, it writes to standard error. Several calls may run `write` at the same
    /// time, each in its own task, and each call waits until `write` returns.
    public init(_ level: Level = .calls, write: (@Sendable (LogLine) -> Void)? = nil) {
        self.level = level
        self.write = write ?? { StandardError.report($0.text) }
    }

    public func observe(_ event: CallEvent) {
        switch event.kind {
        case .queued: line("queued \(event.endpoint.label)" + (event.tags.isEmpty ? "" : " \(event.tags.sorted())"), .trace, event)
        case .adapted(var request):
            let secrets = level == .trace ? OwnSecrets(of: request) : .empty
            request.body = nil
            running.withLock { [request] in $0[event.callID] = Running(request: request, secrets: secrets) }
        case .sent(let request): head(">", request, request.redaction.redactedHeaders(of: request).lines, event)
        case .head(let response):
            let hasBody = response.status != .noContent && response.headers["Content-Length"] != "0"
            let running = running.withLock { running in
                running[event.callID]?.bodyType = hasBody ? response.headers["Content-Type"].map(MediaType.init) : nil
                return running[event.callID]
            }
            let fields = (running?.request.redaction ?? .standard).redact(response.headers)
            head("<", response.status, fields.map { running?.secrets.removed(from: $0) ?? $0 }, event)
        case .progress: break
        case .received(let attempt): line(CallSummary.text(of: attempt), .attempts, event, isFailure: attempt.isFailure)
        case .decision(let verdict): line("\(verdict.decision) \(verdict.action)", .trace, event)
        // After a token refresh, for example, the next attempt is no retry.
        case .retry(let wait): line(wait > .zero ? "retry in \(wait.shown)" : "sent again at once", .attempts, event)
        case .decoded(let type):
            if type == Void.self { running.withLock { $0[event.callID]?.ignoresBody = true } }
            line("decoded \(type == Void.self ? "nothing" : "\(type)")", .trace, event)
        case .finished(let attempts):
            let (subject, note) = removeSubject(of: event)
            line(CallSummary.text(of: subject, answered: attempts, after: event.elapsed) + note, .calls, event)
        case .failed(let error):
            let subject = removeSubject(of: event).text
            line(CallSummary.text(of: subject, failed: error, after: event.elapsed), .calls, event, isFailure: true)
        case .cancelled(let error):
            line(CallSummary.text(of: removeSubject(of: event).text, cancelled: error, after: event.elapsed), .calls, event)
        }
    }

    /// Returns the beginning of a call's last line, and a note for the end of that line.
    private func removeSubject(of event: CallEvent) -> (text: String, note: String) {
        let last = running.withLock { $0.removeValue(forKey: event.callID) }
        return (last.map { "\($0.request)" } ?? event.endpoint.label, last?.note ?? "")
    }

    private func head(_ mark: String, _ start: Any, _ shown: @autoclosure () -> [String], _ event: CallEvent) {
        guard level == .trace else { return }
        line("\(mark) \(start)", .trace, event)
        for field in shown() { line("\(mark) \(field)", .trace, event) }
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
    /// The line without a line break. It contains no control characters, whatever a server sent, and at most 4,000 bytes, so that a pipe
    /// accepts it in one write.
    public let text: String

    init(_ text: String, level: LogObserver.Level, isFailure: Bool = false) {
        self.level = level
        self.isFailure = isFailure
        self.text = text.visibleLine(limit: 4000)
    }

    public var description: String { text }
}

/// Describes the outcome of a call or an attempt on one line.
enum CallSummary {
    static func text(of subject: String, answered attempts: [Attempt], after elapsed: Duration) -> String {
        var text = subject
        if let last = attempts.last, case .answered(let status) = last.outcome { text += " \(status)\(last.source.note)" }
        text += " \(elapsed.shown)"
        if let bytes = attempts.last?.metrics?.receivedBytes { text += " \(bytes.shownAsBytes)" }
        return text + counts(attempts)
    }

    static func text(of subject: String, failed error: any Error, after elapsed: Duration) -> String {
        let failure = error as? APIError
        let reason = failure.map { "\($0.code): \($0.message)" } ?? name(of: error)
        return "\(subject) failed after \(elapsed.shown): \(reason)\(counts(failure?.attempts ?? []))"
    }

    static func text(of subject: String, cancelled error: any Error, after elapsed: Duration) -> String {
        let reason = (error as? APIError).map { ": \($0.message)" } ?? ""
        return "\(subject) cancelled after \(elapsed.shown)\(reason)"
    }

    static func text(of attempt: Attempt) -> String {
        let outcome =
            switch attempt.outcome {
            case .answered(let status): "answered \(status)\(attempt.source.note)"
            case .failed(let code): "failed: \(code)"
            case .cancelled: "cancelled"
            }
        let bytes = attempt.metrics?.receivedBytes.map { " \($0.shownAsBytes)" } ?? ""
        return "\(outcome) \(attempt.duration.shown)\(bytes)\(counts([attempt]))\(attempt.metrics.map(steps) ?? "")"
    }

    private static func counts(_ attempts: [Attempt]) -> String {
        let redirects = attempts.last?.redirects.count ?? 0
        var parts: [String] = []
        if attempts.count > 1 { parts.append("\(attempts.count) attempts") }
        if redirects > 0 { parts.append(redirects == 1 ? "1 redirect" : "\(redirects) redirects") }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }

    private static func steps(_ metrics: TransferMetrics) -> String {
        let steps: [(String, Duration?)] = [
            ("name", metrics.nameResolved), ("connected", metrics.connected), ("TLS", metrics.tlsEstablished),
            ("first byte", metrics.firstByte),
        ]
        let texts = steps.compactMap { name, time in time.map { "\(name) \($0.shown)" } }
        return (metrics.isConnectionReused == true ? ", reused connection" : "") + texts.map { ", \($0)" }.joined()
    }

    /// The name of an error's type, without its content.
    private static func name(of error: any Error) -> String { "\(type(of: error))" }
}

extension Attempt {
    var isFailure: Bool {
        switch outcome {
        case .answered(let status): !status.isSuccess && !status.isRedirection
        case .failed: true
        case .cancelled: false
        }
    }
}

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

enum StandardError {
    /// Writes a line with one system call if possible, so that lines from several threads don't mix. If the stream is full, waits until it
    /// accepts more bytes, as a blocking stream would. A line that can't be written is lost.
    static func report(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = write(2, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR || errno == EAGAIN && isWritableAgain { continue }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    private static var isWritableAgain: Bool {
        var state = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
        return poll(&state, 1, -1) > 0 || errno == EINTR
    }
}
