import EndpointConformance
import EndpointKit
import EndpointKitTesting
import Testing

/// The checks of the contract must be able to fail.
@Suite struct TransportConformanceTests {
    @Test(arguments: BrokenTransport.all)
    func `TransportConformance: a transport that is broken in one method is caught, with the method's name`(
        _ transport: BrokenTransport
    ) async throws {
        let way = try #require(transport.way)
        let other: TransportConformance.Way = way == .send ? .stream : .send
        for check in transport.checks {
            let failure = await #expect(throws: TransportConformance.Failure.self, "\(check) passes") { try await check.run(transport) }
            let text = try #require(failure).description
            #expect(text.hasPrefix("through \(way): ") && !text.contains("through \(other): "))
        }
    }

    @Test(arguments: TransportConformance.checks)
    func `TransportConformance: a transport that isn't broken passes`(_ check: TransportConformance.Check) async throws {
        try await check.run(BrokenTransport(fault: .none, way: nil))
    }

    @Test func `TransportConformance: every check catches a broken transport, through each method that it covers`() {
        for way in TransportConformance.Way.allCases {
            let caught = BrokenTransport.all.filter { $0.way == way }.flatMap(\.checks).map(\.name)
            let all = TransportConformance.checks.filter { $0.ways.contains(way) }.map(\.name)
            #expect(Set(all).subtracting(caught) == [], "through \(way)")
        }
    }

    @Test func `TransportConformance: a fault names only checks that exist`() {
        let known = TransportConformance.checks.map(\.name)
        for fault in Fault.all { #expect(fault.checks.subtracting(known) == [] && !fault.checks.isEmpty, "\(fault.name)") }
    }

    @Test func `TransportConformance: failures, exclusions that pass, and unknown names are all reported at once`() async throws {
        let names: Set = ["a status of 200 is a response", "a status of 404 is a response", "an empty value is a value"]
        let transport = BrokenTransport(fault: .response("has no fields", []) { $0.headers = [:] }, way: .stream)
        let failure = await #expect(throws: TransportConformance.Failure.self) {
            try await TransportConformance.verify(
                TransportConformance.checks.filter { names.contains($0.name) },
                leavingOut: [
                    .failing("a status of 404 is a response", "a status of 40 is a response", because: "It is too long."),
                    .untried("a status of 200 is a response", because: "It hangs."),
                    .untried("a status of 200 is a response", because: "It hangs."),
                ]
            ) { transport }
        }
        #expect(
            failure?.description == """
                "a status of 40 is a response": this name is left out, but no check has it
                "a status of 200 is a response": this name is left out twice
                "a status of 404 is a response": the check passes, but is left out because "It is too long."; take it off the list
                "an empty value is a value": through stream: the value is nil, but should be Optional("")
                """)
        try await TransportConformance.verify(
            TransportConformance.checks.filter { names.contains($0.name) },
            leavingOut: [.failing("an empty value is a value", because: "It has no fields.")]
        ) { transport }
    }

    @Test func `TransportConformance: a transport that reaches no server fails the checks, and blocks none of them`() async throws {
        let reaching = ["a cookie isn't kept", "a connection that is refused is an error"]
        let transport = StubTransport(HTTPResponse(status: 299))
        var complaints: Set<String> = []
        for check in TransportConformance.checks {
            do { try await check.run(transport) } catch { complaints.insert(check.name) }
        }
        #expect(complaints.count > TransportConformance.checks.count - 30 && complaints.isSuperset(of: reaching))
    }

    @Test func `TransportConformance: a check says what is wrong`() async throws {
        let transport = StubTransport(HTTPResponse(headers: ["X": "1"]))
        let check = try #require(TransportConformance.checks.first { $0.name == "an empty value is a value" })
        let failure = await #expect(throws: TransportConformance.Failure.self) { try await check.run(transport) }
        #expect(
            failure?.description == """
                through send: the value is nil, but should be Optional("")
                through stream: the value is nil, but should be Optional("")
                """)
    }
}
