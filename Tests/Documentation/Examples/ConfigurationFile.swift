import EndpointKit

func localConfiguration() throws -> HeroesClient {
    // Example: ConfigurationFile.md#overview
    return client
}

// Example: ConfigurationFile.md#the-applications-own-settings

func ownSettings(_ file: URL) throws -> (size: Int, key: Secret?) {
    // Example: ConfigurationFile.md#the-applications-own-settings
    return (size, key)
}
