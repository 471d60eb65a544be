import EndpointConformance
import EndpointKit
import EndpointKitTesting
import Testing

private typealias MyTransport = StubTransport
private let exclusions: [TransportConformance.Exclusion] = []

@Suite(.disabled("The example stands for a transport that nobody has written: it must compile.")) struct ContractExample {
    // Example: TransportConformance.swift

    // Example: TransportConformance.swift
}

/// The code of the article "The transport contract".
enum Contract {
    // Example: TransportContract.md#overview

    static func client(_ configuration: APIConfiguration, folder: URL) -> APIClient {
        // Example: TransportContract.md#overview
        return client
    }
}
