import EndpointKit

/// What a cassette needs of an HTTP Archive, which may have any other fields.
struct HARDocument: Decodable {
    var log: Log

    struct Log: Decodable {
        var entries: [Entry]
    }

    struct Entry: Decodable {
        var startedDateTime: String?
        var time: Double?
        var request: Request
        var response: Response
    }

    struct Request: Decodable {
        var method: String
        var url: String
        var httpVersion: String?
        var headers: [Field]?
        var postData: Content?
    }

    struct Response: Decodable {
        var status: Int
        var headers: [Field]?
        var content: Content?
        var _error: Failure?
    }

    struct Field: Decodable {
        var name: String
        var value: String
    }

    /// The content of a response, or what a request posted.
    struct Content: Decodable {
        var size: Double?
        var mimeType: String?
        var text: String?
        var encoding: String?
        var _encoding: String?
        var params: [Parameter]?
        var _incomplete: Bool?
    }

    struct Parameter: Decodable {
        var name: String
        var value: String?
    }

    /// This package's object, or a browser's text.
    enum Failure: Decodable {
        case own(Own)
        case text(String)

        struct Own: Decodable {
            var code: String
            var message: String
            var reason: String?
            var detail: String?
        }

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                self = .text(text)
            } else {
                self = .own(try Own(from: decoder))
            }
        }
    }
}

extension Recording {
    /// - Parameter index: the position in `log.entries`. Throws a `DecodingError` for a body that isn't the Base64 that it should be.
    init(_ entry: HARDocument.Entry, at index: Int) throws(CassetteFile.Problem) {
        method = entry.request.method
        url = entry.request.url
        requestHeaders = HTTPHeaders(entry.request.headers ?? [])
        requestBody = try entry.request.postData.map { content throws(CassetteFile.Problem) in
            Body(
                bytes: try content.bytes(at: "log.entries[\(index)].request.postData") ?? content.form,
                contentType: content.mimeType, isWhole: content._incomplete != true)
        }
        start = entry.startedDateTime.flatMap(ISO8601.date(from:)) ?? Date(timeIntervalSince1970: 0)
        total = .zero
        wait = .zero
        httpVersion = entry.request.httpVersion
        switch entry.response._error {
        case .own(let error):
            failure = Failure(
                code: APIError.Code(rawValue: error.code), message: error.message,
                reason: error.reason.flatMap(TransportFailure.Reason.init(rawValue:)), detail: error.detail)
        case .text(let text):
            failure = .noResponse(text)
        case nil:
            // A browser's way to say that no response came.
            failure = entry.response.status == 0 ? .noResponse("no response was recorded") : nil
        }
        guard entry.response.status != 0 else { return }
        response = Response(
            status: HTTPStatus(rawValue: entry.response.status), headers: HTTPHeaders(entry.response.headers ?? []),
            body: try Self.body(of: entry.response.content, at: index))
    }

    private static func body(of content: HARDocument.Content?, at index: Int) throws(CassetteFile.Problem) -> Body? {
        guard let content else { return Body(bytes: Data(), contentType: nil) }
        guard let bytes = try content.bytes(at: "log.entries[\(index)].response.content") else {
            // Some browsers leave out large bodies and those of other pages.
            return (content.size ?? 0) > 0 ? nil : Body(bytes: Data(), contentType: content.mimeType)
        }
        return Body(bytes: bytes, contentType: content.mimeType, isWhole: content._incomplete != true)
    }
}

extension Recording.Failure {
    fileprivate static func noResponse(_ detail: String) -> Self {
        Self(code: .connection, message: "The recorded request failed: \(detail).", reason: .other, detail: detail)
    }
}

extension HTTPHeaders {
    fileprivate init(_ fields: [HARDocument.Field]) {
        self.init()
        // Browsers add the pseudo-fields of HTTP/2.
        for field in fields where !field.name.hasPrefix(":") { append(field.name, field.value) }
    }
}

extension HARDocument.Content {
    /// nil without a text.
    fileprivate func bytes(at path: String) throws(CassetteFile.Problem) -> Data? {
        guard let text else { return nil }
        guard (encoding ?? _encoding)?.lowercased() == "base64" else { return Data(text.utf8) }
        guard let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
            throw CassetteFile.Problem(reason: "\(path).text: expected Base64, found another text")
        }
        return bytes
    }

    /// The posted fields as a form's body.
    fileprivate var form: Data {
        var query = Query()
        for parameter in params ?? [] { query.append(parameter.name, parameter.value) }
        return Data(query.encoded.utf8)
    }
}
