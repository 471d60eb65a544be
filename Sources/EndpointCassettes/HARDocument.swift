import EndpointKit

/// The parts of an HTTP Archive that a cassette needs. The archive may have any other members.
struct HARDocument: Decodable {
    var log: Log

    struct Log: Decodable {
        var entries: [Entry]
    }

    /// A problem with an entry is an error only when a request needs the entry.
    struct Entry: Decodable {
        /// nil for an entry that no request can match, because it has no method or URL.
        var asked: Asked?
        var request: Result<Request, any Error>
        var response: Result<Response, any Error>

        private enum CodingKeys: CodingKey { case request, response }

        init(from decoder: any Decoder) throws {
            let container = try? decoder.container(keyedBy: CodingKeys.self)
            asked = try? container?.decode(Asked.self, forKey: .request)
            request = Result { try decoder.container(keyedBy: CodingKeys.self).decode(Request.self, forKey: .request) }
            response = Result { try decoder.container(keyedBy: CodingKeys.self).decode(Response.self, forKey: .response) }
        }
    }

    struct Asked: Decodable {
        var method: String
        var url: String
    }

    struct Request: Decodable {
        var headers: [Field]?
        var postData: Content?
    }

    struct Response: Decodable {
        var status: Int
        var headers: [Field]?
        var content: Content?
        var redirectURL: String?
        var _error: Failure?
        /// Why no response arrived. In that case, the status is -1.
        var _failureText: String?
        var bodySize: Double?
    }

    struct Field: Decodable {
        var name: String
        var value: String
    }

    /// The content of a response, or of a request's body.
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
        var fileName: String?
        var contentType: String?
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
    /// nil for an entry that no request can match, such as one for a browser's `data:` URL.
    ///
    /// - Parameter index: the position in `log.entries`.
    init?(_ entry: HARDocument.Entry, at index: Int) {
        guard let asked = entry.asked else { return nil }
        if let scheme = URIReference(asked.url).scheme?.lowercased(), scheme != "http", scheme != "https" { return nil }
        self.init(method: asked.method, url: asked.url, requestHeaders: [:])
        self.entry = index + 1
        do {
            try read(entry.request.get(), at: "log.entries[\(index)].request")
            try read(entry.response.get(), at: "log.entries[\(index)].response")
        } catch let error as DecodingError {
            problem = error.problem
        } catch {
            problem = (error as? CassetteFile.Problem)?.reason ?? error.sentence
        }
    }

    private mutating func read(_ request: HARDocument.Request, at place: String) throws {
        // Some tools add the request line as a field, which is never valid.
        let fields = (request.headers ?? []).filter { (try? HTTPHeaders([$0], at: place)) != nil }
        requestHeaders = try HTTPHeaders(fields, at: place)
        requestBody = try request.postData.map { content in
            guard let bytes = try content.bytes(at: "\(place).postData") else { return content.form }
            return Body(bytes: bytes, contentType: content.mimeType, isWhole: content._incomplete != true)
        }
    }

    private mutating func read(_ response: HARDocument.Response, at place: String) throws {
        let status = response.status
        // This is how browsers report that no response arrived.
        let isAnswered = status != 0 && status != -1
        switch response._error {
        case .own(let error):
            failure = Failure(
                code: APIError.Code(rawValue: error.code), message: error.message,
                reason: error.reason.flatMap(TransportFailure.Reason.init(rawValue:)), detail: error.detail)
        case .text(let text) where !text.isEmpty:
            failure = .noResponse(text)
        case .text, nil:
            let text = response._failureText ?? ""
            failure = !text.isEmpty ? .noResponse(text) : isAnswered ? nil : .noResponse("no response was recorded")
        }
        if !isAnswered { return }
        guard (100...999).contains(status) else {
            throw CassetteFile.Problem(reason: "\(place).status: expected 100 to 999, or 0 or -1 for no response, found \(status)")
        }
        var headers = try HTTPHeaders(response.headers ?? [], at: place)
        let isRedirect = (300..<400).contains(status)
        if isRedirect, !headers.contains("Location"), let target = response.redirectURL, !target.isEmpty {
            headers["Location"] = target
        }
        let isBare = isRedirect || [204, 304].contains(status) || method == "HEAD"
        let size = max(response.bodySize ?? 0, headers["Content-Length"].flatMap(Double.init) ?? 0)
        self.response = Response(
            status: HTTPStatus(rawValue: status), headers: headers,
            body: try Self.body(of: response.content, size: size, isBare: isBare, at: "\(place).content"))
    }

