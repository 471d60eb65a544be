public import EndpointKit
import EndpointKitTesting

/// Calls by one client, 64 at a time, which are all answered.
public struct AnsweredCalls: Sendable {
    private let server: LoopbackServer
    private let client: APIClient

    public init(on transport: any Transport) throws {
        server = try LoopbackServer(raw: { connection in
            let answer = Array("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello".utf8)
            while !connection.read().isEmpty { try connection.write(answer) }
        })
        client = server.client(over: transport)
    }

    /// The number of connections made so far. They stay open.
    public var connectionCount: Int { server.acceptedCount }

    /// `count` is a multiple of 64.
    public func run(_ count: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    for _ in 0..<(count / 64) {
                        let text = try await client.string(.get("hello")).value
                        try require(text == "hello", "a call was answered with \(text)")
                    }
                }
            }
            try await group.waitForAll()
        }
        try require(connectionCount <= 64, "64 calls at a time made \(connectionCount) connections")
    }
}
