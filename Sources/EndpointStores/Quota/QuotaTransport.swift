/// Sends requests to one service only as a ``Quota`` and the server's own reports allow. Requests to other origins aren't limited.
///
/// A client wraps its transport in a `QuotaTransport` if its policies have a quota.
package struct QuotaTransport: Transport, AwaitedInPlace {
    private let base: any Transport
    private let isCounted: @Sendable (Origin) -> Bool
    private let gate: QuotaGate

    /// Limits the requests that `base` sends.
    ///
    /// - Parameters:
    ///   - base: the transport that sends the requests.
    ///   - quota: the limit, and the store that counts the requests.
    ///   - isCounted: whether an origin belongs to the service. By default, all origins do, so every request and every report counts.
    ///   - clock: measures the waits.
    package init(
        around base: any Transport, _ quota: Quota, for isCounted: @escaping @Sendable (Origin) -> Bool = { _ in true },
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.base = base
        self.isCounted = isCounted
        gate = QuotaGate(quota, clock: AnyClock(clock))
    }

    /// The number of requests that wait for their turn.
    package var waitingCount: Int { gate.waitingCount }

    package func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        try await limited(request, context, head: { $0 }) { try await base.send(request, in: context) }
    }

    package func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        try await limited(request, context, head: HTTPResponse.init(head:)) { try await base.stream(request, in: context) }
    }

    private func limited<Response: Sendable>(
        _ request: HTTPRequest, _ context: TransferContext, head: (Response) -> HTTPResponse, _ send: () async throws -> Response
    ) async throws -> Response {
        if !isCounted(request.origin) { return try await send() }
        let number = try await gate.enter(context)
        do {
            let response = try await send()
            gate.leave(number, head(response), wasSent: true)
            return response
        } catch {
            gate.leave(number, (error as? APIError)?.response, wasSent: !error.happenedBeforeSending)
            throw error
        }
    }
}

extension Error {
    /// Whether the request can't have reached the server.
    fileprivate var happenedBeforeSending: Bool {
        guard let error = self as? APIError else { return false }
        if let failure = error.underlying as? TransportFailure { return [.nameResolution, .connect].contains(failure.reason) }
        return [.invalidRequest, .configuration].contains(error.code)
    }
}
