import EndpointKit
import EndpointKitTesting
import MarvelGateway
import TestSupport
import Testing

@Suite struct FrontEndTests {
    /// The statuses of 20 calls, every other of which is the same, or "lost" if the connection broke off. The latencies follow.
    private static func fates(_ faults: Faults, seed: Int) async throws -> [String] {
        let waits = Recorder<Duration>()
        let caller = try GatewayCaller(faults: faults, seed: seed, wait: { waits.record($0) })
        var fates: [Int?] = []
        for number in 0..<20 {
            fates.append(try? await caller.call("/stories", "limit=1&offset=\(number % 2 == 0 ? 0 : number)").status.rawValue)
        }
        return fates.map { $0.map { "\($0)" } ?? "lost" } + waits.values.map { "\($0)" }
    }

    @Test func `FrontEnd: the seed determines which calls fail and wait, the same in each run`() async throws {
        let faults = Faults(latency: .milliseconds(10)...(.milliseconds(90)), status: 0.3, statuses: [500], truncation: 0.2)
        let fates = try await Self.fates(faults, seed: 7)
        #expect(Set(fates).isSuperset(of: ["200", "500", "lost"]) && Set(fates).count > 20)
        #expect(try await Self.fates(faults, seed: 7) == fates)
        #expect(try await Self.fates(faults, seed: 8) != fates)
        #expect(try await Self.fates(Faults(status: 0), seed: 7) == Array(repeating: "200", count: 20))
    }

    @Test(
        arguments: [
            (503, #"{"code":503,"status":"Service Unavailable"}"#),
            (401, #"{"code":"InvalidCredentials","message":"The passed API key is invalid."}"#),
            (429, #"{"code":"RequestThrottled","message":"Your account has used up its calls for this day."}"#),
        ] as [(HTTPStatus, String)])
    func `FrontEnd: a failing status has the service's body`(status: HTTPStatus, body: String) async throws {
        let response = try await GatewayCaller(faults: Faults(status: 1, statuses: [status])).call("/comics")
        #expect(response.status == status && response.text == body)
    }

    // A client that keeps calling after a lost response notices the quota.
    @Test(arguments: [
        (Faults(failure: 1), TransportFailure.Reason.disconnected, false), (Faults(disconnect: 1), .disconnected, false),
        (Faults(truncation: 1), .truncated, true), (Faults(status: 1), nil, false),
    ])
    func `FrontEnd: a lost response is a connection failure, and its call counts`(
        faults: Faults, failure: TransportFailure.Reason?, isThrottled: Bool
    ) async throws {
        let log = Recorder<AccessRecord>()
        let caller = try GatewayCaller(dailyQuota: 1, faults: faults, log: { log.record($0) })
        for _ in 0..<2 { #expect(reason(of: await TestSupport.failure { try await caller.call("/characters") }) == failure) }
        #expect(log.values.contains { $0.status == 429 } == isThrottled)
    }

    @Test func `FrontEnd: a response and a picture arrive after their latency`() async throws {
        let (log, waits) = (Recorder<AccessRecord>(), Recorder<Int>())
        let latency = Duration.seconds(1)
        let caller = try GatewayCaller(
            faults: Faults(latency: latency...latency), wait: { if $0 == latency { waits.record(log.count) } }, log: { log.record($0) })
        let path = try await caller.page("/characters/1009610")["results"]?[0]?["thumbnail"]?.text("path") ?? ""
        _ = try await APIClient(configuration: APIConfiguration(baseURL: try #require(URL(string: path + ".png")))).data(.get("")).value
        #expect(waits.values == [0, 1] && log.count == 2)
    }

    @Test func `FrontEnd: a call without a response ends with its client's timeout`() async throws {
        let (over, logged) = (BlockingSignal(), Signal())
        let (waits, log) = (Recorder<Duration>(), Recorder<AccessRecord>())
        let caller = try GatewayCaller(
            faults: Faults(timeout: 1),
            wait: { duration in
                waits.record(duration)
                over.wait()
            },
            log: { record in
                log.record(record)
                logged.give()
            })
        let error = await failure { try await caller.call("/comics", timeout: .milliseconds(100)) }
        // The connection is held until a client with the default timeout would have given up.
        #expect(error?.code == .timeout && log.count == 0)
        over.give()
        await logged.wait()
        #expect(waits.values == [HTTPRequest(origin: caller.origin).timeout])
        #expect(log.last?.description.hasPrefix("GET /v1/public/comics: no response, 0 bytes, ") == true)
    }
}
