import Configuration
import EndpointKit
import EndpointKitAsyncHTTPClient
import EndpointKitServer
import Logging
import NIOCore

func catalog(on group: any EventLoopGroup, reader: ConfigReader, logger: Logger) throws -> APIClient {
    let tracer = CallTracer(around: AsyncHTTPClientTransport(eventLoopGroup: group))
    return APIClient(
        configuration: try APIConfiguration(reader: reader.scoped(to: "catalog")),
        transport: tracer,
        observers: [tracer, LogObserver(logger: logger), SwiftMetricsObserver()])
}
