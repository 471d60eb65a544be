import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct HashedQueryAuthenticationTests {
    struct Characters: AuthenticatedEndpoint {
        var path: Path { "characters" }
        var query: Query { ["limit": 2] }
    }

    private func signed(at seconds: Double) async throws -> HTTPRequest {
        try await sent(Characters()) {
            $0.query = ["lang": "en"]
            $0.authentication = .hashedQuery(publicKey: "1234", privateKey: "abcd") { Date(timeIntervalSince1970: seconds) }
        }
    }

    @Test func `HashedQueryAuthentication: it reproduces the documented example, and appends its items in order`() async throws {
        let request = try await signed(at: 0.001)
        #expect(request.query.encoded == "lang=en&limit=2&ts=1&apikey=1234&hash=ffd275c5130566a2916217b101f26150")
        #expect(HashedQueryAuthentication.hash(timestamp: "1", publicKey: "1234", privateKey: "abcd") == "ffd275c5130566a2916217b101f26150")
    }

    @Test(arguments: [(0.0, "0"), (1_398_781_097.25, "1398781097250"), (-1, "-1000"), (9e15, "9000000000000000000")])
    func `HashedQueryAuthentication: the timestamp is in milliseconds`(seconds: Double, timestamp: String) async throws {
        #expect(try await signed(at: seconds).query["ts"] == timestamp)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 9.3e15])
    func `HashedQueryAuthentication: a clock out of range is an authentication error`(seconds: Double) async throws {
        let error = await #expect(throws: APIError.self) { try await signed(at: seconds) }
        #expect(error?.code == .authentication)
    }

    @Test func `HashedQueryAuthentication: Foundation's most distant dates can be signed`() async throws {
        #expect(try await signed(at: Date.distantFuture.timeIntervalSince1970).query["hash"]?.count == 32)
        #expect(try await signed(at: Date.distantPast.timeIntervalSince1970).query["hash"]?.count == 32)
    }

    @Test func `HashedQueryAuthentication: it is computed once per attempt, and again for the next one`() async throws {
        let time = TestTime(Date(timeIntervalSince1970: 0), step: 0.001)
        let again = Restarting { attempt, _ in attempt < 3 ? .restart : .pass }
        let stub = StubTransport()
        let client = try APIClient.example(stub, decisions: [again, ParseDecision()]) {
            $0.authentication = .hashedQuery(publicKey: "1234", privateKey: "abcd", now: { time.date })
        }
        _ = try await client.data(Characters()).value
        #expect(stub.requests.map { $0.query.values(for: "ts") } == [["1"], ["2"], ["3"]])
        #expect(
            stub.requests.map { $0.query.values(for: "hash") }
                == (1...3).map {
                    [HashedQueryAuthentication.hash(timestamp: "\($0)", publicKey: "1234", privateKey: "abcd")]
                })
    }
}
