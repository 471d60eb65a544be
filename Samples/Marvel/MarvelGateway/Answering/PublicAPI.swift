internal import EndpointKit

/// Answers the API's calls:
///
/// 1. Count the call, if it carries the account's key.
/// 2. Find the resource of the path; only GET is allowed.
/// 3. Verify the credentials, then the quota.
/// 4. Read the parameters, choose the page, write it.
/// 5. Send it, or 304 to a client that has it already; compressed where the client accepts that.
struct PublicAPI: Sendable {
    var credentials: Credentials
    var quota: RollingQuota
    var now: @Sendable () -> Date
    var imageOrigin: Origin

    static let contentType = "application/json; charset=utf-8"

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        do {
            return negotiated(try document(for: request), for: request)
        } catch let refusal as Refusal {
            return refusal.response
        } catch {
            return HTTPResponse(status: .internalServerError)
        }
    }

    private func document(for request: HTTPRequest) throws -> Document {
        let time = now()
        let isWithinQuota = credentials.own(request.query) ? quota.count(at: time) : true
        guard let resource = Resource(path: request.path.encoded) else { throw Refusal.noSuchPath(request.path.encoded) }
        guard request.method == .get else { throw Refusal.methodNotAllowed(request.method) }
        try credentials.verify(request.query)
        if !isWithinQuota { throw Refusal.throttled }
        return try Document(data: try data(of: resource, query: request.query, origin: request.origin, time: time), time: time)
    }

    private func data(of resource: Resource, query: Query, origin: Origin, time: Date) throws -> Data {
        let catalogue = Catalogue.shared
        let writer = ResourceWriter(catalogue: catalogue, origin: origin.description, imageOrigin: imageOrigin.description)
        switch resource {
        case .characters:
            let page = try ListQuery(query, for: .characters(of: catalogue)).page(of: catalogue.characters)
            return try page.encoded(writer.character)
        case .character(let id):
            let character = try catalogue.character(id: id)
            // A single character is a page as well, but without parameters.
            let page = try ListQuery(query, for: Listing(filters: [:], orders: [:], isPaged: false)).page(of: [character])
            return try page.encoded(writer.character)
        case .list(.comics, let id):
            let comics = try catalogue.character(id: id).comics.map { catalogue.comics[$0] }
            return try ListQuery(query, for: .comics(of: catalogue, time: time)).page(of: comics).encoded(writer.comic)
        case .list(.events, let id):
            let events = try catalogue.character(id: id).events.map { catalogue.events[$0] }
            return try ListQuery(query, for: .events(of: catalogue)).page(of: events).encoded(writer.event)
        case .list(.series, let id):
            let series = try catalogue.character(id: id).series.map { catalogue.series[$0] }
            return try ListQuery(query, for: .series(of: catalogue)).page(of: series).encoded(writer.series)
        case .list(.stories, let id):
            let stories = try catalogue.character(id: id).stories.map { catalogue.stories[$0] }
            return try ListQuery(query, for: .stories(of: catalogue)).page(of: stories).encoded(writer.story)
        }
    }

    private func negotiated(_ document: Document, for request: HTTPRequest) -> HTTPResponse {
        var headers: HTTPHeaders = ["ETag": "\"\(document.entityTag)\"", "Vary": "Accept-Encoding"]
        if EntityTags(request.headers.values(for: "If-None-Match")).match(document.entityTag) {
            return HTTPResponse(status: .notModified, headers: headers)
        }
        headers["Content-Type"] = Self.contentType
        guard AcceptedEncodings(request.headers.values(for: "Accept-Encoding")).allowsGzip else {
            return HTTPResponse(headers: headers, body: document.body)
        }
        headers["Content-Encoding"] = "gzip"
        return HTTPResponse(headers: headers, body: Data(Gzip.member(of: Array(document.body))))
    }
}
