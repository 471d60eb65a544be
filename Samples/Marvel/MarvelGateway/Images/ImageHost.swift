internal import EndpointKit

/// Answers the calls for pictures: `/images/<slug>.png` and `/images/<slug>/<variant>.png`.
struct ImageHost: Sendable {
    /// The names of the pictures.
    var pictures: Set<String>

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        // Credentials belong to the API. A client that sends them here leaks them to another host.
        guard !request.query.contains(where: { Credentials.names.contains($0.name) }) else {
            return Self.text(.badRequest, "ts, apikey and hash must be sent only to the API's host.\n")
        }
        guard request.method == .get || request.method == .head else {
            var response = Self.text(.methodNotAllowed, "Only GET and HEAD are allowed.\n")
            response.headers["Allow"] = "GET, HEAD"
            return response
        }
        guard let (slug, size) = picture(request.path.encoded) else { return Self.text(.notFound, "There is no such picture.\n") }
        return HTTPResponse(
            headers: ["Content-Type": "image/png", "Cache-Control": "max-age=86400"], body: Data(Picture(of: slug, size: size).png))
    }

    private func picture(_ path: String) -> (slug: String, ImageVariant.Size)? {
        guard path.hasPrefix("/images/"), path.hasSuffix(".png") else { return nil }
        let parts = path.dropFirst("/images/".count).dropLast(".png".count).split(separator: "/", omittingEmptySubsequences: false)
        guard let slug = parts.first.map(String.init), parts.count <= 2,
            slug == Picture.notAvailable || pictures.contains(slug)
        else { return nil }
        let size = parts.count == 1 ? ImageVariant.full : ImageVariant.sizes[String(parts[1])]
        return size.map { (slug, $0) }
    }

    private static func text(_ status: HTTPStatus, _ text: String) -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Data(text.utf8))
    }
}
