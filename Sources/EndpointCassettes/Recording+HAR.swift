import EndpointKit

// HTTP Archive 1.2, http://www.softwareishard.com/blog/har-12-spec. Members that begin with an underscore are specific to this package.
extension Recording {
    /// An element of `log.entries`.
    var har: JSON {
        let (wait, total) = (self.wait.milliseconds, max(self.wait, self.total).milliseconds)
        return [
            "startedDateTime": .string(ISO8601.formatMilliseconds(start) ?? ""),
            "time": JSON(total),
            "request": harRequest,
            "response": harResponse,
            "cache": [:],
            "timings": ["send": 0, "wait": JSON(wait), "receive": JSON(total - wait)],
        ]
    }

    private var harRequest: JSON {
        let query = Query(encoded: String(URIReference(url).query ?? ""))
        var request = JSON.Object([
            "method": .string(method),
            "url": .string(url),
            "httpVersion": .string(httpVersion ?? "unknown"),
            "cookies": Self.cookies(in: requestHeaders),
            "headers": Self.fields(of: requestHeaders),
            "queryString": .array(query.map { ["name": .string($0.name), "value": .string($0.value ?? "")] }),
            "headersSize": -1,
            "bodySize": JSON(requestBody?.bytes.count ?? 0),
        ])
        if let body = requestBody {
            let type = body.contentType ?? requestHeaders["Content-Type"] ?? ""
            var data = JSON.Object(["mimeType": .string(type)])
            // The format has no member for an encoding here, so a member like the one in a response's content is used.
            data.setText(body, contentType: type, encodingKey: "_encoding")
            request["postData"] = .object(data)
        }
        return .object(request)
    }

    private var harResponse: JSON {
        let body = response?.body
        let headers = response?.headers ?? [:]
        let type = headers["Content-Type"] ?? ""
        var content = JSON.Object(["size": JSON(body?.bytes.count ?? 0), "mimeType": .string(type)])
        if let body { content.setText(body, contentType: type, encodingKey: "encoding") }
        var har = JSON.Object([
            "status": JSON(response?.status.rawValue ?? 0),
            "statusText": .string(response?.status.reasonPhrase ?? ""),
            "httpVersion": .string(httpVersion ?? "unknown"),
            "cookies": Self.cookies(in: headers),
            "headers": Self.fields(of: headers),
            "content": .object(content),
            "redirectURL": .string(headers["Location"] ?? ""),
            "headersSize": -1,
            "bodySize": -1,
        ])
        har["_error"] = failure.map { failure in
            var error = JSON.Object(["code": .string(failure.code.rawValue), "message": .string(failure.message)])
            error["reason"] = failure.reason.map { .string($0.rawValue) }
            error["detail"] = failure.detail.map { .string($0) }
            return .object(error)
        }
        return .object(har)
    }

    private static func fields(of headers: HTTPHeaders) -> JSON {
        .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] })
    }

    private static func cookies(in headers: HTTPHeaders) -> JSON {
        .array(
            headers.flatMap { Cookie.all(in: $0) }.map { cookie in
                var har = JSON.Object(["name": .string(cookie.name), "value": .string(cookie.value)])
                har["path"] = cookie.attributes["path"].map { .string($0) }
                har["domain"] = cookie.attributes["domain"].map { .string($0) }
                return .object(har)
            })
    }
}

extension JSON.Object {
    fileprivate init(_ members: KeyValuePairs<String, JSON>) {
        self.init()
        for (key, value) in members { self[key] = value }
    }

    /// Stores a body as text, or in Base64 if it isn't text.
    fileprivate mutating func setText(_ body: Recording.Body, contentType: String, encodingKey: String) {
        if !BodyText.isMedia(MediaType(contentType)), let text = String(validating: body.bytes, as: UTF8.self) {
            self["text"] = .string(text)
        } else {
            self["text"] = .string(body.bytes.base64EncodedString())
            self[encodingKey] = "base64"
        }
        if !body.isWhole { self["_incomplete"] = true }
    }
}

extension Duration {
    /// Rounded to the nearest microsecond.
    fileprivate var milliseconds: Double { (self / .microseconds(1)).rounded() / 1000 }
}
