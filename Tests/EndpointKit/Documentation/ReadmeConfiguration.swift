import EndpointKit

func loaded() throws -> APIConfiguration {
    var configuration = try APIConfiguration(contentsOf: URL(filePath: "Config/marvel.json"), profile: "local")
    configuration.requestTimeout = .seconds(5)
    return configuration
}
