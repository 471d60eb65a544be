import Configuration
import EndpointKit
import EndpointKitServer
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle

/// A server that answers with the data of another service: `GET /items/7` makes a call to the catalog.
///
/// Its settings are environment variables: `HTTP_PORT`, `CATALOG_BASE_URL`, `CATALOG_REQUEST_TIMEOUT` and the other keys of EndpointKit.
@main struct Storefront {
    static func main() async throws {
        // A real server installs its backend for traces and metrics here: InstrumentationSystem.bootstrap(…).
        let reader = ConfigReader(provider: EnvironmentVariablesProvider())
        let logger = Logger(label: "storefront")
        let catalog: CatalogClient
        do { catalog = try CatalogClient(reader: reader.scoped(to: "catalog"), logger: logger) } catch {
            logger.critical("the settings of the catalog, whose variables begin with CATALOG_: \(error)")
            exit(EXIT_FAILURE)
        }
        try await application(over: catalog, reader: reader.scoped(to: "http"), logger: logger).runService()
    }

    /// The server shuts down first, and then the client's calls end.
    static func application(over catalog: CatalogClient, reader: ConfigReader, logger: Logger) -> some ApplicationProtocol {
        let router = Router()
        router.add(middleware: TracingMiddleware())
        router.get("items/:id") { _, context in
            let id = try context.parameters.require("id", as: Int.self)
            do { return try await catalog.item(id).value } catch let error as APIError {
                throw HTTPError(error.status == .notFound ? .notFound : .badGateway)
            }
        }
        return Application(
            router: router, configuration: ApplicationConfiguration(reader: reader),
            services: [ClientService(catalog, gracePeriod: .seconds(20))], logger: logger)
    }
}

extension Item: ResponseEncodable {}
