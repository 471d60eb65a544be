public import EndpointKit
public import EndpointKitTesting

/// A loopback server that records its requests.
public final class RecordingServer: Sendable {
    public let loopback: LoopbackServer
    private let recorded: Recorder<HTTPRequest>

    public init(_ answer: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse = { _ in HTTPResponse() }) throws {
        let recorded = Recorder<HTTPRequest>()
        self.recorded = recorded
        loopback = try LoopbackServer { request in
            recorded.record(request)
            return try answer(request)
        }
    }

    /// The requests in order of arrival.
    public var requests: [HTTPRequest] { recorded.values }
    public var url: URL { loopback.url }
    public var origin: Origin { loopback.origin }

    public func client(over transport: any Transport = PlatformTransport.shared) -> APIClient { loopback.client(over: transport) }
}
