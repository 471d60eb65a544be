public import EndpointKit

/// A third-party transport, as a call sees it: it notices only the cancellation of its own task.
public struct Foreign: Transport {
    private let base: any Transport

    public init(base: any Transport) { self.base = base }

    public func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        try await base.send(request, in: stripped(context))
    }
    public func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        try await base.stream(request, in: stripped(context))
    }

    private func stripped(_ context: TransferContext) -> TransferContext {
        var context = context
        context.interruption = nil
        return context
    }
}
