import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport

extension StressRun {
    /// The server of the run, and the file that the processes share: set in the environment of those that call.
    private static let serverVariable = "STRESS_QUOTA_SERVER"
    private static let fileVariable = "STRESS_QUOTA_FILE"

    static let quota = StressRun(
        name: "quota", purpose: "2,000 calls of four processes under a quota of 100 in a second: the server never gets more in any second"
    ) { seed in
        let environment = ProcessInfo.processInfo.environment
        if let server = environment[serverVariable], let file = environment[fileVariable] {
            return try await calls(500, server: server, file: file)
        }
        let arrivals = Recorder<ContinuousClock.Instant>()
        let server = try LoopbackServer { _ in
            arrivals.record(.now)
            return HTTPResponse()
        }
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
                }
            }
            try await group.waitForAll()
        }
        let times = arrivals.values.sorted()
        try require(times.count == 2000, "\(times.count) calls arrived")
        var closest = Duration.seconds(1000)
        for index in times.indices.dropFirst(quotaCalls) { closest = min(closest, times[index] - times[index - quotaCalls]) }
        try require(closest > .seconds(1), "101 calls came in \(closest)")
        for name in folder.names { try require(try folder.permissions(name) == 0o600, "\(name) isn't private") }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        return "2,000 calls in \((seconds * 10).rounded() / 10) s; any 101 calls took \(closest) or longer"
    }

    private static let quotaCalls = 100

    private static func calls(_ count: Int, server: String, file: String) async throws -> String {
        guard let url = URL(string: server) else { throw Options.Usage(description: "\(server) is no URL.") }
        var policies = ClientPolicies.standard
        policies.retry = .never
        policies.quota = Quota(calls: quotaCalls, per: .seconds(1), store: FileQuotaStore(URL(filePath: file)))
        let client = APIClient(configuration: APIConfiguration(baseURL: url, policies: policies))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count { group.addTask { try await client.call(.get("items/\(number)")).value } }
            try await group.waitForAll()
        }
        return "\(count) calls"
    }
}
