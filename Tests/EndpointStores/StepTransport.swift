import EndpointConformance
import EndpointKit
import Foundation

@testable import EndpointClient
@testable import EndpointStores

/// A client's steps around a transport, for tests that make the requests themselves. The response may have any status.
struct StepTransport: Transport {
    private let core: ClientCore
    @TaskLocal static var use = CacheUse.standard
    /// A client that doesn't follow a redirect reads its body, whatever the context of a test says.
    static let checks = TransportConformance.checks.filter {
        $0.name != "a redirect's body doesn't decide the outcome, if the caller follows redirects"
    }

    init(around base: any Transport, cache: CachePolicy? = nil, cookies: CookieJar? = nil) {
        var configuration = APIConfiguration(baseURL: URL(filePath: "/"))
        (configuration.policies.cache, configuration.policies.cookies) = (cache, cookies)
        (configuration.policies.redirects, configuration.policies.maxConcurrentCalls) = (.none, nil)
        core = ClientCore(
            configuration: configuration, transport: Base(transport: base), adapters: [], decisions: { _ in [ParseDecision()] },
            observers: [], decoder: nil, clock: ContinuousClock())
    }

    var cache: ResponseCache? { core.cache }

    func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        try await answer(to: request, .memory, context).response
    }

    func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        let answer = try await answer(to: request, .stream(nil), context)
        var stream = HTTPResponseStream(answer.response)
        if case .stream(let body)? = answer.content { stream.body = body }
        return stream
    }

    private func answer(to request: HTTPRequest, _ destination: BodyDestination, _ context: TransferContext) async throws -> Answer {
        var (request, options) = (request, CallOptions())
        request.bodyLimit = context.bodyLimit(of: request)
        options.cacheUse = Self.use
        let plan = CallPlan(Route.get("/"), accept: "*/*")
        let exchanger = Exchanger(
            core, plan, CallOptions.Shared(options), callID: 0, start: core.clock.now,
            AdapterChain(core, Interruption(), own: [], authentication: nil, isDownload: false, request), core.decisions, core.decoder,
            core.bounds, reporter: nil)
        let call = CallHandle(plan.endpoint, nil, groups: [])
        exchanger.body = try BodyTransfer(destination, of: call, resuming: nil, progress: nil, reporter: nil)
        return try await Base.$context.withValue(context) { try await exchanger.value { answer, _ in answer } }
    }

    /// Sends each request with the context of the test instead of the client's.
    private struct Base: Transport {
        let transport: any Transport
        @TaskLocal static var context: TransferContext?

        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
            try await transport.send(request, in: Self.context ?? context)
        }

        func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
            try await transport.stream(request, in: Self.context ?? context)
        }
    }
}
