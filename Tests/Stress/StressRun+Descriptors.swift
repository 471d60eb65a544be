import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport

extension StressRun {
    static let bursts = [
        burst(descriptors: 1024, engines: 16), burst(descriptors: 512, engines: 8),
        burst(descriptors: 128, engines: ProcessInfo.processInfo.activeProcessorCount),
    ]

    private static func burst(descriptors limit: UInt64, engines: Int) -> StressRun {
        StressRun(
            name: "burst-\(limit)",
            purpose: "after 12 clients' 500 calls each with \(limit) descriptors, other calls and files get theirs at once"
        ) { _ in
            let server = try await startThisProgram(arguments: ["--run", burstServer.name])
            defer { server.kill() }
            guard let ports = await server.nextLine()?.split(separator: " ").compactMap({ Int($0) }), ports.count == 2 else {
                throw Complaint("the server didn't start")
            }
            try setDescriptorLimit(limit)
            let transport = CurlTransport(engines: engines)
            let answered = try await burst(to: ports[0], transport)
            // Another host, without a retry, and a file.
            let other = try client(ports[1], transport, retry: .never)
            for number in 0..<20 {
                let text = try await other.string(.get("other")).value
                try require(text == "hello", "call \(number) was answered with \(text)")
                let folder = try Folder()
                _ = try await other.download(.get("file"), to: folder.file("file")).value
            }
            await eventually { openDescriptors() <= Int(limit) / 2 }
            return "\(answered) of 6,000 calls were answered; \(openDescriptors()) descriptors are open"
        }
    }

    private static func client(_ port: Int, _ transport: CurlTransport, retry: RetryPolicy = .standard) throws -> APIClient {
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw Complaint("the URL is none") }
        var configuration = APIConfiguration(baseURL: url)
        configuration.policies.retry = retry
        return APIClient(configuration: configuration, transport: transport)
    }

    /// Calls that find no descriptor may fail. Returns how many were answered.
    private static func burst(to port: Int, _ transport: CurlTransport) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<12 {
                let client = try client(port, transport)
                for _ in 0..<500 { group.addTask { (try? await client.string(.get("burst")).value) == "hello" ? 1 : 0 } }
            }
            return try await group.reduce(0, +)
        }
    }

    /// Its descriptors are those of another process.
    static let burstServer = StressRun(name: "burst-server", purpose: "answers until it is killed", limit: .seconds(120)) { _ in
        let servers = try (0..<2).map { _ in
            try LoopbackServer(raw: { connection in
                let answer = Array("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello".utf8)
                while !connection.read().isEmpty { try connection.write(answer) }
            })
        }
        print(servers.map { "\($0.port)" }.joined(separator: " "))
        fflush(nil)
        try await Task.sleep(for: .seconds(100))
        return "\(servers.count) servers"
    }

    private static func setDescriptorLimit(_ count: UInt64) throws {
        var limit = rlimit(rlim_cur: rlim_t(count), rlim_max: rlim_t(count))
        try require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, "the limit can't be set")
    }
}
