import EndpointKit

func localConfiguration() throws -> HeroesClient {
    var configuration = try APIConfiguration(contentsOf: URL(filePath: "Config/marvel.json"), profile: "local")
    configuration.requestTimeout = .seconds(5)
    let client = HeroesClient(configuration: configuration)
    return client
}

enum Heroes {
    static let pageSize = AppSetting.integer("pageSize", in: 1...100)
    static let reportingKey = AppSetting.secret("reportingKey")
    static let options = ConfigurationOptions(variablePrefix: "HEROES_").declaring(pageSize, reportingKey)
}

func ownSettings(_ file: URL) throws -> (size: Int, key: Secret?) {
    let configuration = try APIConfiguration(contentsOf: file, options: Heroes.options)
    let size = try configuration.value(of: Heroes.pageSize) ?? 20
    let key = try configuration.value(of: Heroes.reportingKey)
    return (size, key)
}
