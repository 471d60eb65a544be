public import EndpointKit

/// Another's transport, as a call sees it.
public struct Foreign: Transport {
    private let base: any Transport

    public init(base: any Transport) { self.base = base }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await base.send(Self.stripped(request)) }
    public func stream(_ request: HTTPRequest) async throws -> HTTPResponseStream { try await base.stream(Self.stripped(request)) }

    /// As one that makes the request anew would pass it on.
    private static func stripped(_ request: HTTPRequest) -> HTTPRequest {
        HTTPRequest(
            method: request.method, origin: request.origin, path: request.path, query: request.query, headers: request.headers,
            body: request.body, timeout: request.timeout, policies: request.policies)
    }
}
