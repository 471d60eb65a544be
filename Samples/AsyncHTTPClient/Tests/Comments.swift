import EndpointKit
import EndpointKitAsyncHTTPClient
import Logging
import NIOCore

/// The code of the sources' comments.
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
}
