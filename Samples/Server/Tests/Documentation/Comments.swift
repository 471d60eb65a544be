import Configuration
import EndpointKit
import EndpointKitAsyncHTTPClient
import EndpointKitServer
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// The code in the sources' comments.
enum Comments {
    static func client(_ configuration: APIConfiguration, on group: any EventLoopGroup) -> APIClient {
        let client = APIClient(configuration: configuration, transport: AsyncHTTPClientTransport(eventLoopGroup: group))
        return client
    }

    static func logging(_ configuration: APIConfiguration, to logger: Logger) -> APIClient {
        APIClient(configuration: configuration, observers: [LogObserver(logger: logger)])
    }

    static func measured(_ configuration: APIConfiguration) -> APIClient {
        APIClient(configuration: configuration, observers: [SwiftMetricsObserver()])
    }

    static func traced(_ configuration: APIConfiguration) -> APIClient {
        let tracer = CallTracer(around: AsyncHTTPClientTransport())
        let client = APIClient(configuration: configuration, transport: tracer, observers: [tracer])
        return client
    }

    static func configured() throws -> APIConfiguration {
        let reader = ConfigReader(provider: EnvironmentVariablesProvider())
        let configuration = try APIConfiguration(reader: reader.scoped(to: "catalog"))
        return configuration
    }

    static func group(_ catalog: APIClient, _ server: any Service, logger: Logger) -> ServiceGroup {
        ServiceGroup(services: [ClientService(catalog), server], gracefulShutdownSignals: [.sigterm], logger: logger)
    }
}
