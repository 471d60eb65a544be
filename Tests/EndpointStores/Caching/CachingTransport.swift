import EndpointKit
import EndpointKitTesting
import Foundation

@testable import EndpointStores

/// The cache's step around a transport, without a client, for tests of the cache's own rules.
struct CachingTransport: Transport {
    let base: any Transport
    let cache: ResponseCache
    @TaskLocal static var use = CacheUse.standard

    init(around base: any Transport, cache: ResponseCache) {
        self.base = base
        self.cache = cache
    }

    private func visit(_ request: HTTPRequest, _ context: TransferContext, isRepeated: Bool = false) throws -> CacheVisit {
        try Task.checkCancellation()
        try request.validate()
        try context.validate(for: request)
        var demand = CacheDemand(request, cache.policy.isOffline ? .only : Self.use)
        demand.isRepeated = isRepeated
        return CacheVisit(
            request, to: cache, since: cache.moment, of: .nobody, over: context.connection, demand,
            leavesRedirectsUnread: context.followsRedirects)
    }

    func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        let response: HTTPResponse
        switch try visit(request, context).begin() {
        case .pass: return try await base.send(request, in: context)
        case .answer(let answer, _): response = answer
        case .answerWhileValidating(let answer, let stored):
            Task.detached {
                guard case .send(let exchange)? = try? visit(request, context, isRepeated: true).begin() else { return }
                let answer = try? await sent(exchange, context)
                let hasFailed = answer.map { $0.source == .stale || $0.status.rawValue >= 400 } ?? true
                cache.endValidation(request.method, stored, hasFailed: hasFailed)
            }
            response = answer
        case .send(let exchange): response = try await sent(exchange, context)
        }
        guard response.body.count <= context.bodyLimit(of: request) else {
            throw APIError(.bodyTooLarge, "The response's body is larger than the limit.", request: request)
        }
        return response
    }

    private func sent(_ exchange: CacheExchange, _ context: TransferContext) async throws -> HTTPResponse {
        do {
            switch exchange.sending(exchange.request).received(try await base.send(exchange.request, in: context)) {
            case .message(let response): return response
            case .again(let exchange): return try await sent(exchange, context)
            }
        } catch {
            if let stale = exchange.staleAnswer(after: error) { return stale }
            throw error
        }
    }

    func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        switch try visit(request, context).begin() {
        case .pass: return try await base.stream(request, in: context)
        case .answer(let answer, _), .answerWhileValidating(let answer, _): return HTTPResponseStream(answer)
        case .send(let exchange):
            switch exchange.sending(exchange.request).received(try await base.stream(exchange.request, in: context)) {
            case .message(let stream): return stream
            case .again: throw APIError(.connection, "The double doesn't send a stream again.")
            }
        }
    }
}
