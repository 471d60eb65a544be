public import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization

/// Calls whose responses arrive in any order, while the resource changes, time passes and the cache is cleared. No call gets a stored version
/// older than one that has been stored, or a response that was requested before a clearing.
///
/// One task takes every step, so a seed always leads to the same run.
public final class OvertakenCalls: Sendable {
    private let server = Server()
    private let clients: [APIClient]

    /// - Parameter folder: the folder of the cache, which two clients share; nil for one client with a cache in memory.
    public init(in folder: URL?) throws {
        guard let url = URL(string: "https://model.example") else { throw Complaint("the URL is none") }
        clients = (0..<(folder == nil ? 1 : 2)).map { [server] _ in
            var configuration = APIConfiguration(baseURL: url)
            configuration.policies.retry = .never
            configuration.policies.cache = CachePolicy(directory: folder, now: { server.now })
            return APIClient(configuration: configuration, transport: StubTransport { await server.answer($0) })
        }
    }

    /// Chooses the version when a request arrives, and sends the response later.
    private final class Server: Sendable {
        private struct State {
            var version = 1
            /// Milliseconds since 1970.
            var time = 1_800_000_000_000
            var waiting: [Signal] = []
            var random = SplitMix64(seed: 1)
        }
        private let state = Mutex(State())
        let asked = Counter()

        var now: Date { Date(timeIntervalSince1970: Double(state.withLock { $0.time }) / 1000) }
        var version: Int { state.withLock { $0.version } }
        func change() { state.withLock { $0.version += 1 } }
        func wait(_ milliseconds: Int) { state.withLock { $0.time += milliseconds } }

        func answer(_ request: HTTPRequest) async -> HTTPResponse {
            let signal = Signal()
            let response = state.withLock { state in
                state.waiting.append(signal)
                let tag = "\"\(state.version)\""
                let isSame = request.headers["If-None-Match"] == tag
                let dice = state.random.next()
                var headers: HTTPHeaders = ["ETag": tag, "Cache-Control": dice % 3 == 0 ? "max-age=1" : "max-age=600"]
                if dice % 5 != 0 { headers["Date"] = Self.text(of: state.time) }
                return HTTPResponse(status: isSame ? 304 : 200, headers: headers, body: Data((isSame ? "" : "\(state.version)").utf8))
            }
            asked.next()
            await signal.wait()
            return response
        }

        private static func text(of milliseconds: Int) -> String {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(identifier: "GMT")
            formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            return formatter.string(from: Date(timeIntervalSince1970: Double(milliseconds / 1000)))
        }

        /// The signal that sends one of the outstanding responses.
        func takeSignal(_ index: Int) -> Signal { state.withLock { $0.waiting.remove(at: index) } }
    }

    /// The client's knowledge, and the calls whose responses haven't arrived, in the order of their requests.
    private struct Model {
        /// The least version that may come from the cache.
        var least = 0
        /// The number of clearings.
        var clearings = 0
        var calls: [(task: Task<Response<String>, any Error>, clearings: Int)] = []
        var fromCache = 0
    }

    /// Throws a ``Complaint`` about the first stored response that no call may get.
    public func run(_ steps: Int, seed: UInt64) async throws -> String {
        var random = SplitMix64(seed: seed)
        var model = Model()
        for _ in 0..<steps {
            switch random.next() % 16 {
            case 0...6: if model.calls.count < 6 { try await start(&random, &model) }
            case 7, 8: server.change()
            case 9, 10: server.wait(Int(random.next() % 1500))
            case 11...14: if !model.calls.isEmpty { try await finish(Int(random.next() % UInt64(model.calls.count)), &model) }
            default:
                clients[Int(random.next() % UInt64(clients.count))].cache?.removeAll()
                model.clearings += 1
                // Later responses can be told from earlier ones.
                model.least = server.version + 1
                server.change()
            }
        }
        while !model.calls.isEmpty { try await finish(0, &model) }
        return "\(model.fromCache) of \(steps) steps were answered by a cache"
    }

    private func start(_ random: inout SplitMix64, _ model: inout Model) async throws {
        let client = clients[Int(random.next() % UInt64(clients.count))]
        let use: CacheUse = random.next() % 3 == 0 ? .ignore : .standard
        let headers: HTTPHeaders = random.next() % 3 == 0 ? ["Cache-Control": "no-cache"] : [:]
        // Requests aren't sent in the same millisecond, because their order then wouldn't be known.
        server.wait(1)
        let (before, isOver) = (server.asked.count, Counter())
        let task = Task {
            defer { isOver.next() }
            return try await client.string(.get("items", headers: headers)).cached(use).response
        }
        await eventually { [server] in server.asked.count > before || isOver.count > 0 }
        if server.asked.count > before { return model.calls.append((task, model.clearings)) }
        let response = try await task.value
        let version = Int(response.value) ?? 0
        model.fromCache += 1
        try require(version >= model.least, "the cache answered with version \(version) after version \(model.least)")
    }

    private func finish(_ index: Int, _ model: inout Model) async throws {
        server.wait(1)
        server.takeSignal(index).give()
        let call = model.calls.remove(at: index)
        let response = try await call.task.value
        // The response of a request before the clearing isn't stored.
        if call.clearings == model.clearings { model.least = max(model.least, Int(response.value) ?? 0) }
    }
}
