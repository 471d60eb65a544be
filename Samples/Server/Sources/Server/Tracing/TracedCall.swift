import EndpointKit
import Synchronization
import Tracing

/// A call and its span.
final class TracedCall: Sendable {
    let span: any Span
    private struct State {
        var template: String?
        var requestCount = 0
        /// Whether the call has ended, and with which error.
        var end: (any Error)??
        /// The requests that were cancelled before the call ended.
        var cancelled: [TracedRequest] = []
    }
    private let state = Mutex(State())

    init(_ span: any Span) { self.span = span }

    func adapt(template: String?) { state.withLock { $0.template = template } }

    /// Returns the path's template, and the number of requests before this one. The template of a redirect, which follows without an
    /// adapted request, would be the server's choice.
    func beginRequest() -> (template: String?, number: Int) {
        state.withLock { state in
            defer { state.requestCount += 1 }
            return (state.template.take(), state.requestCount)
        }
    }

    func end(_ error: (any Error)? = nil) {
        let cancelled = state.withLock { state in
            state.end = .some(error)
            defer { state.cancelled = [] }
            return state.cancelled
        }
        for request in cancelled { request.endCancelled(byEndOfCall: error) }
        if let error { span.note(error) }
        span.end()
    }

    /// Ends a cancelled request once it is known what has ended the call: the caller, or a deadline, which is a failure.
    fileprivate func end(cancelled request: TracedRequest) {
        let end = state.withLock { state in
            if state.end == nil { state.cancelled.append(request) }
            return state.end
        }
        if let end { request.endCancelled(byEndOfCall: end) }
    }
}

/// A request and its span.
struct TracedRequest: Sendable {
    let span: any Span
    private let call: TracedCall?

    init(_ span: any Span, of call: TracedCall?) {
        self.span = span
        self.call = call
    }

    func end(_ error: (any Error)? = nil) {
        if let call, error?.isCancellation == true { return call.end(cancelled: self) }
        if let error { span.note(error) }
        span.end()
    }

    fileprivate func endCancelled(byEndOfCall error: (any Error)?) {
        if let error = error as? APIError, error.code == .deadline { span.note(error) } else { span.note(CancellationError()) }
        span.end()
    }
}
