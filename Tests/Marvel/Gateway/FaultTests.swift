import EndpointKit
import EndpointKitTesting
import MarvelGateway
import TestSupport
import Testing

@Suite struct FaultTests {
    /// The statuses of 40 calls, of which every other is the same; nil where the connection broke off.
    private static func fates(_ faults: Faults, seed: Int) async throws -> [Int?] {
        let caller = try GatewayCaller(faults: faults, seed: seed)
        var fates: [Int?] = []
        for number in 0..<40 {
            fates.append(try? await caller.call("/stories", "limit=1&offset=\(number % 2 == 0 ? 0 : number)").status.rawValue)
        }
        return fates
    }

    @Test func `calls fail by the seed, the same ones in each run`() async throws {
        let faults = Faults(status: 0.3, statuses: [500], truncation: 0.2)
        let fates = try await Self.fates(faults, seed: 7)
        #expect(fates.contains(200) && fates.contains(500) && fates.contains(nil))
        #expect(try await Self.fates(faults, seed: 7) == fates)
        #expect(try await Self.fates(faults, seed: 8) != fates)
        #expect(try await Self.fates(Faults(status: 0), seed: 7) == Array(repeating: 200, count: 40))
    }

    @Test(
        arguments: [
            (503, #"{"code":503,"status":"Service Unavailable"}"#),
            (401, #"{"code":"InvalidCredentials","message":"The passed API key is invalid."}"#),
            (429, #"{"code":"RequestThrottled","message":"Your account has used up its calls for this day."}"#),
        ] as [(HTTPStatus, String)])
    func `a status has a body that clients can read, the documented one where there is one`(status: HTTPStatus, body: String) async throws {
        let response = try await GatewayCaller(faults: Faults(status: 1, statuses: [status])).call("/comics")
        #expect(response.status == status && response.text == body)
    }

    @Test(arguments: [
        (Faults(failure: 1), TransportFailure.Reason.disconnected), (Faults(disconnect: 1), .disconnected),
        (Faults(truncation: 1), .truncated),
    ])
    func `a dropped connection is no answer`(faults: Faults, failure: TransportFailure.Reason) async throws {
        let caller = try GatewayCaller(faults: faults)
        let error = await #expect(throws: APIError.self) { try await caller.call("/comics") }
        #expect(reason(of: error) == failure)
    }

    @Test func `pictures fail as well`() async throws {
        let path = try await Self.picture(GatewayCaller())
        #expect(path.hasSuffix("/images/3-d-man"))
        let recorder = Recorder<Duration>()
        let caller = try GatewayCaller(faults: Faults(latency: .seconds(1)...(.seconds(1))), wait: { recorder.record($0) })
        let url = try #require(URL(string: try await Self.picture(caller) + ".png"))
        #expect(try await APIClient(configuration: APIConfiguration(baseURL: url)).data(.get("")).value.count > 100)
        #expect(recorder.values == [.seconds(1), .seconds(1)])
    }

    private static func picture(_ caller: GatewayCaller) async throws -> String {
        try #require(try await caller.page("/characters", "limit=1")["results"]?[0]?["thumbnail"]?["path"]?.string)
    }

    @Test func `an answer comes after its latency`() async throws {
        let (waiting, over) = (Signal(), BlockingSignal())
        let log = Recorder<AccessRecord>()
        let caller = try GatewayCaller(
            faults: Faults(latency: .milliseconds(50)...(.milliseconds(50))),
            wait: { duration in
                #expect(duration == .milliseconds(50))
                waiting.give()
                over.wait()
            }, log: { log.record($0) })
        async let response = caller.call("/characters")
        await waiting.wait()
        #expect(log.count == 0)
        over.give()
        #expect(try await response.status == 200)
        #expect(log.count == 1)
    }

    @Test func `a call that gets no answer ends with its client's timeout, and the service has it`() async throws {
        let (over, logged) = (BlockingSignal(), Signal())
        let (waits, log, times) = (Recorder<Duration>(), Recorder<AccessRecord>(), Counter())
        let caller = try GatewayCaller(
            faults: Faults(timeout: 1),
            now: {
                _ = times.next()
                return GatewayCaller.newYear2026
            },
            wait: { duration in
                waits.record(duration)
                over.wait()
            },
            log: { record in
                log.record(record)
                logged.give()
            })
        let before = times.next()
        let error = await failure { try await caller.call("/comics", timeout: .milliseconds(100)) }
        #expect(error?.code == .timeout)
        // The connection is still held, until a client without a timeout of its own would have given up.
        #expect(log.count == 0)
        over.give()
        await logged.wait()
        #expect(waits.values == [HTTPRequest(origin: caller.origin).timeout])
        #expect(log.last?.description.hasPrefix("GET /v1/public/comics: no response, 0 bytes, ") == true)
        #expect(times.next() == before + 2)
    }

    @Test func `latencies are in their range, and the same in each run`() async throws {
        func waits(seed: Int) async throws -> [Duration] {
            let waits = Recorder<Duration>()
            let caller = try GatewayCaller(
                faults: Faults(latency: .milliseconds(10)...(.milliseconds(90))), seed: seed, wait: { waits.record($0) })
            for _ in 0..<10 { _ = try await caller.call("/creators/8001") }
            return waits.values
        }
        let first = try await waits(seed: 1)
        #expect(Set(first).count == 10 && first.allSatisfy { (.milliseconds(10)...(.milliseconds(90))).contains($0) })
        #expect(try await waits(seed: 1) == first)
        #expect(try await waits(seed: 2) != first)
    }

    // Whoever keeps calling after a lost answer finds out.
    @Test(arguments: [(Faults(truncation: 1), 1), (Faults(status: 1), 0)])
    func `a call that reaches the service counts, also if its answer is lost`(faults: Faults, counted: Int) async throws {
        let log = Recorder<AccessRecord>()
        let caller = try GatewayCaller(dailyQuota: 1, faults: faults, log: { log.record($0) })
        for _ in 0..<2 { _ = try? await caller.call("/characters") }
        #expect(log.values.contains { $0.status == 429 } == (counted == 1))
    }
}
