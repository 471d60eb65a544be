import EndpointKit

extension TransportConformance {
    /// The two methods of a transport. Both must keep the contract.
    package enum Way: CaseIterable, Sendable { case send, stream }
}

/// The transport that a check uses. Both of its methods call the same method of another transport, so that each check is written only once.
struct Caller: Transport {
    let base: any Transport
    let way: TransportConformance.Way

    func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        try await send(request, in: context) {}
    }

    /// - Parameter onFirstPart: called when the first part of a streamed body has arrived. With `send`, called before the request.
    func send(_ request: HTTPRequest, in context: TransferContext, onFirstPart: () -> Void) async throws -> HTTPResponse {
        if way == .send {
            onFirstPart()
            return try await base.send(request, in: context)
        }
        let stream = try await base.stream(request, in: context)
        var response = HTTPResponse(head: stream)
        for try await chunk in stream.body {
            if response.body.isEmpty { onFirstPart() }
            response.body += chunk
        }
        return response
    }

    func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        if way == .stream { return try await base.stream(request, in: context) }
        return HTTPResponseStream(try await base.send(request, in: context))
    }
}
