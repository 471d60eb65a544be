public import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization

/// Two users download different files from one URL, with the same entity tag, to one path. Downloads break off anywhere, and the other user
/// may sign in before the next attempt. Every complete file belongs to one user.
public struct DownloadsOfTwoUsers: Sendable {
    private let folder: URL
    private let server = Server()

    public init(in folder: URL) { self.folder = folder }

    /// How a client tells the server who its user is.
    private enum Sign: CaseIterable {
        case bearer, custom, cookie, authorization, key, query, redirect
    }

    private final class Server: Sendable {
        private struct State {
            var random = SplitMix64(seed: 1)
            var resumed = 0
        }
        private let state = Mutex(State())
        static let length = 64

        var resumed: Int { state.withLock { $0.resumed } }

        func answer(_ request: HTTPRequest) -> HTTPResponse {
            let fields = ["Authorization", "Cookie", "X-Api-Key", "X-User"].compactMap { request.headers[$0] }
            let texts = fields + request.query.compactMap(\.value)
            let user = texts.contains { $0.contains("bob") } ? "b" : texts.contains { $0.contains("ann") } ? "a" : "0"
            if request.path.encoded == "/moved" { return HTTPResponse(status: 302, headers: ["Location": "/file"]) }
            return state.withLock { state in
                let start = request.headers["Range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
                if start != nil { state.resumed += 1 }
                let rest = Self.length - (start ?? 0)
                let count = state.random.next() % 3 == 0 ? rest : Int(state.random.next() % UInt64(rest))
                var headers: HTTPHeaders = ["ETag": "\"1\"", "Accept-Ranges": "bytes", "Content-Length": "\(rest)"]
                if let start { headers["Content-Range"] = "bytes \(start)-\(Self.length - 1)/\(Self.length)" }
                let body = Data(String(repeating: user, count: count).utf8)
                return HTTPResponse(status: start == nil ? 200 : 206, headers: headers, body: body)
            }
        }
    }

    /// Throws a ``Complaint`` about the first file with the bytes of two users.
    public func run(_ count: Int, seed: UInt64) async throws -> String {
        guard let url = URL(string: "https://model.example") else { throw Complaint("the URL is none") }
        var random = SplitMix64(seed: seed)
        let file = folder.appending(path: "file")
        var complete = 0
        for sign in Sign.allCases {
            let jar = CookieJar()
            let user = Mutex("ann")
            var configuration = APIConfiguration(baseURL: url)
            configuration.policies.retry = RetryPolicy(
                maxAttempts: 3, backoff: Backoff(initial: .zero, maximum: .zero), budget: RetryBudget(ratio: 1, reserve: 1_000_000))
            configuration.policies.cookies = jar
            let name: @Sendable () -> String = { user.withLock { $0 } }
            switch sign {
            case .bearer, .redirect: configuration.authentication = UserAuthentication(name: name)
            case .custom: configuration.authentication = .custom(AnyAdapter { $0.headers["X-User"] = name() })
            default: break
            }
            let seeds = Mutex(SplitMix64(seed: random.next()))
            let isChanging = sign != .authorization && sign != .key && sign != .query
            // Before each attempt, the other user may sign in.
            let switching = AnyAdapter { _ in
                if isChanging, seeds.withLock({ $0.next() % 3 == 0 }) { user.withLock { $0 = $0 == "ann" ? "bob" : "ann" } }
                if sign == .cookie { try await jar.set(Cookie(name: "session", value: Secret(name()), domain: "model.example")) }
            }
            let client = APIClient(
                configuration: configuration, transport: StubTransport { [server] in server.answer($0) }, adapters: [switching])
            for number in 0..<count / Sign.allCases.count {
                if random.next() % 3 == 0 { user.withLock { $0 = $0 == "ann" ? "bob" : "ann" } }
                let path: Path = sign == .redirect ? "moved" : "file"
                let route =
                    switch sign {
                    case .bearer, .custom, .redirect: Route.get(path).authenticated()
                    case .cookie: Route.get(path)
                    case .authorization: Route.get(path, headers: ["Authorization": "Basic \(name())"])
                    case .key: Route.get(path, headers: ["X-Api-Key": name()])
                    case .query: Route.get(path, query: ["api_key": name()])
                    }
                do {
                    _ = try await client.download(route, to: file, resuming: true).value
                } catch let error as APIError where error.code == .connection { continue }
                complete += 1
                let text = try String(contentsOf: file, encoding: .utf8)
                try require(
                    text.count == Server.length && Set(text).count == 1 && !text.contains("0"), "\(sign) \(number): the file is \(text)")
            }
        }
        try require(server.resumed > 0, "no download was resumed")
        return "\(complete) of \(count) downloads were complete; \(server.resumed) requests resumed one"
    }
}

private struct UserAuthentication: Authentication {
    let name: @Sendable () -> String
    var identity: Identity? { Identity(Secret(name())) }

    func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
        request.headers["Authorization"] = "Bearer \(name())"
        return request
    }
}
