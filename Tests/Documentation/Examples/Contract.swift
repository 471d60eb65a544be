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
