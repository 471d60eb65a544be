internal import Synchronization

/// Sends equal requests in flight only once, and gives all of them the same response or failure.
///
/// Requests are equal if they have the same method, URL, credentials, header fields, limits, timeouts and connection settings, and if both
/// or neither are measured, as those of ``Call/response`` are. Parts that a ``SigningAdapter`` declares to differ in each request are
/// ignored. Only requests with a safe method and without a body are shared, and no streams.
///
/// A request that begins after an unsafe request to the same URL has ended doesn't share an earlier exchange, whose response may be out of
/// date.
///
/// The exchange keeps the priority of the request that began it, even if one with a higher priority joins it.
///
/// All waiting requests receive a failure. If their retry policies repeat it, they wait equally long, and share the next exchange too: a
/// thousand calls with three attempts each send three requests, and use the ``RetryBudget`` twice. Other decisions' attempts only join what
/// is in flight.
///
/// A client wraps its transport in a `SharingTransport` if its policies have ``ClientPolicies/sharesEqualRequests``.
package final class SharingTransport: Transport, CallAware {
    private let base: any Transport
    private struct State {
        /// The exchanges that a request may join.
        var running: [Key: SharedExchange] = [:]
        /// Exchanges from before a change of their resource, which only those that wait already get the outcome of.
        var retired: [SharedExchange] = []
        /// The number of unsafe requests that have ended.
        var changes: UInt64 = 0
    }
    private let state = Mutex(State())

    private struct Key: Hashable {
        let request: RequestKey
        let connection: ObjectIdentifier
        let bodyLimit: Int
        let timeout: Duration
        let wantsMetrics: Bool
        let followsRedirects: Bool
        let cacheUse: CacheUse
        let isRepeated: Bool

        init(_ request: HTTPRequest, in context: TransferContext) {
            self.request = RequestKey(request, in: context, withFields: true)
            connection = context.connectionIdentity
            bodyLimit = context.bodyLimit(of: request)
            timeout = request.timeout
            wantsMetrics = context.wantsMetrics
            followsRedirects = context.followsRedirects
            cacheUse = context.cacheUse
            isRepeated = context.isRepeated
        }
    }

    /// The last exchange of a call for each request: there are several if it followed redirects.
    private final class Past: Sendable {
        let exchanges = Mutex<[RequestKey: SharedExchange]>([:])
    }

    /// Wraps the transport that sends the requests.
    package init(around base: any Transport) { self.base = base }

    /// The number of requests that wait for an exchange, shared or not.
    package var waitingCount: Int {
        state.withLock { state in
            state.running.values.reduce(0) { $0 + $1.waiterCount } + state.retired.reduce(0) { $0 + $1.waiterCount }
        }
    }

    package func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        let isRetry = context.memory?.retry?.isTaken == true
        context.memory?.retry = nil
        guard request.onlyReads, request.body == nil else {
            defer { retire(after: request, in: context) }
            return try await base.send(request, in: context)
        }
        let key = Key(request, in: context)
        let past = past(in: context.memory)
        let last = isRetry ? past?.exchanges.withLock { $0[key.request] } : nil
        while true {
            try Task.checkCancellation()
            let exchange = last?.next(after: state.withLock { $0.changes }) { running(key) } ?? running(key)
            guard let seat = exchange.join(context) else { continue }
            past?.exchanges.withLock { $0[key.request] = exchange }
            if let memory = context.memory { memory.retry = RetrySeat(exchange.retry) }
            exchange.startOnce { $0.start(request, over: base, in: context, ended: { [weak self] in self?.remove($0, key) }) }
            return try await exchange.response(seat, context) { remove($0, key) }
        }
    }

    package func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        context.memory?.retry = nil
        defer { retire(after: request, in: context) }
        return try await base.stream(request, in: context)
    }

    /// Retires the exchanges of what a request may have changed, whether it succeeds or not: a failed one may have reached the server.
    private func retire(after request: HTTPRequest, in context: TransferContext) {
        if request.onlyReads { return }
        let isIdle = state.withLock { state in
            state.changes += 1
            return state.running.isEmpty
        }
        if isIdle { return }
        let resource = RequestKey(request, in: context).resource
        state.withLock { state in
            for (key, exchange) in state.running where key.request.resource == resource {
                state.running[key] = nil
                state.retired.append(exchange)
            }
        }
    }

    private func past(in memory: CallMemory?) -> Past? {
        guard let memory else { return nil }
        if let past = memory.last as? Past { return past }
        let past = Past()
        memory.remember(past)
        return past
    }

    /// The exchange in flight, or a new one.
    private func running(_ key: Key) -> SharedExchange {
        state.withLock { state in
            if let exchange = state.running[key] { return exchange }
            let exchange = SharedExchange(after: state.changes)
            state.running[key] = exchange
            return exchange
        }
    }

    private func remove(_ exchange: SharedExchange, _ key: Key) {
        state.withLock { state in
            if state.running[key] === exchange { state.running[key] = nil }
            state.retired.removeAll { $0 === exchange }
        }
    }
}
