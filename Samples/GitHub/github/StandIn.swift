internal import CommandLineProgram
internal import EndpointKit

/// Searches made-up repositories as GitHub does. There is one repository for each topic in each language.
enum StandIn {
    /// Starts a server that accepts `quota` requests, and rejects all that follow.
    static func start(quota: Int = 60) throws -> StandInServer {
        try StandInServer { request, earlier in
            guard earlier.count < quota else {
                return refusal(403, "API rate limit exceeded for 127.0.0.1.", headers: ["X-RateLimit-Remaining": "0"])
            }
            guard request.method == .get, request.path.encoded == "/search/repositories" else { return refusal(404, "Not Found") }
            return search(request)
        }
    }

    /// The maximum number of results that a search returns.
    private static let reachable = 1000

    private static func search(_ request: HTTPRequest) -> HTTPResponse {
        func number(_ name: String, _ standard: Int, _ range: ClosedRange<Int>) -> Int {
            min(max(range.lowerBound, request.query[name].flatMap { Int($0) } ?? standard), range.upperBound)
        }
        guard let text = request.query["q"]?.lowercased(), !text.isEmpty else { return refusal(422, "Validation Failed") }
        let (page, size) = (number("page", 1, 1...reachable + 1), number("per_page", 30, 1...100))
        guard (page - 1) * size < reachable else { return refusal(422, "Only the first \(reachable) search results are available") }
        var found = repositories.filter { $0["full_name"]?.string?.contains(text) == true }
        if request.query["sort"] == "stars" { found.sort { $0["stargazers_count"]?.int ?? 0 > $1["stargazers_count"]?.int ?? 0 } }
        let range = ((page - 1) * size..<page * size).clamped(to: found.indices)
        var response = HTTPResponse.json([
            "total_count": JSON(found.count), "incomplete_results": false, "items": .array(Array(found[range])),
        ])
        let last = max(1, (min(found.count, reachable) + size - 1) / size)
        let links = [("prev", page - 1), ("next", page + 1), ("last", last), ("first", 1)].filter { relation, target in
            (1...last).contains(target) && (["next", "last"].contains(relation) ? page < last : page > 1)
        }
        if !links.isEmpty { response.headers["Link"] = links.map { link($0, to: $1, from: request) }.joined(separator: ", ") }
        return response
    }

    /// A link keeps the request's other parameters.
    private static func link(_ relation: String, to page: Int, from request: HTTPRequest) -> String {
        var query = request.query
        query.removeAll(named: "page")
        query.append("page", "\(page)")
        return "<\(HTTPRequest(origin: request.origin, path: request.path, query: query).urlText)>; rel=\"\(relation)\""
    }

    private static func refusal(_ status: HTTPStatus, _ message: String, headers: HTTPHeaders = [:]) -> HTTPResponse {
        .json(["message": JSON(message), "documentation_url": "https://docs.github.com/rest"], status: status, headers: headers)
    }

    private static let repositories: [JSON] = ["Swift", "Rust", "Kotlin"].flatMap { language in
        topics.split(separator: " ").map { (language, String($0)) }
    }.enumerated().map { index, repository in
        let (language, topic) = repository
        let name = "\(language.lowercased())-\(topic)"
        // Every seventh repository has no description, like some real repositories.
        let description: JSON = index % 7 == 6 ? .null : "\(topic.replacing("-", with: " ")), written in \(language)"
        return [
            "id": JSON(1000 + index), "name": JSON(name), "full_name": "example/\(name)", "owner": ["login": "example"],
            "description": description, "language": JSON(language), "stargazers_count": JSON(100 + index * 7919 % 49_999),
        ]
    }

    private static let topics = """
        algorithms archive argument-parser async-queue atomics audio benchmark calendar certificates charts collections colours compression \
        configuration crypto csv diff dns email events formatter geometry graphs http-client http-server images json logging markdown \
        metrics numerics parser regex scheduler snapshots spreadsheet templates terminal websockets yaml
        """
}
