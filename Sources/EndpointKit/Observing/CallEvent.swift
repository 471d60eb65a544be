/// Something that happened to a call.
public struct CallEvent: Sendable {
    /// The same for every event of one use of a call, and no other's in this process.
    public var callID: UInt64 {
        get { source.callID }
        set { source = Source(callID: newValue, endpoint: endpoint, tags: tags) }
    }
    /// What the call was made for.
    public var endpoint: any Endpoint {
        get { source.endpoint }
        set { source = Source(callID: callID, endpoint: newValue, tags: tags) }
    }
    /// What the call was tagged with.
    public var tags: Set<String> {
        get { source.tags }
        set { source = Source(callID: callID, endpoint: endpoint, tags: newValue) }
    }
    /// Since the call began.
    public var elapsed: Duration
    /// From 1; 0 before the first.
    public var attempt: Int
    public var kind: Kind
    // By reference, as the events of a call share it.
    private var source: Source

    /// What is the same for all events of a call.
    final class Source: Sendable {
        let callID: UInt64
        let endpoint: any Endpoint
        let tags: Set<String>

        init(callID: UInt64, endpoint: any Endpoint, tags: Set<String>) {
            self.callID = callID
            self.endpoint = endpoint
            self.tags = tags
        }
    }

    public init(
        callID: UInt64, endpoint: any Endpoint, tags: Set<String> = [], elapsed: Duration = .zero, attempt: Int = 0, kind: Kind
    ) {
        self.init(Source(callID: callID, endpoint: endpoint, tags: tags), elapsed: elapsed, attempt: attempt, kind: kind)
    }

    init(_ source: Source, elapsed: Duration, attempt: Int, kind: consuming Kind) {
        self.source = source
        self.elapsed = elapsed
        self.attempt = attempt
        self.kind = kind
    }

    // Large payloads are boxed, so that an event is cheap to hand on.
    /// In the order in which they come; those from ``adapted(_:)`` to ``retry(after:)`` once an attempt.
    public enum Kind: Sendable {
        /// The call began; it may have to wait for its turn.
        case queued
        /// The request is as it will be sent, after the last adapter.
        indirect case adapted(HTTPRequest)
        /// The transport has it now; of a request that follows a redirect as well.
        indirect case sent(HTTPRequest)
        /// The head of the response is here; the body of this one is empty.
        indirect case head(HTTPResponse)
        /// Only for those who ask for it.
        indirect case progress(TransferProgress)
        /// The transport is done with this attempt.
        indirect case received(Attempt)
        /// A decision judged the attempt; not of those that let it pass as it was.
        case decision(Verdict)
        /// Another attempt follows, after this wait.
        case retry(after: Duration)
        /// The value is made.
        case decoded
        /// The last event of a call that was answered with its value, with all its attempts.
        case finished([Attempt])
        /// The last event of a call that failed.
        case failed(any Error)
        /// The last event of a call that was cancelled: with an ``APIError`` of that code, or a `CancellationError`.
        case cancelled(any Error)
    }

    /// What a decision did.
    public struct Verdict: Sendable {
        /// The name of the decision's type.
        public var decision: String
        public var action: Action

        public enum Action: String, Sendable {
            case continued
            case restarted
            case failed
            case done
        }

        public init(decision: String, action: Action) {
            self.decision = decision
            self.action = action
        }
    }
}

extension CallEvent: CustomStringConvertible, CustomReflectable {
    /// `[12.1] CharactersEndpoint.list after 3 ms: sent(GET https://…)`. Of its endpoint it shows the name only.
    public var description: String { "[\(callID).\(attempt)] \(endpoint.label) after \(elapsed.shown): \(kind)" }
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "callID": callID, "endpoint": endpoint.label, "tags": tags, "elapsed": elapsed, "attempt": attempt, "kind": kind,
            ], displayStyle: .struct)
    }
}
