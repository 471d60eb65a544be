import EndpointKit
import EndpointKitTesting
import Testing

private typealias MyTransport = StubTransport
private let exclusions: [TransportConformance.Exclusion] = []

@Suite(.disabled("The example stands for a transport that nobody has written: it must compile.")) struct ContractExample {
    @Test func `MyTransport: it keeps the contract`() async throws {
        try await TransportConformance.verify(leavingOut: [
            .failing("a stream of unknown length is sent in chunks", because: "The engine reads a body before it sends it.")
        ]) { MyTransport() }
    }

    @Test(.serialized, arguments: TransportConformance.checks)
    func `MyTransport: it keeps the contract`(_ check: TransportConformance.Check) async throws {
        try await check.run(MyTransport(), leavingOut: exclusions)
    }
}
