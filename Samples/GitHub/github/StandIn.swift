internal import EndpointKit
internal import EndpointKitTesting
internal import Synchronization

/// A server on this machine that searches made-up repositories, and answers as GitHub does.
final class StandIn: Sendable {
    private let server: LoopbackServer
    private let log: RequestLog

    /// Starts the server, which refuses all requests after the first `quota`.
    init(quota: Int = 60) throws {
        let log = RequestLog()
        self.log = log
        server = try LoopbackServer { request in
            guard log.append(request) <= quota else {
                return try Self.refusal(403, "API rate limit exceeded for 127.0.0.1.", headers: ["X-RateLimit-Remaining": "0"])
            }
            guard request.method == .get, request.path.encoded == "/search/repositories" else { return try Self.refusal(404, "Not Found") }
            return try Self.search(request)
        }
    }

    var url: URL { server.url }
    /// The requests in the order in which they arrived.
    var requests: [HTTPRequest] { log.requests }

    private static func search(_ request: HTTPRequest) throws -> HTTPResponse {
        let text = request.query["q"] ?? ""
        guard !text.isEmpty else { return try refusal(422, "Validation Failed") }
        let window = PageWindow(request.query)
        guard window.range.lowerBound < PageWindow.reachable else {
            return try refusal(422, "Only the first \(PageWindow.reachable) search results are available")
        }
        var found = Catalogue.repositories.filter { $0.matches(text) }
        if request.query["sort"] == "stars" { found.sort { $0.stargazers_count > $1.stargazers_count } }
        let page = Page(total_count: found.count, items: Array(found[window.range.clamped(to: found.indices)]))
        var headers: HTTPHeaders = ["Content-Type": "application/json; charset=utf-8"]
        headers["Link"] = window.link(from: request, total: found.count)
        return HTTPResponse(headers: headers, body: try JSONEncoder().encode(page))
    }

    private static func refusal(_ status: HTTPStatus, _ message: String, headers: HTTPHeaders = [:]) throws -> HTTPResponse {
        let body = Refusal(message: message, documentation_url: "https://docs.github.com/rest")
        return HTTPResponse(status: status, headers: headers, body: try JSONEncoder().encode(body))
    }

    // The names of the members are those of GitHub's JSON.
    private struct Page: Encodable {
        var total_count: Int
        var incomplete_results = false
        var items: [Catalogue.Record]
    }
    private struct Refusal: Encodable {
        var message: String
        var documentation_url: String
    }
}

private final class RequestLog: Sendable {
    private let state = Mutex<[HTTPRequest]>([])

    var requests: [HTTPRequest] { state.withLock { $0 } }

    /// Returns the number of requests, with this one.
    func append(_ request: HTTPRequest) -> Int {
        state.withLock { requests in
            requests.append(request)
            return requests.count
        }
    }
}
