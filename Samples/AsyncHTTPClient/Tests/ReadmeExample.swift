import EndpointKit
import EndpointKitAsyncHTTPClient
import Logging
import NIOCore

func client(on group: any EventLoopGroup, logger: Logger) throws -> APIClient {
    let configuration = try APIConfiguration(contentsOf: URL(filePath: "Config/api.json"))
    return APIClient(
        configuration: configuration,
        transport: AsyncHTTPClientTransport(eventLoopGroup: group),
        observers: [LogObserver(logger: logger), SwiftMetricsObserver()])
}
