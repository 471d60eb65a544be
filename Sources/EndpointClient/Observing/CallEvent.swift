/// An event in the course of a call.
public struct CallEvent: Sendable {
    /// The ID of one use of a call, unique in this process.
    public var callID: UInt64 {
        get { source.callID }
        set { source = Source(callID: newValue, endpoint: endpoint, tags: tags) }
    }
    /// The endpoint of the call.
    public var endpoint: any Endpoint {
        get { source.endpoint }
        set { source = Source(callID: callID, endpoint: newValue, tags: tags) }
    }
    /// The tags of the call.
    public var tags: Set<String> {
        get { source.tags }
        set { source = Source(callID: callID, endpoint: endpoint, tags: newValue) }
    }
    /// The label under which calls are counted: the name of the endpoint's type and of its case, without associated values, such as
    /// `CharactersEndpoint.list`; for a ``Route``, its template, such as `GET heroes/{id}`.
    public var endpointLabel: String { endpoint.label }
    /// The time since the call began.
    public var elapsed: Duration
    /// The number of the attempt, from 1; 0 before the first attempt.
    public var attempt: Int
    /// The event itself, with its details.
    public var kind: Kind
    // An object, because all events of a call share it.
    private var source: Source

    /// The values that all events of a call have in common.
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

    /// Creates an event without a call, to test an observer. By default, it belongs to the start of a call, before any attempt.
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

    // Large payloads are boxed, so that an event is cheap to copy.
    /// The events, in the order in which they occur. Each attempt reports its own events, from ``adapted(_:)`` to ``retry(after:)``.
    public enum Kind: Sendable {
        /// The call began. It may have to wait for its turn.
        case queued
        /// The last adapter has finished. The value is the request as it will be sent.
        indirect case adapted(HTTPRequest)
        /// The request is passed to the transport. A request that follows a redirect is reported too.
        indirect case sent(HTTPRequest)
        /// The head of the response arrived. The body of this value is always empty.
        indirect case head(HTTPResponse)
        /// Part of a body was transferred. Reported at its start, at its end, and at most ten times a second in between, but only if one of
        /// the client's observers sets ``CallObserver/followsProgress``.
        indirect case progress(TransferProgress)
        /// The attempt ended with a response or an error.
        indirect case received(Attempt)
        /// A decision judged the attempt. Decisions that were skipped aren't reported.
        case decision(Verdict)
        /// Another attempt follows, after this wait.
        case retry(after: Duration)
        /// The call's value was created. Its type is `Void` if the body was ignored.
        case decoded(any Sendable.Type)
        /// The last event of a call that succeeded, with all attempts of the call. A call for a stream ends when its body does.
        case finished([Attempt])
        /// The last event of a call that failed.
        case failed(any Error)
        /// The last event of a call that was cancelled, or of a stream that was released before its end, with an ``APIError`` of code
        /// `cancelled` or a `CancellationError`.
        case cancelled(any Error)
    }

    /// A decision's verdict, without the values.
    public struct Verdict: Sendable {
        /// The name of the decision's type.
        public var decision: String
        /// The kind of ``DecisionAction`` that the decision returned.
        public var action: Action

        /// The next step of the call. The cases correspond to those of ``DecisionAction``, without their values.
        public enum Action: String, Sendable {
            /// The next decision judges the result: ``DecisionAction/continueWith(_:)`` or ``DecisionAction/passed(because:)``.
            case continued
            /// Another attempt follows.
            case restarted
            /// The call fails.
            case failed
            /// The call succeeds.
            case done
        }

        /// Creates a verdict without a call, to test an observer.
        public init(decision: String, action: Action) {
            self.decision = decision
            self.action = action
        }
    }
}

extension CallEvent: CustomStringConvertible, CustomReflectable {
    /// `[12.1] CharactersEndpoint.list after 3 ms: sent(GET https://…)`. Only the endpoint's name is shown.
    public var description: String { "[\(callID).\(attempt)] \(endpoint.label) after \(elapsed.shown): \(kind)" }
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "callID": callID, "endpoint": endpoint.label, "tags": tags, "elapsed": elapsed, "attempt": attempt, "kind": kind,
            ], displayStyle: .struct)
    }
}

extension CallEvent.Kind: CustomStringConvertible, CustomReflectable {
    /// `sent(GET https://…)`. For an error that isn't an ``APIError``, only its type is shown, because its text may contain secrets.
    public var description: String {
        switch self {
        case .queued: "queued"
        case .adapted(let request): "adapted(\(request))"
        case .sent(let request): "sent(\(request))"
        case .head(let response): "head(\(response))"
        case .progress(let progress): "progress(\(progress))"
        case .received(let attempt): "received(\(attempt))"
        case .decision(let verdict): "decision(\(verdict.decision): \(verdict.action))"
        case .retry(let wait): "retry(after: \(wait))"
        case .decoded(let type): "decoded(\(type))"
        case .finished(let attempts): "finished(\(attempts))"
        case .failed(let error): "failed(\(Self.shown(error)))"
        case .cancelled(let error): "cancelled(\(Self.shown(error)))"
        }
    }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }

    private static func shown(_ error: any Error) -> String { (error as? APIError)?.description ?? "\(type(of: error))" }
}

extension Endpoint {
    /// The label under which the endpoint's calls are counted and logged: the name of its type and of its case, without associated values,
    /// or the template of a ``Route``. Examples are `CharactersEndpoint.list`, `GetCharacter` and `GET heroes/{id}`.
    var label: String {
        if let route = self as? Route {
            let own = route.path.encoded.isEmpty ? route.baseURL.map { Path(asIs: String(URIReference($0.absoluteString).path)) } : nil
            return "\(route.method.shown) \((own ?? route.path).template)"
        }
        let type = "\(type(of: self))"
        guard !(self is any CustomReflectable) else { return type }
        let mirror = Mirror(reflecting: self)
        guard mirror.displayStyle == .enum else { return type }
        if let name = mirror.children.first?.label { return "\(type).\(name)" }
        // A case without associated values prints as its name, unless the type has its own description.
        let isOwn = self is any CustomStringConvertible || self is any CustomDebugStringConvertible || self is any TextOutputStreamable
        return isOwn ? type : "\(type).\(self)"
    }
}
