public import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization

/// A cache is cleared while its responses are looked up and validated. Afterwards, no client of the folder finds a response that was stored
/// before the clearing.
public struct Clearings: Sendable {
    private let folder: URL?

    /// - Parameter folder: the folder that two clients share, as two processes do; nil for one client with a cache in memory.
    public init(in folder: URL?) { self.folder = folder }

    private static let resources = 24

    /// Confirms every condition, and otherwise sends a body with the number of its response.
    private static func stub(_ counter: Counter) -> StubTransport {
        StubTransport { request in
            if request.headers.contains("If-None-Match") { return HTTPResponse(status: 304) }
            return HTTPResponse(headers: ["Cache-Control": "max-age=600", "ETag": "\"a\""], body: Data("\(counter.next())".utf8))
        }
    }

    /// Throws a ``Complaint`` about the first round that leaves something behind.
    public func run(rounds: Int, seed: UInt64) async throws -> String {
        guard let url = URL(string: "https://model.example") else { throw Complaint("the URL is none") }
        let counter = Counter()
        let clients = (0..<(folder == nil ? 1 : 2)).map { _ in
            var configuration = APIConfiguration(baseURL: url)
            configuration.policies.cache = CachePolicy(directory: folder)
            return APIClient(configuration: configuration, transport: Self.stub(counter))
        }
        var random = SplitMix64(seed: seed)
        for round in 0..<rounds {
            for number in 0..<Self.resources { _ = try await clients[0].data(.get("\(number)")).cached(.ignore).value }
            let last = counter.count
            let (clearing, reading) = (clients[0], clients[clients.count - 1])
            let (turns, offset) = (random.next() % 40, Int(random.next() % UInt64(Self.resources)))
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for _ in 0..<turns { await Task.yield() }
                    clearing.cache?.removeAll()
                }
                group.addTask {
                    for number in 0..<Self.resources {
                        let route = Route.get("\((number + offset) % Self.resources)", headers: ["Cache-Control": "no-cache"])
                        _ = try? await reading.data(route).value
                    }
                }
            }
            for (index, client) in clients.enumerated() {
                for number in 0..<Self.resources {
                    guard let text = try? await client.string(.get("\(number)")).cached(.only).value else { continue }
                    try require((Int(text) ?? 0) > last, "round \(round): client \(index) still finds response \(text) of \(last)")
                }
            }
        }
        return "nothing was left after \(rounds) clearings"
    }
}
