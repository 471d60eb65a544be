internal import EndpointKit

/// Answers the API's calls:
///
/// 1. Count the call, if it carries the account's key.
/// 2. Find the endpoint of the path; only GET is allowed.
/// 3. Verify the credentials, then the quota.
/// 4. Find the resource, read the parameters, choose the page, and write it.
/// 5. Send the page, compressed if the client accepts that, or send 304 to a client that has it already.
struct PublicAPI: Sendable {
    var catalogue: Catalogue
    var writer: ResourceWriter
    var credentials: Credentials
    var quota: RollingQuota
    var now: @Sendable () -> Date

    static let basePath = "/v1/public"
    static let contentType = "application/json; charset=utf-8"

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        do {
            let time = now()
            return negotiated(try Document(page: try page(for: request, at: time), time: time), for: request)
        } catch let refusal as Refusal {
            return refusal.response
        } catch {
            return HTTPResponse(status: .internalServerError)
        }
    }

    private func page(for request: HTTPRequest, at time: Date) throws -> ResourceWriter.Written {
        let isWithinQuota = credentials.own(request.query) ? quota.count(at: time) : true
        guard let endpoint = MarvelEndpoint(path: request.path.encoded) else { throw Refusal.noSuchPath(request.path.encoded) }
        guard request.method == .get else { throw Refusal.methodNotAllowed(request.method) }
        try credentials.verify(request.query)
        if !isWithinQuota { throw Refusal.throttled }

        func find(_ kind: Kind, _ id: Int?) throws(Refusal) -> Resource {
            guard let id, let place = catalogue.place(of: id, in: kind) else { throw .unknown(kind) }
            return catalogue[kind][place]
        }
        let (resources, kind, list, parent): ([Resource], Kind, Kind?, Kind?) =
            switch endpoint {
            case .list(let kind): (catalogue[kind], kind, kind, nil)
            // A single resource is also a page, but without parameters.
            case .single(let kind, let id): ([try find(kind, id)], kind, nil, nil)
            case .sublist(let kind, let parent, let id):
                (try find(parent, id).links[kind, default: []].map { catalogue[kind][$0] }, kind, kind, parent)
            }
        let query = try ListQuery(request.query, for: list, of: parent, in: catalogue, at: time)
        let origin = request.origin.description
        return try query.page(of: resources) { try writer.write($0, kind, at: origin) }
    }

    private func negotiated(_ document: Document, for request: HTTPRequest) -> HTTPResponse {
        let isCompressed = AcceptedEncodings(request.headers.values(for: "Accept-Encoding")).allowsGzip
        // A strong tag would identify the bytes, which differ between codings (RFC 9110, section 8.8.1).
        var headers: HTTPHeaders = ["ETag": "\(isCompressed ? "W/" : "")\"\(document.entityTag)\"", "Vary": "Accept-Encoding"]
        if EntityTags(request.headers.values(for: "If-None-Match")).match(document.entityTag) {
            return HTTPResponse(status: .notModified, headers: headers)
        }
        headers["Content-Type"] = Self.contentType
        guard isCompressed, let gzipped = GzipEncoder.member(of: document.body), gzipped.count < document.body.count else {
            return HTTPResponse(headers: headers, body: document.body)
        }
        headers["Content-Encoding"] = "gzip"
        return HTTPResponse(headers: headers, body: gzipped)
    }
}

/// The endpoint that a path below the base path names.
enum MarvelEndpoint {
    // An id that isn't a number is nil, and names a resource that doesn't exist.
    case list(Kind)
    case single(Kind, id: Int?)
    case sublist(Kind, of: Kind, id: Int?)

    /// nil for an unknown path.
    init?(path: String) {
        guard path.hasPrefix(PublicAPI.basePath + "/") else { return nil }
        let segments = path.trimmingPrefix(PublicAPI.basePath + "/").split(separator: "/", omittingEmptySubsequences: false).map {
            PercentEncoding.decode($0.utf8, plusIsSpace: false)
        }
        guard segments.count <= 3, let kind = Kind(rawValue: segments[0]), segments.count == 1 || !segments[1].isEmpty else {
            return nil
        }
        switch segments.count {
        case 1: self = .list(kind)
        case 2: self = .single(kind, id: segments[1].naturalNumber)
        default:
            guard let list = kind.lists.first(where: { $0.rawValue == segments[2] }) else { return nil }
            self = .sublist(list, of: kind, id: segments[1].naturalNumber)
        }
    }
}
