import Configuration
import EndpointKit
import EndpointKitAsyncHTTPClient
import EndpointKitTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryTracing
import Logging
import Synchronization
import Testing
import Tracing

@testable import storefront

/// The program of this package, as a server that receives calls and makes its own.
@Suite struct HummingbirdTests {
    /// The tracer of the whole process, as in a server, because Hummingbird looks it up there.
    private static let tracer: InMemoryTracer = {
        let tracer = InMemoryTracer()
        InstrumentationSystem.bootstrap(tracer)
        return tracer
    }()

    private static let engines: [any Transport] = [CatalogClient.engine, AsyncHTTPClientTransport()]

    @Test(arguments: engines)
    func `Storefront: the span of an incoming request is the parent of the outgoing call`(_ engine: any Transport) async throws {
        let tracer = Self.tracer
        let received = Mutex<[EndpointKit.HTTPHeaders]>([])
        let upstream = try LoopbackServer { request in
            received.withLock { $0.append(request.headers) }
            return EndpointKit.HTTPResponse(headers: ["Content-Type": "application/json"], body: Data(#"{"id":7,"name":"Lamp"}"#.utf8))
        }
        let catalog = try Self.catalog(at: upstream.url, over: engine)
        let trace = "trace of \(type(of: engine))"
        try await Self.application(over: catalog).test(.live) { server in
            let response = try await server.execute(
                uri: "/items/7", method: .get,
                headers: [try Self.name(InMemoryTracer.traceIDKey): trace, try Self.name(InMemoryTracer.spanIDKey): "caller"])
            #expect(response.status == .ok && String(buffer: response.body).contains("Lamp"))
        }
        // The server's span may end after its response has been read.
        let active = tracer.activeSpans.filter { $0.traceID == trace }
        let finished = tracer.finishedSpans.filter { $0.traceID == trace }
        let incoming = active.first { $0.kind == .server }?.spanContext ?? finished.first { $0.kind == .server }?.spanContext
        let call = try #require(finished.first { $0.kind == .internal })
        let request = try #require(finished.first { $0.kind == .client })
        #expect(incoming?.parentSpanID == "caller")
        #expect(call.operationName == "CatalogEndpoint.item" && call.parentSpanID == incoming?.spanID)
        #expect(request.operationName == "GET /items/{id}")
        #expect(request.parentSpanID == call.spanID)
        // There is one span of each kind, because AsyncHTTPClient's own tracing is off.
        #expect(finished.filter { $0.kind != .server }.count == 2)
        let fields = received.withLock { $0 }
        #expect(fields.map { $0[InMemoryTracer.traceIDKey] } == [trace])
        #expect(fields.map { $0[InMemoryTracer.spanIDKey] } == [request.spanID])
    }

    @Test(arguments: [(404, 404), (500, 502)])
    func `Storefront: a failure of the catalog becomes the server's own status`(
        _ status: Int, _ expected: Int
    ) async throws {
        _ = Self.tracer
        let url = try #require(URL(string: "https://catalog.example.com"))
        let catalog = try Self.catalog(at: url, over: StubTransport(EndpointKit.HTTPResponse(status: HTTPStatus(rawValue: status))))
        try await Self.application(over: catalog).test(.router) { server in
            let response = try await server.execute(uri: "/items/7", method: .get)
            #expect(response.status.code == expected)
        }
    }

    private static func catalog(at url: URL, over transport: any Transport) throws -> CatalogClient {
        let reader = ConfigReader(
            provider: InMemoryProvider(values: ["baseURL": ConfigValue(.string("\(url)"), isSecret: false), "retry.maxAttempts": 1]))
        return try CatalogClient(reader: reader, transport: transport, logger: quiet)
    }

    private static func application(over catalog: CatalogClient) -> some ApplicationProtocol {
        Storefront.application(
            over: catalog, reader: ConfigReader(provider: InMemoryProvider(values: ["host": "127.0.0.1", "port": 0])), logger: quiet)
    }

    private static let quiet = Logger(label: "storefront") { _ in SwiftLogNoOpLogHandler() }

    private static func name(_ text: String) throws -> HTTPField.Name { try #require(HTTPField.Name(text)) }
}