    /// - Parameters:
    ///   - isBare: whether a response without text has no body; otherwise its size determines this.
    private static func body(
        of content: HARDocument.Content?, size: Double, isBare: Bool, at place: String
    ) throws(CassetteFile.Problem) -> Body? {
        guard let content else { return size > 0 && !isBare ? nil : Body(bytes: Data(), contentType: nil) }
        guard let bytes = try content.bytes(at: place) else {
            // Some browsers omit large bodies and the bodies of other pages, or write a size of -1, which means "unknown".
            return (content.size ?? size) != 0 && !isBare ? nil : Body(bytes: Data(), contentType: content.mimeType)
        }
        return Body(bytes: bytes, contentType: content.mimeType, isWhole: content._incomplete != true)
    }
}

extension Recording.Failure {
    /// A lost connection, which is retried like a real one. The browser's text about it isn't interpreted.
    fileprivate static func noResponse(_ detail: String) -> Self {
        Self(code: .connection, message: "The recorded request failed: \(detail).", reason: .disconnected, detail: detail)
    }
}

extension HTTPHeaders {
    fileprivate init(_ fields: [HARDocument.Field], at place: String) throws(CassetteFile.Problem) {
        self.init()
        // Browsers add the HTTP/2 pseudo-header fields.
        for (index, field) in fields.enumerated() where !field.name.hasPrefix(":") {
            let place = "\(place).headers[\(index)]"
            guard !field.name.isEmpty, PercentEncoding.allSatisfy(field.name, .token) else {
                throw CassetteFile.Problem(reason: "\(place).name: expected the name of a field, found something else")
            }
            // Some browsers join fields with the same name, separated by line endings.
            for value in field.value.split(separator: "\n", omittingEmptySubsequences: false) {
                guard !String(value).holdsControlCharacter else {
                    throw CassetteFile.Problem(reason: "\(place).value: expected the value of a field, found control characters")
                }
                append(field.name, String(value))
            }
        }
    }
}

extension HARDocument.Content {
    /// nil if there is no text.
    fileprivate func bytes(at path: String) throws(CassetteFile.Problem) -> Data? {
        guard let text else { return nil }
        let encoding = encoding ?? _encoding ?? ""
        if encoding.isEmpty { return Data(text.utf8) }
        guard encoding.lowercased() == "base64" else {
            throw CassetteFile.Problem(
                reason: "\(path).encoding: expected \"base64\" or none, found \(encoding.visibleLine(limit: 40).debugDescription)")
        }
        // Base64 may be split into lines.
        guard let bytes = Data(base64Encoded: text) ?? Data(base64Encoded: text.removing(\.properties.isWhitespace)) else {
            throw CassetteFile.Problem(reason: "\(path).text: expected Base64, found something else")
        }
        return bytes
    }

    /// The posted fields as the body of a form.
    fileprivate var form: Recording.Body {
        let params = params ?? []
        if MediaType(mimeType ?? "").name.hasPrefix("multipart/") {
            let parts = params.map { part in
                MultipartBody.Part.body(
                    part.name, HTTPBodyEntity(contentType: part.contentType, content: .data(Data((part.value ?? "").utf8))),
                    filename: part.fileName)
            }
            if let entity = try? MultipartBody(parts).entity(), case .data(let bytes) = entity.content {
                return Recording.Body(bytes: bytes, contentType: entity.contentType)
            }
        }
        var query = Query()
        for parameter in params { query.append(parameter.name, parameter.value) }
        return Recording.Body(bytes: Data(query.encoded.utf8), contentType: mimeType)
    }
}
