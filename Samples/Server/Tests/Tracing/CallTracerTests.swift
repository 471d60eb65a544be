import EndpointKit
import EndpointKitServer
import EndpointKitTesting
import Foundation
import InMemoryTracing
import Synchronization
import Testing
import Tracing

@Suite struct CallTracerTests {
    private let tracer = InMemoryTracer()

    private func client(
        over transport: any Transport, to url: URL? = nil, edit: (inout APIConfiguration) -> Void = { _ in }
    ) throws -> APIClient {
        let calls = CallTracer(around: transport, tracer: tracer)
        var configuration = APIConfiguration(baseURL: try url ?? #require(URL(string: "https://shop.example.com:8443/v1")))
        configuration.policies.retry = RetryPolicy(maxAttempts: 2, backoff: Backoff(initial: .zero, maximum: .zero))
        edit(&configuration)
        return APIClient(configuration: configuration, transport: calls, observers: [calls])
    }

    private func spans(_ kind: SpanKind) -> [FinishedInMemorySpan] { tracer.finishedSpans.filter { $0.kind == kind } }

    private func attribute(_ name: String, of span: FinishedInMemorySpan?) -> String? {
        switch span?.attributes.get(name) {
        case .string(let text): text
        case .int64(let number): "\(number)"
        default: nil
        }
    }

    /// Answers the first request with 503, the second with a redirect to `location`, and the redirected request with 200.
    private static func catalog(redirectingTo location: @escaping @Sendable () -> String) throws -> LoopbackServer {
        let requests = Mutex(0)
        return try LoopbackServer { request in
            if request.path != "/items/7" { return HTTPResponse(body: Data(#"{"id":7,"name":"Lamp"}"#.utf8)) }
            let number = requests.withLock { requests in
                requests += 1
                return requests
            }
            return number == 1 ? HTTPResponse(status: 503) : HTTPResponse(status: 302, headers: ["Location": location()])
        }
    }

    @Test func `CallTracer: the README shows the trace of a call with a retry and a redirect`() async throws {
        let server = try Self.catalog { "/archive/7?token=s3cr3t-0123456789" }
        let client = try client(over: CurlTransport(), to: server.url)
        _ = try await client.data(ShopEndpoint.item(7)).value
        try Readme.expectBlock(TraceText.text(of: tracer.finishedSpans, port: server.port), after: "In-memory trace")
    }

    @Test func `CallTracer: the instrument injects each request's own context, but only at the call's origin`() async throws {
        let elsewhere = Mutex<[HTTPHeaders]>([])
        let other = try LoopbackServer { request in
            elsewhere.withLock { $0.append(request.headers) }
            return HTTPResponse()
        }
        let home = Mutex<[String?]>([])
        let redirecting = try LoopbackServer { request in
            home.withLock { $0.append(request.headers[InMemoryTracer.spanIDKey]) }
            if request.path == "/a" { return HTTPResponse(status: 307, headers: ["Location": "/b"]) }
            return HTTPResponse(status: 307, headers: ["Location": "\(other.url)c"])
        }
        _ = try await client(over: CurlTransport(), to: redirecting.url).data(.get("a")).value
        let sent = spans(.client)
        try #require(sent.count == 3)
        #expect(home.withLock { $0 } == sent.prefix(2).map(\.spanID))
        let fields = elsewhere.withLock { $0 }
        #expect(fields.count == 1 && fields[0][InMemoryTracer.spanIDKey] == nil && fields[0][InMemoryTracer.traceIDKey] == nil)
        #expect(attribute("server.port", of: sent[2]) == "\(other.port)")
    }

    @Test func `CallTracer: the parent of a call's span is the caller's span, even in a started call`() async throws {
        let client = try client(over: StubTransport())
        let parent = try await tracer.withSpan("request") { span in
            _ = try await client.data(.get("items")).value
            await withCheckedContinuation { continuation in
                client.data(.get("items")).start(on: .immediate) { _ in continuation.resume() }
            }
            return span.spanID
        }
        let calls = spans(.internal).filter { $0.operationName == "GET items" }
        #expect(calls.map(\.parentSpanID) == [parent, parent])
        #expect(spans(.client).map(\.parentSpanID) == calls.map(\.spanID))
        #expect(Set(tracer.finishedSpans.map(\.traceID)).count == 1)
        #expect(tracer.activeSpans.isEmpty)
    }

    @Test func `CallTracer: a URL is redacted, and its template contains no values`() async throws {
        let client = try client(over: StubTransport())
        _ = try await client.data(.get("items/\("s3cr3t-0123456789")/parts", query: ["token": "s3cr3t", "page": 2])).value
        let span = spans(.client).first
        #expect(span?.operationName == "GET /v1/items/{id}/parts")
        #expect(attribute("url.template", of: span) == "/v1/items/{id}/parts")
        #expect(
            attribute("url.full", of: span)
                == "https://shop.example.com:8443/v1/items/<17 characters>/parts?token=<6 characters>&page=2")
        #expect(attribute("server.address", of: span) == "shop.example.com" && attribute("server.port", of: span) == "8443")
    }

    @Test(arguments: [
        (StubAnswer.status(404), "404", "badStatus", true), (.failure(.timeout), "timeout", "timeout", true),
        (StubAnswer { _ in throw Refusal(secret: "s3cr3t") }, "Refusal", "Refusal", true),
        (StubAnswer { _ in throw CancellationError() }, "cancelled", "custom", true),
    ])
    func `CallTracer: both spans record a failure's type, and no secret`(
        _ answer: StubAnswer, request: String, call: String, isError: Bool
    ) async throws {
        let client = try client(over: StubTransport([.post("items"): answer]))
        await #expect(throws: (any Error).self) { try await client.data(.post("items")).value }
        #expect(attribute("error.type", of: spans(.client).first) == request)
        #expect(attribute("error.type", of: spans(.internal).first) == call)
        #expect(spans(.internal).first?.status?.code == (isError ? .error : nil))
        #expect(tracer.finishedSpans.allSatisfy { $0.status?.message?.contains("s3cr3t") != true && $0.errors.isEmpty })
    }

    @Test func `CallTracer: a cancelled call isn't an error`() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let (answers, answer) = AsyncStream<HTTPResponse>.makeStream()
        let stub = StubTransport { _ in
            arrived.yield()
            for await response in answers { return response }
            throw CancellationError()
        }
        let client = try client(over: stub)
        async let result = client.data(.get("items")).result
        for await _ in arrivals { break }
        client.cancelAll()
        _ = await result
        withExtendedLifetime(answer) {}
        let call = spans(.internal).first
        #expect(attribute("error.type", of: call) == "cancelled" && call != nil && call?.status == nil)
    }

    @Test(arguments: [false, true])
    func `CallTracer: both spans record a missed deadline as the failure, before the head and in a body`(isBody: Bool) async throws {
        let clock = ManualClock()
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        // This throws `CancellationError`, as a transport does.
        let wait: @Sendable () async throws -> Void = {
            arrived.yield()
            try await Task.sleep(for: .seconds(3600))
        }
        let stub = StreamingStub {
            if !isBody { try await wait() }
            return HTTPResponseStream.Body {
                try await wait()
                return nil
            }
        }
        let calls = CallTracer(around: stub, tracer: tracer)
        let configuration = APIConfiguration(baseURL: try #require(URL(string: "https://a.example")))
        let client = APIClient(configuration: configuration, transport: calls, observers: [calls], clock: clock)
        let call = Task { try await client.stream(.get("items")).deadline(.seconds(5)).value.body.collected(limit: 9) }
        for await _ in arrivals { break }
        clock.advance(by: .seconds(5))
        await #expect(throws: APIError.self) { try await call.value }
        while !tracer.activeSpans.isEmpty { await Task.yield() }
        #expect(tracer.finishedSpans.map { attribute("error.type", of: $0) } == ["deadline", "deadline"])
        #expect(tracer.finishedSpans.map { $0.status?.code } == [.error, .error])
    }

    @Test func `CallTracer: a method that the conventions don't define isn't part of a span's name`() async throws {
        _ = try await client(over: StubTransport()).data(Purge()).value
        let span = spans(.client).first
        #expect(span?.operationName == "HTTP /v1/items")
        #expect(attribute("http.request.method", of: span) == "_OTHER")
        #expect(attribute("http.request.method_original", of: span) == "PURGE")
    }

    @Test func `CallTracer: a stream's spans end with its body, even if the body is released unread`() async throws {
        let client = try client(over: StubTransport(HTTPResponse(body: Data("text".utf8))))
        do {
            let stream = try await client.stream(.get("read")).value
            #expect(tracer.finishedSpans.isEmpty && tracer.activeSpans.count == 2)
            for try await _ in stream.body {}
            #expect(tracer.finishedSpans.count == 2 && tracer.activeSpans.isEmpty)
        }
        do { _ = try await client.stream(.get("released")).value }
        #expect(tracer.finishedSpans.count == 4 && tracer.activeSpans.isEmpty)
    }

    @Test(arguments: [("cancelled", nil), ("deadline", SpanStatus.Code.error)])
    func `CallTracer: if a stream ends unread, both spans record the reason`(_ type: String, _ code: SpanStatus.Code?) async throws {
        let clock = ManualClock()
        let (releases, release) = AsyncStream<Void>.makeStream()
        let stub = StreamingStub {
            let token = Token { release.yield() }
            return HTTPResponseStream.Body { withExtendedLifetime(token) { Data("text".utf8) } }
        }
        let calls = CallTracer(around: stub, tracer: tracer)
        let configuration = APIConfiguration(baseURL: try #require(URL(string: "https://a.example")))
        let client = APIClient(configuration: configuration, transport: calls, observers: [calls], clock: clock)
        let stream = try await client.stream(.get("items")).deadline(.seconds(5)).value
        #expect(tracer.activeSpans.count == 2)
        if code == nil { client.cancelAll() } else { clock.advance(by: .seconds(5)) }
        for await _ in releases { break }
        // For observers, the stream has ended, although the program still retains it.
        while !tracer.activeSpans.isEmpty { await Task.yield() }
        withExtendedLifetime(stream) {}
        #expect(tracer.finishedSpans.map { attribute("error.type", of: $0) } == [type, type])
        #expect(tracer.finishedSpans.map { $0.status?.code } == [code, code])
    }

    @Test func `CallTracer: a redirect's unread body ends its span when the next request begins`() async throws {
        let clock = ManualClock()
        let stub = StreamingStub(head: { $0.path == "/a" ? (302, ["Location": "/b"]) : (200, [:]) }) {
            HTTPResponseStream.Body { Data("text".utf8) }
        }
        let calls = CallTracer(around: stub, tracer: tracer)
        let configuration = APIConfiguration(baseURL: try #require(URL(string: "https://a.example")))
        let client = APIClient(configuration: configuration, transport: calls, observers: [calls], clock: clock)
        let stream = try await client.stream(.get("a")).deadline(.seconds(5)).value
        #expect(tracer.finishedSpans.map { attribute("http.response.status_code", of: $0) } == ["302"])
        clock.advance(by: .seconds(5))
        await #expect(throws: (any Error).self) { try await stream.body.collected(limit: 9) }
        #expect(tracer.finishedSpans.map { attribute("error.type", of: $0) } == [nil, "deadline", "deadline"])
    }

    @Test func `CallTracer: a client may list it twice as an observer`() async throws {
        let calls = CallTracer(around: StubTransport(), tracer: tracer)
        let configuration = APIConfiguration(baseURL: try #require(URL(string: "https://a.example")))
        _ = try await APIClient(configuration: configuration, transport: calls, observers: [calls, calls]).data(.get("items")).value
        #expect(tracer.finishedSpans.count == 2 && tracer.activeSpans.isEmpty)
    }

    @Test func `CallTracer: a context that no header field can contain isn't sent`() async throws {
        let fields = Mutex<[HTTPHeaders]>([])
        let stub = StubTransport { request in
            fields.withLock { $0.append(request.headers) }
            return HTTPResponse()
        }
        let tracer = InMemoryTracer(idGenerator: .init(nextTraceID: { "trace\u{1}" }, nextSpanID: { "span" }))
        let calls = CallTracer(around: stub, tracer: tracer)
        let configuration = APIConfiguration(baseURL: try #require(URL(string: "https://a.example")))
        _ = try await APIClient(configuration: configuration, transport: calls, observers: [calls]).data(.get("items")).value
        let sent = try #require(fields.withLock { $0.first })
        #expect(sent[InMemoryTracer.spanIDKey] == "span" && sent[InMemoryTracer.traceIDKey] == nil)
    }

    @Test func `CallTracer: a cached response needs no request, so there is no request span`() async throws {
        let stub = StubTransport(HTTPResponse(headers: ["Cache-Control": "max-age=3600"]))
        let client = try client(over: stub) { $0.policies.cache = CachePolicy() }
        for _ in 1...2 { _ = try await client.data(.get("items")).value }
        #expect(spans(.internal).count == 2 && spans(.client).count == 1)
    }

    @Test func `CallTracer: without the observer, requests still have spans`() async throws {
        let calls = CallTracer(around: StubTransport(), tracer: tracer)
        let client = APIClient(configuration: APIConfiguration(baseURL: try #require(URL(string: "https://a.example"))), transport: calls)
        _ = try await client.data(.get("items")).value
        #expect(tracer.finishedSpans.map(\.operationName) == ["GET"])
    }
}

private enum ShopEndpoint: RoutedEndpoint {
    case item(Int)

    var route: Route {
        switch self {
        case .item(let id): .get("items/\(id)")
        }
    }
}

private struct Purge: Endpoint {
    let path: Path = "items"
    let method: HTTPMethod = "PURGE"
}

/// Answers each request with a stream.
private struct StreamingStub: Transport {
    var head: @Sendable (HTTPRequest) -> (HTTPStatus, HTTPHeaders) = { _ in (.ok, [:]) }
    let body: @Sendable () async throws -> HTTPResponseStream.Body

    func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        throw APIError(.connection, "It only streams.")
    }

    func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        let (status, headers) = head(request)
        return HTTPResponseStream(status: status, headers: headers, body: try await body())
    }
}

/// Signals when it is released.
private final class Token: Sendable {
    private let tell: @Sendable () -> Void

    init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }
    deinit { tell() }
}

/// An error that doesn't redact itself.
private struct Refusal: Error {
    let secret: String
}
