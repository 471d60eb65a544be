import EndpointKit

/// The rows of a stub: requests as routes, and their answers.
struct StubTable: Sendable {
    private let rows: [(route: Route, answer: StubAnswer)]
    /// The names of the fields that occur in any row.
    private let fields: [String]
    private let hasBodies: Bool
    /// How the bodies of the routes are written.
    private let json: JSONConvention

    init(_ rows: KeyValuePairs<Route, StubAnswer>, json: JSONConvention) {
        self.json = json
        self.rows = rows.map { ($0.key, $0.value) }
        fields = Array(Set(rows.flatMap { $0.key.headers.map { $0.name.lowercased() } })).sorted()
        hasBodies = rows.contains { $0.key.body != nil }
    }

    /// The response from the most specific row that matches, or from the first of equally specific rows. Throws an ``APIError`` of code
    /// `unanswered` if none matches.
    func answer(to request: HTTPRequest) async throws -> HTTPResponse {
        var body: Data?
        if hasBodies, let entity = request.body {
            body = Data()
            for try await chunk in try entity.chunks() { body?.append(chunk) }
        }
        let asked = shape(of: request, body, .nothing)
        let known = try rows.map { try shape(of: $0.route, for: request, .nothing) }
        var best: (row: Int, weight: Int)?
        for (row, shape) in known.enumerated() where Differences(of: shape, from: asked).distance == 0 {
            let literals = shape.path.split(separator: "/").count { $0 != "*" }
            let weight = shape.items.count + shape.headers.count + (shape.body == nil ? 0 : 1) + (shape.origin == nil ? 0 : 1) + literals
            if weight > best?.weight ?? -1 { best = (row, weight) }
        }
        if let best { return try await rows[best.row].answer.make(request) }

        // Compares once more, with all secrets hidden.
        let redaction = request.redaction.secrets
        let shown = shape(of: request, body, redaction)
        let candidates = try rows.enumerated().map { row, entry in
            NearMisses.Candidate("row \(row + 1)", try shape(of: entry.route, for: request, redaction), "differs in a hidden value")
        }
        let misses = NearMisses.text(for: shown, among: candidates)
        throw APIError(.unanswered, "The stub has no answer for \(shown). \(misses.isEmpty ? "It is empty." : misses)", request: request)
    }

    private var matching: RequestMatching {
        var matching = RequestMatching.standard
        matching.headers = fields
        return matching
    }

    private func shape(of request: HTTPRequest, _ body: Data?, _ redaction: Redaction) -> RequestShape {
        var shape = request.shape(body: body, redaction, by: matching)
        shape.showsPath = request.redaction.showsPaths
        return shape
    }

    /// A row lists only what must be present: the request may have more items and fields, and any body or origin if the row doesn't specify
    /// one.
    private func shape(of route: Route, for request: HTTPRequest, _ redaction: Redaction) throws -> RequestShape {
        let location = URIReference(route.baseURL?.absoluteString ?? "")
        // The path is either absolute or, like an endpoint's own path, relative to the base path. A redirect's target has no base path.
        let whole = Path(asIs: Self.slashed(location.path.isEmpty ? "/" : location.path)).appending(route.path)
        let relative = request.base.path.appending(route.path)
        let isRelative = route.baseURL == nil && !request.base.isTarget && Self.slashed(whole.encoded) != Self.slashed(request.path.encoded)
        let path = isRelative ? relative : whole
        var example = HTTPRequest(
            method: route.method, origin: request.origin, path: path.encoded.hasPrefix("/") ? path : ("/" as Path).appending(path),
            query: Query(encoded: String(location.query ?? "")), headers: route.headers, body: try route.body?.entity(by: json))
        example.query.append(route.query)
        example.query.write(by: json)
        var body: Data?
        if case .data(let data)? = example.body?.content { body = data }
        var shape = shape(of: example, body, redaction)
        if body == nil { shape.body = nil }
        shape.origin = route.baseURL.map { RequestShape.origin(of: $0.absoluteString) }
        (shape.allowsMore, shape.showsPath) = (true, request.redaction.showsPaths)
        return shape
    }

    private static func slashed(_ path: some StringProtocol) -> String { path.utf8.starts(with: "/".utf8) ? String(path) : "/\(path)" }
}
