import EndpointKit
import EndpointKitTesting
import EndpointHTTP
import Foundation
import Synchronization
import TestSupport

extension StressRun {
    /// The variables for the run's server and for the file that the processes share, set in the environment of the calling processes.
    private static let serverVariable = "STRESS_QUOTA_SERVER"
    private static let fileVariable = "STRESS_QUOTA_FILE"

    static let quota = StressRun(
        name: "quota",
        purpose: "2,000 calls of four processes under a quota of 100 in a second, at wild times of day: never more are sent in any second"
    ) { seed in
        let environment = ProcessInfo.processInfo.environment
        if let server = environment[serverVariable], let file = environment[fileVariable] {
            return try await calls(500, server: server, file: file, seed: seed)
        }
        let server = try LoopbackServer { _ in HTTPResponse() }
        let sent = Recorder<Duration>()
        let folder = try Folder()
        var own = environment
        own[serverVariable] = server.url.absoluteString
        own[fileVariable] = folder.file("quota.json").path
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask { [own] in
                    let result = try await runThisProgram(
                        arguments: ["--run", "quota", "--seed", "\(seed &+ UInt64(number))"], environment: own)
                    try require(result.exit == .code(0), result.outputText + result.errorText)
                    for word in result.outputText.split(whereSeparator: { $0 == " " || $0.isNewline }) {
                        if let moment = Int64(word) { sent.record(.nanoseconds(moment)) }
                    }
                }
            }
            try await group.waitForAll()
        }
        let times = sent.values.sorted()
        try require(times.count == 2000, "\(times.count) calls were sent")
        var closest = Duration.seconds(1000)
        for index in times.indices.dropFirst(quotaCalls) { closest = min(closest, times[index] - times[index - quotaCalls]) }
        try require(closest > .seconds(1), "101 calls were sent in \(closest)")
        for name in folder.names { try require(try folder.permissions(name) == 0o600, "\(name) isn't private") }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        return "2,000 calls in \((seconds * 10).rounded() / 10) s; any 101 calls took \(closest) or longer"
    }

    private static let quotaCalls = 100

    /// Records when each request is passed to the engine, by the clock that the processes share.
    private struct Stamping: Transport {
        let base = PlatformTransport()
        let moments: Recorder<Duration>

        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
            moments.record(ContinuousTime.now)
            return try await base.send(request, in: context)
        }

        func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
            moments.record(ContinuousTime.now)
            return try await base.stream(request, in: context)
        }
    }

    /// Makes calls while the wall clock is different each time it is read, and returns the times at which they were sent, in nanoseconds.
    private static func calls(_ count: Int, server: String, file: String, seed: UInt64) async throws -> String {
        guard let url = URL(string: server) else { throw Options.Usage(description: "\(server) isn't a URL.") }
        let random = Mutex(SplitMix64(seed: seed))
        let store = FileQuotaStore(URL(filePath: file)) {
            random.withLock { Date().addingTimeInterval(.random(in: -1e8...1e8, using: &$0)) }
        }
        var policies = ClientPolicies.standard
        policies.retry = .never
        policies.quota = Quota(calls: quotaCalls, per: .seconds(1), store: store)
        let moments = Recorder<Duration>()
        let client = APIClient(configuration: APIConfiguration(baseURL: url, policies: policies), transport: Stamping(moments: moments))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count { group.addTask { try await client.call(.get("items/\(number)")).value } }
            try await group.waitForAll()
        }
        return moments.values.map { "\($0.components.seconds * 1_000_000_000 + $0.components.attoseconds / 1_000_000_000)" }
            .joined(separator: " ")
    }
}
