public import EndpointKit
import struct HTTPTypes.HTTPField
import Synchronization
public import Tracing

/// Traces calls with swift-distributed-tracing: a span for each call, and inside it a span for each request that is sent. Each attempt sends
/// a request, and so does each redirect that it follows. The tracer is an observer and a transport, and a client needs it as both.
///
///     let tracer = CallTracer(around: AsyncHTTPClientTransport())
///     let client = APIClient(configuration: configuration, transport: tracer, observers: [tracer])
///
/// The parent of a call's span is the current span of the task that makes the call. A request's span has the attributes of OpenTelemetry's
/// conventions for HTTP clients. The call's span is internal, as these conventions require, because one request would otherwise count
/// twice. Its name is ``EndpointKit/CallEvent/endpointLabel``, and it has an event for each retry. URLs are redacted, and the text of an
/// error that isn't an ``EndpointKit/APIError`` isn't shown.
///
/// The instrument injects the context of a request's span into the header fields, after the authentication. It isn't injected after a server
/// has redirected to another origin, because baggage must not reach other origins. A call that is answered from the client's cache
/// sends no request, so it has no request span.
public final class CallTracer: CallObserver {
    public var followsProgress: Bool { false }
    private let running = Mutex<[UInt64: TracedCall]>([:])
    private let base: any Transport
    private let tracer: any Tracer
    private let instrument: any Instrument

    /// - Parameters:
    ///   - base: sends the requests.
    ///   - tracer: creates the spans, and injects their context; nil, the default, for the tracer and the instrument of the process. They are
    ///     looked up here, so bootstrap the system first.
    public init(around base: any Transport, tracer: (any Tracer)? = nil) {
        self.base = base
        self.tracer = tracer ?? InstrumentationSystem.tracer
        instrument = tracer ?? InstrumentationSystem.instrument
    }

    public func observe(_ event: CallEvent) {
        switch event.kind {
        case .queued:
            // A client may have the tracer as an observer twice.
            if call(event.callID) != nil { return }
            let context = InstrumentationContext.current ?? .topLevel
            let span: any Span = tracer.startSpan(event.endpointLabel, context: context)
            running.withLock { $0[event.callID] = TracedCall(span) }
        case .adapted(let request):
            // A path that a server chose has no template.
            call(event.callID)?.adapt(template: request.isAway ? nil : request.path.template)
        case .retry(let wait):
            let retry = SpanEvent(name: "retry", attributes: ["wait.seconds": .double(wait / .seconds(1))])
            call(event.callID)?.span.addEvent(retry)
        case .finished: remove(event.callID)?.end()
        case .failed(let error), .cancelled(let error): remove(event.callID)?.end(error)
        case .sent, .head, .progress, .received, .decision, .decoded: break
        }
    }

    private func call(_ id: UInt64) -> TracedCall? { running.withLock { $0[id] } }

    private func remove(_ id: UInt64) -> TracedCall? { running.withLock { $0.removeValue(forKey: id) } }
}

extension CallTracer: Transport {
    public func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        let (traced, request) = begin(request, in: context)
        do {
            let response = try await InstrumentationContext.$current.withValue(traced.span.context) {
                try await base.send(request, in: context)
            }
            traced.span.note(response.status, response.metrics)
            traced.end()
            return response
        } catch {
            traced.end(error)
            throw error
        }
    }

    /// The span ends with the body.
    public func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        let (traced, request) = begin(request, in: context)
        do {
            var stream = try await InstrumentationContext.$current.withValue(traced.span.context) {
                try await base.stream(request, in: context)
            }
            traced.span.note(stream.status, stream.metrics)
            let body = TracedBody(stream.body, traced)
            stream.body = HTTPResponseStream.Body { try await body.next() }
            return stream
        } catch {
            traced.end(error)
            throw error
        }
    }

    /// Starts the span of a request, and injects its context.
    private func begin(_ request: HTTPRequest, in context: TransferContext) -> (TracedRequest, HTTPRequest) {
        let call = context.callID.flatMap(self.call)
        let (template, number) = call?.beginRequest() ?? (nil, 0)
        let parent = call?.span.context ?? InstrumentationContext.current ?? .topLevel
        let method = KnownMethod(request.method)
        let name = ([method.spanName] + (template.map { [$0] } ?? [])).joined(separator: " ")
        let span: any Span = tracer.startSpan(name, context: parent, ofKind: .client)
        span.updateAttributes { attributes in
            attributes["http.request.method"] = method.attribute
            if !method.isKnown { attributes["http.request.method_original"] = request.method.rawValue }
            attributes["url.full"] = request.redaction.redactedURL(of: request)
            attributes["url.template"] = template
            attributes["server.address"] = request.origin.host.filter { !"[]".contains($0) }
            attributes["server.port"] = request.origin.port
            if number > 0 { attributes["http.request.resend_count"] = number }
        }
        var request = request
        if !request.isAway { instrument.inject(span.context, into: &request.headers, using: HeaderInjector()) }
        return (TracedRequest(span, of: call), request)
    }
}

private struct HeaderInjector: Injector {
    /// Leaves out a field that can't be sent, rather than let the call fail.
    func inject(_ value: String, forKey key: String, into headers: inout HTTPHeaders) {
        if HTTPField.Name(key) != nil, HTTPField.isValidValue(value) { headers[key] = value }
    }
}

/// The body of a response, whose span ends when the body is read, fails or is released.
private final class TracedBody: Sendable {
    private let body: HTTPResponseStream.Body
    private let traced: Mutex<TracedRequest?>

    init(_ body: HTTPResponseStream.Body, _ traced: TracedRequest) {
        self.body = body
        self.traced = Mutex(traced)
    }

    deinit { traced.withLock { $0.take() }?.endUnread() }

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
        traced.withLock { $0.take() }?.end(error)
    }
}
