import EndpointKit
import Synchronization
import Tracing

/// A call and its span.
final class TracedCall: Sendable {
    let span: any Span
    private struct State {
        var template: String?
        var requestCount = 0
        /// The error with which the call has ended, if any; nil while it runs.
        var end: (any Error)??
        /// The requests that ended before the call, without a complete response or their own error.
        var cutShort: [CutShort] = []
    }
    private let state = Mutex(State())

    init(_ span: any Span) { self.span = span }

    func adapt(template: String?) { state.withLock { $0.template = template } }

    /// Returns the path's template, and the number of requests before this one. A request that follows a redirect has no template, because
    /// the server chose its path.
    func beginRequest() -> (template: String?, number: Int) {
        let (unread, result) = state.withLock { state in
            // The call has gone on without the rest of these responses.
            let unread = state.cutShort.filter { !$0.isCancelled }
            state.cutShort.removeAll { !$0.isCancelled }
            defer { state.requestCount += 1 }
            return (unread, (state.template.take(), state.requestCount))
        }
        for request in unread { request.end(byEndOfCall: nil) }
        return result
    }

    func end(_ error: (any Error)? = nil) {
        let cutShort = state.withLock { state in
            state.end = .some(error)
            defer { state.cutShort = [] }
            return state.cutShort
        }
        for request in cutShort { request.end(byEndOfCall: error) }
        if let error { span.note(error) }
        span.end()
    }

    /// Ends a request once it is known whether the caller or a deadline has ended the call. A deadline is a failure.
    fileprivate func end(_ request: CutShort) {
        let end = state.withLock { state in
            if state.end == nil { state.cutShort.append(request) }
            return state.end
        }
        if let end { request.end(byEndOfCall: end) }
    }
}

/// A request that was cancelled, or whose response wasn't read to its end, and the time at which that happened.
private struct CutShort: Sendable {
    let span: any Span
    let isCancelled: Bool
    let time = DefaultTracerClock.now

    func end(byEndOfCall error: (any Error)?) {
        if let error = error as? APIError, error.code == .deadline {
            span.note(error)
        } else if isCancelled || error?.isCancellation == true {
            span.note(CancellationError())
        }
        span.end(at: time)
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
        if let call, error?.isCancellation == true { return call.end(CutShort(span: span, isCancelled: true)) }
        if let error { span.note(error) }
        span.end()
    }

    /// Ends the span of a response whose body was released before its end.
    func endUnread() {
        if let call { call.end(CutShort(span: span, isCancelled: false)) } else { span.end() }
    }
}
