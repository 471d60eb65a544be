public import EndpointKit
import EndpointKitTesting
import Synchronization

/// How often a request reached servers that lose connections.
public struct ResendFigures: Sendable, CustomStringConvertible {
    public var server: ResendServer.Kind
    public var method: HTTPMethod
    public var hasBody: Bool
    public var rounds = 0
    public var answered = 0
    /// The number of requests received in all rounds together.
    public var seen = 0
    public var mostSeen = 0
    /// Failures that aren't reported as a lost connection.
    public var otherFailures: [String] = []

    public var description: String {
        "\(server), \(method) \(hasBody ? "with" : "without") a body: seen \(seen) times in \(rounds) rounds, one at most \(mostSeen) times; "
            + "answered \(answered)" + (otherFailures.first.map { "; \(otherFailures.count) other failures: \($0)" } ?? "")
    }
}

/// Sends every method, with and without a body, over used connections to servers that lose them.
public func resendRounds(_ rounds: Int) async throws -> [ResendFigures] {
    var table: [ResendFigures] = []
    for kind in ResendServer.Kind.allCases {
        let server = try ResendServer(kind)
        for method in [HTTPMethod.get, .head, .put, .post, .patch, .delete, .options] {
            for hasBody in [false, true] {
                table.append(try await server.figures(of: method, hasBody: hasBody, rounds: rounds))
            }
        }
    }
    return table
}

/// A server that answers `/used`, so that there is a connection to reuse, and closes it on any other request.
public final class ResendServer: Sendable {
    public enum Kind: String, CaseIterable, Sendable, CustomStringConvertible {
        case readsAndCloses, readsHeadAndCloses, hasClosed, resets
        public var description: String { rawValue }
    }

    private let kind: Kind
    private let server: LoopbackServer
    private let seen: Counts
    private let transport = PlatformTransport()

    private final class Counts: Sendable {
        private let byPath = Mutex<[String: Int]>([:])
        func add(_ path: String) { byPath.withLock { $0[path, default: 0] += 1 } }
        subscript(path: String) -> Int { byPath.withLock { $0[path] ?? 0 } }
    }

    init(_ kind: Kind) throws {
        self.kind = kind
        let seen = Counts()
        self.seen = seen
        server = try LoopbackServer(raw: { connection in
            while true {
                let head = String(decoding: connection.readHead(), as: UTF8.self)
                let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
                guard words.count == 3 else { return }
                let path = String(words[1])
                if path != "/used" { seen.add(path) }
                switch kind {
                case .hasClosed:
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                    return
                case _ where path == "/used": try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                case .readsAndCloses, .resets:
                    // The body's last byte is unique.
                    while head.contains("Content-Length: \(ResendServer.body.count)"), let last = connection.read().last, last != 0 {}
                    if kind == .resets { connection.reset() }
                    return
                case .readsHeadAndCloses: return
                }
            }
        })
    }

    private static let body = Data(repeating: 65, count: 300_000) + [0]

    func figures(of method: HTTPMethod, hasBody: Bool, rounds: Int) async throws -> ResendFigures {
        var figures = ResendFigures(server: kind, method: method, hasBody: hasBody, rounds: rounds)
        for round in 0..<rounds {
            _ = try await transport.send(HTTPRequest(origin: server.origin, path: "/used"))
            do {
                _ = try await transport.send(request(method, hasBody, round))
                figures.answered += 1
            } catch {
                if reason(of: error as? APIError) != .disconnected { figures.otherFailures.append("\(error)") }
            }
        }
        let counts = (0..<rounds).map { seen[Self.path(method, hasBody, $0)] }
        figures.seen = counts.reduce(0, +)
        figures.mostSeen = counts.max() ?? 0
        return figures
    }

    private func request(_ method: HTTPMethod, _ hasBody: Bool, _ round: Int) -> HTTPRequest {
        HTTPRequest(
            method: method, origin: server.origin, path: Path(Self.path(method, hasBody, round)),
            body: hasBody ? HTTPBodyEntity(contentType: nil, content: .data(Self.body)) : nil)
    }

    private static func path(_ method: HTTPMethod, _ hasBody: Bool, _ round: Int) -> String { "/\(method)-\(hasBody)-\(round)" }
}

extension LoopbackConnection {
    /// Reads everything up to the empty line, and the bytes that arrive with it.
    fileprivate func readHead() -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.firstRange(of: "\r\n\r\n".utf8) == nil {
            let more = read()
            if more.isEmpty { return [] }
            bytes += more
        }
        return bytes
    }
}
