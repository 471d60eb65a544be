public import EndpointKit

extension LoopbackConnection {
    /// Reads the next request with its whole body; nil if the peer has closed the connection. Throws if the bytes aren't HTTP/1.1.
    public func readRequest() throws -> HTTPRequest? {
        guard let head = try read(through: "\r\n\r\n") else { return nil }
        var lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)[...]
        let start = (lines.popFirst() ?? "").split(separator: " ")
        guard start.count == 3, start[2].hasPrefix("HTTP/1.") else { throw MalformedRequest() }
        var headers = HTTPHeaders()
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { throw MalformedRequest() }
            headers.append(String(line[..<colon]), String(line[line.index(after: colon)...].trimming { $0 == " " || $0 == "\t" }))
        }
        let target = start[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let option = headers["Connection"]?.lowercased()
        isLastRequest = option == "close" || start[2] == "HTTP/1.0" && option != "keep-alive"
        var request = HTTPRequest(
            method: HTTPMethod(rawValue: String(start[0])), origin: origin, path: Path(String(target[0])),
            query: target.count > 1 ? Query(asIs: String(target[1])) : [:], headers: headers)
        if let body = try readBody(headers) {
            request.body = HTTPBodyEntity(contentType: headers["Content-Type"], content: .data(Data(body)))
        }
        return request
    }

    private func readBody(_ headers: HTTPHeaders) throws -> [UInt8]? {
        if headers["Expect"]?.lowercased() == "100-continue" { try write("HTTP/1.1 100 Continue\r\n\r\n") }
        if headers["Transfer-Encoding"]?.lowercased() == "chunked" {
            var body: [UInt8] = []
            while true {
                guard let line = try read(through: "\r\n"), let count = Int(line.dropLast().prefix { $0.isHexDigit }, radix: 16) else {
                    throw MalformedRequest()
                }
                if count == 0 {
                    while let trailer = try read(through: "\r\n"), trailer != "\r\n" {}
                    return body
                }
                body += try read(count: count)
                _ = try read(through: "\r\n")
            }
        }
        guard let length = headers["Content-Length"] else { return nil }
        guard let count = Int(length), count >= 0 else { throw MalformedRequest() }
        return try read(count: count)
    }

    /// Writes the response, with a `Content-Length` unless it has one, and without a body if a response to `request` can't have one.
    public func write(_ response: HTTPResponse, to request: HTTPRequest) throws {
        var head = "HTTP/1.1 \(response.status.rawValue) \(response.status.reasonPhrase)\r\n"
        for field in response.headers { head += "\(field.name): \(field.value)\r\n" }
        let hasBody = !(response.status == 204 || response.status == 304 || response.status.isInformational)
        if hasBody, !response.headers.contains("Content-Length") { head += "Content-Length: \(response.body.count)\r\n" }
        head += "\r\n"
        // One write, so that most answers are one packet.
        try write(Data(head.utf8) + (hasBody && request.method != .head ? response.body : Data()))
    }
}
