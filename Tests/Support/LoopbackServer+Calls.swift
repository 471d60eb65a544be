public import EndpointKit
public import EndpointKitTesting

extension HTTPRequest {
    /// A request whose timeout is longer than any wait on a busy machine.
    public static func get(_ server: LoopbackServer, _ path: Path = "/") -> HTTPRequest {
        HTTPRequest(origin: server.origin, path: path, timeout: .seconds(600))
    }

    public static func get(_ server: RecordingServer, _ path: Path = "/") -> HTTPRequest { get(server.loopback, path) }
}

extension LoopbackServer {
    /// The configuration of a client that calls it. Its timeout is longer than any wait on a busy machine.
    public var configuration: APIConfiguration { configuration() }

    public func configuration(policies: ClientPolicies = .standard) -> APIConfiguration {
        APIConfiguration(baseURL: url, requestTimeout: .seconds(600), policies: policies)
    }

    public func client(over transport: any Transport = PlatformTransport.shared) -> APIClient {
        APIClient(configuration: configuration, transport: transport)
    }
}
