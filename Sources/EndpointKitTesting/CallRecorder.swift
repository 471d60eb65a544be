public import EndpointKit
import Synchronization

/// An observer that records what happened to a client's calls, in a form that reads well in a test.
///
///     let recorder = CallRecorder()
///     let client = APIClient(configuration: configuration, transport: stub, observers: [recorder], clock: ManualClock(skipsSleeps: true))
///     _ = try await client.call(.get("characters")).value
///     #expect(recorder.calls.map(\.description) == ["GET /characters: 503, waited 1s, 200"])
public final class CallRecorder: CallObserver {
    public let followsProgress: Bool
    private let recorded = Mutex<[CallEvent]>([])

    /// Creates a recorder without calls. Add it to the `observers` of one or more clients.
    ///
    /// - Parameter followsProgress: whether the progress of bodies is also reported, which requires transferring them chunk by chunk.
    public init(followsProgress: Bool = false) { self.followsProgress = followsProgress }

    /// All events so far, in the order in which they were reported.
    public var events: [CallEvent] { recorded.withLock { $0 } }

    /// The calls in the order in which they began, whether or not they have ended.
    public var calls: [RecordedCall] {
        var calls: [RecordedCall] = []
        var places: [UInt64: Int] = [:]
        for event in events {
            let place = places[event.callID] ?? calls.count
            if place == calls.count { calls.append(RecordedCall(event)) }
            places[event.callID] = place
            calls[place].add(event)
        }
        return calls
    }

    public func observe(_ event: CallEvent) { recorded.withLock { $0.append(event) } }
}

/// One call that a ``CallRecorder`` observed.
public struct RecordedCall: Sendable {
    /// How a call ended.
    public enum Outcome: Sendable {
        /// It hasn't ended yet.
        case running
        /// It succeeded, and has its value.
        case succeeded
        /// It failed with this error.
        case failed(any Error)
        /// It was cancelled, and ended with this error.
        case cancelled(any Error)
    }

    /// The ID in all events of the call.
    public let id: UInt64
    /// What was called.
    public let endpoint: any Endpoint
    /// The tags of the call.
    public let tags: Set<String>
    /// Every request that was sent, including those that follow a redirect.
    public private(set) var requests: [HTTPRequest] = []
    /// The attempts that have ended, each with its outcome and its wait.
    public private(set) var attempts: [Attempt] = []
    /// How the call ended.
    public private(set) var outcome = Outcome.running

    /// The waits between the attempts, in order. There is one fewer than there are attempts, and a restart without a wait counts as zero.
    public var waits: [Duration] { attempts.compactMap(\.wait) }

    /// The error of a call that failed or was cancelled, if it is an ``/EndpointKit/APIError``.
    public var error: APIError? {
        switch outcome {
        case .running, .succeeded: nil
        case .failed(let error), .cancelled(let error): error as? APIError
        }
    }

    fileprivate init(_ event: CallEvent) {
        id = event.callID
        endpoint = event.endpoint
        tags = event.tags
    }

    fileprivate mutating func add(_ event: CallEvent) {
        switch event.kind {
        case .sent(let request): requests.append(request)
        case .received(let attempt): attempts.append(attempt)
        case .retry(let wait): if !attempts.isEmpty { attempts[attempts.count - 1].wait = wait }
        case .finished: outcome = .succeeded
        case .failed(let error): outcome = .failed(error)
        case .cancelled(let error): outcome = .cancelled(error)
        case .queued, .adapted, .head, .progress, .decision, .decoded: break
        }
    }
}

extension RecordedCall: CustomStringConvertible {
    /// The method, the redacted path, and what happened: `GET /v1/characters: 302, 503, waited 1s, 404, failed (badStatus)`.
    public var description: String {
        let path = requests.first.map { $0.redaction.redact($0.path) } ?? Redaction.standard.redact(endpoint.path)
        var steps: [String] = []
        for attempt in attempts {
            steps += attempt.redirects.map { "\($0.status.rawValue)" }
            switch attempt.outcome {
            case .answered(let status): steps.append("\(status.rawValue)")
            case .failed(let code): steps.append("failed (\(code))")
            case .cancelled: steps.append("cancelled")
            }
            if let wait = attempt.wait, wait > .zero { steps.append("waited \(wait.inDigits)") }
        }
        let end: String? =
            switch outcome {
            case .succeeded: nil
            case .running: "running"
            case .failed(let error): "failed (\((error as? APIError)?.code.rawValue ?? "\(type(of: error))"))"
            case .cancelled: "cancelled"
            }
        // The last attempt may have the same text.
        if let end, steps.last != end { steps.append(end) }
        return "\(requests.first?.method ?? endpoint.method) \(path.hasPrefix("/") ? path : "/" + path): \(steps.joined(separator: ", "))"
    }
}

extension Duration {
    /// `1s`, or `250ms` if the duration isn't whole seconds.
    fileprivate var inDigits: String {
        let milliseconds = (self / .milliseconds(1)).rounded()
        guard milliseconds < 1e15 else { return "\(self)" }
        let whole = Int(milliseconds)
        return whole % 1000 == 0 ? "\(whole / 1000)s" : "\(whole)ms"
    }
}
