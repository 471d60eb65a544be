import Configuration
import EndpointKit
import EndpointKitServer
import Logging

struct Item: Codable, Sendable {
    var id: Int
    var name: String
}

enum CatalogEndpoint: RoutedEndpoint {
    case item(Int)

    var route: Route {
        switch self {
        case .item(let id): .get("items/\(id)")
        }
    }
}

/// A client of the catalog that is traced, logged and counted, and configured with swift-configuration.
final class CatalogClient: APIClient, @unchecked Sendable {
    #if canImport(Darwin)
        static let engine: any Transport = URLSessionTransport.shared
    #else
        static let engine: any Transport = CurlTransport.shared
    #endif

    init(reader: ConfigReader, transport: any Transport = engine, logger: Logger) throws {
        let tracer = CallTracer(around: transport)
        super.init(
            configuration: try APIConfiguration(reader: reader), transport: tracer,
            observers: [tracer, LogObserver(logger: logger), SwiftMetricsObserver()])
    }

    func item(_ id: Int) -> Call<Item> { call(CatalogEndpoint.item(id)) }
}
