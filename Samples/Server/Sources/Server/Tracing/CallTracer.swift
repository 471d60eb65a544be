public import EndpointKit
import Synchronization
public import Tracing

/// Traces calls with swift-distributed-tracing: a span for each call, and inside it a span for each request that is sent, which is one for
/// each attempt and for each redirect that an attempt follows. It is an observer and a transport; a client needs it as both.
///
///     let tracer = CallTracer(around: AsyncHTTPClientTransport())
///     let client = APIClient(configuration: configuration, transport: tracer, observers: [tracer])
///
/// The parent of a call's span is the current span of the task that makes the call. A request's span has the attributes of OpenTelemetry's
/// conventions for HTTP clients. The call's span is internal, as these conventions ask for: otherwise one request would count twice. Its
/// name is ``EndpointKit/CallEvent/endpointLabel``, and it has an event for each retry. URLs are redacted, and the text of an error that
/// isn't an ``EndpointKit/APIError`` isn't shown.
///
/// The instrument injects the context of a request's span into the header fields, after the authentication. It isn't injected once a server
/// has led to another origin, because baggage is no business of other origins. Answers from a client's cache send no request, so they have
/// no span.
public final class CallTracer: CallObserver {
    /// A call in flight.
    private struct Running {
        let span: any Span
        var template: String?
        var requests = 0
    }
    private let running = Mutex<[UInt64: Running]>([:])
    private let base: any Transport
    private let tracer: any Tracer
    private let instrument: any Instrument

    /// - Parameters:
    ///   - base: sends the requests.
    ///   - tracer: makes the spans, and injects their context; nil, the default, for the tracer and the instrument of the process, which are
    ///     looked up here: bootstrap the system before.
    public init(around base: any Transport, tracer: (any Tracer)? = nil) {
        self.base = base
        self.tracer = tracer ?? InstrumentationSystem.tracer
        instrument = tracer ?? InstrumentationSystem.instrument
    }

    public func observe(_ event: CallEvent) {
        switch event.kind {
        case .queued:
            let context = InstrumentationContext.current ?? .topLevel
            let span: any Span = tracer.startSpan(event.endpointLabel, context: context)
            running.withLock { $0[event.callID] = Running(span: span) }
        case .adapted(let request):
            // The path of a server's choice has no template.
            let template = request.isAway ? nil : request.path.template
            running.withLock { $0[event.callID]?.template = template }
        case .retry(let wait):
            let span = running.withLock { $0[event.callID]?.span }
            span?.addEvent(SpanEvent(name: "retry", attributes: ["wait.seconds": .double(wait / .seconds(1))]))
        case .finished: end(event)
        case .failed(let error), .cancelled(let error): end(event, error)
        case .sent, .head, .progress, .received, .decision, .decoded: break
        }
    }

    private func end(_ event: CallEvent, _ error: (any Error)? = nil) {
        guard let span = running.withLock({ $0.removeValue(forKey: event.callID) })?.span else { return }
        if let error { span.note(error) }
        span.end()
    }
}

extension CallTracer: Transport {
    public func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        let (span, request) = begin(request, in: context)
        defer { span.end() }
        do {
            let response = try await InstrumentationContext.$current.withValue(span.context) { try await base.send(request, in: context) }
            span.note(response.status, response.metrics)
            return response
        } catch {
            span.note(error)
            throw error
        }
    }

    /// The span ends with the body.
    public func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        let (span, request) = begin(request, in: context)
        do {
            var stream = try await InstrumentationContext.$current.withValue(span.context) { try await base.stream(request, in: context) }
            span.note(stream.status, stream.metrics)
            let body = TracedBody(stream.body, span)
            stream.body = HTTPResponseStream.Body { try await body.next() }
            return stream
        } catch {
            span.note(error)
            span.end()
            throw error
        }
    }

    /// Opens the span of a request, and injects its context.
    private func begin(_ request: HTTPRequest, in context: TransferContext) -> (any Span, HTTPRequest) {
        let call = context.callID.flatMap { id in
            running.withLock { running in
                defer {
                    running[id]?.requests += 1
                    // That of a redirect is the server's choice.
                    running[id]?.template = nil
                }
                return running[id]
            }
        }
        let parent = call?.span.context ?? InstrumentationContext.current ?? .topLevel
        let method = KnownMethod(request.method)
        let name = ([method.spanName] + (call?.template.map { [$0] } ?? [])).joined(separator: " ")
        let span: any Span = tracer.startSpan(name, context: parent, ofKind: .client)
        span.updateAttributes { attributes in
            attributes["http.request.method"] = method.attribute
            if !method.isKnown { attributes["http.request.method_original"] = request.method.rawValue }
            attributes["url.full"] = request.redaction.redactedURL(of: request)
            attributes["url.template"] = call?.template
            attributes["server.address"] = request.origin.host.filter { !"[]".contains($0) }
            attributes["server.port"] = request.origin.port
            if let call, call.requests > 0 { attributes["http.request.resend_count"] = call.requests }
        }
        var request = request
        if !request.isAway { instrument.inject(span.context, into: &request.headers, using: HeaderInjector()) }
        return (span, request)
    }
}

private struct HeaderInjector: Injector {
    func inject(_ value: String, forKey key: String, into headers: inout HTTPHeaders) { headers[key] = value }
}

/// The body of a response, whose span ends when the body is read, fails or is released.
private final class TracedBody: Sendable {
    private let body: HTTPResponseStream.Body
    private let span: Mutex<(any Span)?>

    init(_ body: HTTPResponseStream.Body, _ span: any Span) {
        self.body = body
        self.span = Mutex(span)
    }

    deinit { end() }

    func next() async throws -> Data? {
        do {
            // Iterators share the body's position.
            var iterator = body.makeAsyncIterator()
            let chunk = try await iterator.next()
            if chunk == nil { end() }
            return chunk
        } catch {
            end(error)
            throw error
        }
    }

    private func end(_ error: (any Error)? = nil) {
        guard let span = span.withLock({ $0.take() }) else { return }
        if let error { span.note(error) }
        span.end()
    }
}
