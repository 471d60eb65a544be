import EndpointKit
import TestSupport

/// The requests to an `AnswerServer`, and the types to which its JSON is decoded.
struct Calls: Sendable {
    struct Page: Decodable, Sendable {
        struct Item: Decodable, Sendable {
            var id: Int
            var name: String
            var score: Double
            var tags: [String]
        }
        var code: Int
        var status: String
        var results: [Item]
    }

    let client: APIClient
    let route: Route
    let request: HTTPRequest

    init(_ server: URL, _ path: Path, transport: CurlTransport = .shared, configure: (inout APIConfiguration) -> Void = { _ in }) throws {
        var configuration = APIConfiguration(baseURL: server, requestTimeout: .seconds(600))
        configuration.policies.bodyLimit = 1 << 30
        // A benchmark chooses the number of calls in flight itself.
        configuration.policies.maxConcurrentCalls = nil
        configure(&configuration)
        client = APIClient(configuration: configuration, transport: transport)
        route = .get(path)
        request = try client.request(for: route)
    }

    /// Makes `calls` calls with a given number in flight, and fails unless each body has `size` bytes.
    func data(_ calls: Int, inFlight: Int, size: Int) throws -> Times {
        try Self.times(calls, inFlight: inFlight) {
            let count = try await client.data(route).value.count
            try require(count == size, "a body has \(count) bytes instead of \(size)")
        }
    }

    func typed<Value: Decodable & Sendable>(
        _ calls: Int, inFlight: Int, _ type: Value.Type, isRight: @escaping @Sendable (Value) -> Bool
    ) throws -> Times {
        try Self.times(calls, inFlight: inFlight) {
            try require(isRight(try await client.call(route, as: type).value), "an answer was decoded to something else")
        }
    }

    /// The same as `data`, in plain C.
    func plain(_ calls: Int, inFlight: Int, size: Int) throws -> Times {
        try Times.of { try PlainC(request).get(calls: calls, inFlight: inFlight) { $0.count == size } }
    }

    /// The same as `typed`, in plain C with the same decoder.
    func plain<Value: Decodable>(_ calls: Int, inFlight: Int, _ type: Value.Type, isRight: @escaping (Value) -> Bool) throws -> Times {
        let decoder = ResponseDecoder()
        return try Times.of {
            try PlainC(request).get(calls: calls, inFlight: inFlight) { body in
                (try? decoder.decode(type, from: HTTPResponse(body: Data(body)))).map(isRight) ?? false
            }
        }
    }

    /// Each task makes its calls one after the other. `calls` is a multiple of the number of tasks.
    static func times(_ calls: Int, inFlight: Int, _ call: @escaping @Sendable () async throws -> Void) throws -> Times {
        try Times.of {
            try blocking {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<inFlight {
                        group.addTask { for _ in 0..<(calls / inFlight) { try await call() } }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }
}
