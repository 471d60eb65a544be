public import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization

/// A user signs out while calls are in flight. Two clients share a cookie file and a cache's folder, as two processes do. Afterwards, no
/// request carries the session's cookie, and no response to the user is stored.
public struct SignOuts: Sendable {
    private let folder: URL?
    private let shares: Bool

    /// - Parameters:
    ///   - folder: the folder of the cache and of the cookie file; nil for one client with both in memory.
    ///   - shares: whether equal calls share a run.
    public init(in folder: URL?, shares: Bool) {
        self.folder = folder
        self.shares = shares
    }

    /// Sets a cookie with each response to a request that began before the sign-out. While the server is closed, it holds its responses back,
    /// and later sends each at its own moment.
    private final class Server: Sendable {
        private let random = Mutex(SplitMix64(seed: 1))
        private let isOpen = Mutex(true)
        private let isSignedOut = Mutex(false)
        private let spread: UInt64
        let asked = Counter()

        init(spread: UInt64) { self.spread = spread }

        func close() { isOpen.withLock { $0 = false } }
        func open() { isOpen.withLock { $0 = true } }
        func noteSignOut(_ isOver: Bool) { isSignedOut.withLock { $0 = isOver } }

        func answer() async -> HTTPResponse {
            // A call that begins later may store what it gets.
            if isSignedOut.withLock({ $0 }) { return HTTPResponse(headers: ["Cache-Control": "no-store"]) }
            asked.next()
            await eventually { self.isOpen.withLock { $0 } }
            for _ in 0..<random.withLock({ $0.next() }) % spread { await Task.yield() }
            return HTTPResponse(
                headers: [
                    "Set-Cookie": "session=1; Path=/; Max-Age=600", "Cache-Control": "max-age=0, stale-while-revalidate=600",
                ], body: Data("private".utf8))
        }
    }

    private struct Process {
        let client: APIClient
        let jar: CookieJar
    }

    private func process(_ server: Server) throws -> Process {
        guard let url = URL(string: "https://model.example") else { throw Complaint("the URL is none") }
        let jar = folder.map { CookieJar(file: $0.appending(path: "cookies.json")) } ?? CookieJar()
        var configuration = APIConfiguration(baseURL: url)
        configuration.policies.cookies = jar
        configuration.policies.cache = CachePolicy(directory: folder)
        configuration.policies.sharesEqualRequests = shares
        let client = APIClient(configuration: configuration, transport: StubTransport { _ in await server.answer() })
        return Process(client: client, jar: jar)
    }

    private static let resources = 3

    /// Throws a ``Complaint`` about the first round that leaves something behind.
    ///
    /// - Parameter spread: the number of turns of the scheduler within which responses and sign-outs occur; at least 1.
    public func run(rounds: Int, spread: UInt64, seed: UInt64) async throws -> String {
        let server = Server(spread: spread)
        var random = SplitMix64(seed: seed)
        for round in 0..<rounds {
            let processes = try (0..<(folder == nil ? 1 : 2)).map { _ in try process(server) }
            // In every other round, the calls receive stored responses, which are validated in the background.
            let isStored = round % 2 == 1
            if isStored {
                // The first request has no cookie.
                for path in [0] + Array(0..<Self.resources) { _ = try await processes[0].client.data(.get("\(path)")).value }
            }
            let before = server.asked.count
            server.close()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for process in processes {
                    for number in 0..<4 * Self.resources {
                        group.addTask { _ = try? await process.client.data(.get("\(number % Self.resources)")).value }
                    }
                }
                let count = processes.count * Self.resources * (isStored || shares ? 1 : 4)
                await eventually { server.asked.count - before == count }
                server.open()
                for _ in 0..<random.next() % spread { await Task.yield() }
                server.noteSignOut(true)
                try await signOut(processes[0])
                try await check(round, processes[0], "at once")
                try await group.waitForAll()
            }
            // Waits for the validations too.
            for process in processes { await process.client.shutDown(gracePeriod: .seconds(60)) }
            for process in processes { try await check(round, process, "in the end") }
            server.noteSignOut(false)
        }
        return "nothing was left after \(rounds) sign-outs, before which \(server.asked.count) requests had begun"
    }

    private func signOut(_ process: Process) async throws {
        process.client.cancelAll()
        process.client.cache?.removeAll()
        try await process.jar.removeAll()
    }

    private func check(_ round: Int, _ process: Process, _ time: String) async throws {
        let cookies = try await process.jar.cookies()
        try require(cookies.isEmpty, "round \(round): \(time) the jar has \(cookies.count) cookies")
        let count = process.client.cache?.usage.count ?? 0
        try require(count == 0, "round \(round), folder \(folder != nil), shares \(shares): \(time) \(count) responses are stored")
    }
}
