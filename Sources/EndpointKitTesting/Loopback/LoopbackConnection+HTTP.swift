public import EndpointKit

extension LoopbackConnection {
    /// Reads the next request with its whole body; nil if the peer has closed the connection. Throws if the bytes aren't HTTP/1.1, or if the
    /// head is larger than 64 KB.
    public func readRequest() throws -> HTTPRequest? {
        var read = try readLines()
        // Empty lines may precede a request (RFC 9112, section 2.2).
        while read?.isEmpty == true { read = try readLines() }
        guard let lines = read else { return nil }
        let head = try RequestHead(lines)
        isLastRequest = head.isLast
        let target = URIReference(head.target)
        // The absolute form, which a proxy receives, names the origin (RFC 9112, section 3.2.2).
        let whole = target.scheme == nil ? nil : try? Location.parse(head.target).get()
        var request = HTTPRequest(
            method: HTTPMethod(rawValue: head.method), origin: whole?.origin ?? origin,
            path: Path(received: whole == nil ? String(head.target.upTo { $0 == "?" }) : String(target.path)),
            query: target.query.map { Query(asIs: String($0)) } ?? [:], headers: head.headers)
        if let body = try readBody(head) {
            request.body = HTTPBodyEntity(contentType: head.headers["Content-Type"], content: .data(Data(body)))
        }
        return request
    }

    private func readBody(_ head: RequestHead) throws -> [UInt8]? {
        if head.headers["Expect"]?.lowercased() == "100-continue" { try write("HTTP/1.1 100 Continue\r\n\r\n") }
        guard head.isChunked else { return try head.length.map { try read(count: $0) } }
        var body: [UInt8] = []
        while true {
            let size = try RequestHead.length(try readLine()?.upTo { $0 == ";" } ?? "", radix: 16)
            if size == 0 {
                guard let trailers = try readLines() else { throw MalformedRequest() }
                _ = try RequestHead.fields(trailers[...])
                return body
            }
            body += try read(count: size)
            guard try readLine() == "" else { throw MalformedRequest() }
        }
    }

    /// The maximum size of a head, or of the trailers, in bytes. Most servers accept 8 to 64 KB.
    private static let headLimit = 64 << 10

    /// Reads the lines up to an empty one; nil if the peer closes before the first byte.
    private func readLines() throws -> [String]? {
        var lines: [String] = []
        var size = 0
        while let line = try readLine() {
            if line.isEmpty { return lines }
            lines.append(line)
            size += line.utf8.count
            guard size <= Self.headLimit else { throw MalformedRequest(status: 431) }
        }
        if lines.isEmpty { return nil }
        throw MalformedRequest()
    }

    /// Reads a line without its line ending; nil if the peer closes before the first byte.
    private func readLine() throws -> String? {
        // If the head's line endings were only LF, a search for CRLF would wait forever.
        guard let line = try read(through: UInt8(ascii: "\n"), limit: Self.headLimit) else { return nil }
        let bytes = line.dropLast(2)
        // Text that isn't UTF-8 is read as Latin-1, in which any bytes are valid (RFC 9110, section 5.5).
        let text = String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        guard line.suffix(2).elementsEqual("\r\n".utf8), !text.holdsControlCharacter else { throw MalformedRequest() }
        return text
    }

    /// Writes the response. Adds a `Content-Length` if it is missing, and omits the body if a response to `request` can't have one.
    public func write(_ response: HTTPResponse, to request: HTTPRequest) throws {
        var head = "HTTP/1.1 \(response.status.rawValue) \(response.status.reasonPhrase)\r\n"
        for field in response.headers { head += "\(field.name): \(field.value)\r\n" }
        let hasBody = !(response.status == 204 || response.status == 304 || response.status.isInformational)
        if hasBody, !response.headers.contains("Content-Length") { head += "Content-Length: \(response.body.count)\r\n" }
        head += "\r\n"
        // A single write, so that most responses fit into one packet.
        try write(Data(head.utf8) + (hasBody && request.method != .head ? response.body : Data()))
    }
}

extension HTTPResponse {
    /// Why the response can't be sent; nil if it can.
    func fault(answering method: HTTPMethod) -> String? {
        if !(200...999).contains(status.rawValue) { return "its status is \(status.rawValue), which isn't that of a final response" }
        if headers.values(for: "Content-Length").count > 1 { return "it has several Content-Length fields" }
        if let field = headers.first(where: { $0.name.isEmpty || !PercentEncoding.allSatisfy($0.name, .token) }) {
            return "the field name \(field.name.debugDescription) isn't a token"
        }
        if let field = headers.first(where: { $0.value.holdsControlCharacter }) {
            return "the value of \(field.name) has a control character, such as a line end"
        }
        if headers.contains("Transfer-Encoding") { return "it has a Transfer-Encoding, and its body isn't written in chunks" }
        if status == 204 || status == .notModified, !body.isEmpty {
            return "its status is \(status.rawValue), which has no body, and it has one of \(body.count) bytes"
        }
        // These fields describe the body of another response.
        if method == .head || status == .notModified { return nil }
        // If the connection closes, the client sees that the body is truncated, which may be intended. Otherwise the client would wait for
        // the rest.
        let breaksOff = headers.connectionOptions.contains("close")
        if let length = headers["Content-Length"], length != "\(body.count)", !breaksOff {
            return "its Content-Length is \(length), and its body has \(body.count) bytes"
        }
        // Checks the codings that can be recognized. A truncated body may be intended.
        let starts: [String: [UInt8]] = ["gzip": [0x1F, 0x8B], "zstd": [0x28, 0xB5, 0x2F, 0xFD]]
        if let coding = headers["Content-Encoding"], let start = starts[coding.lowercased()], !body.isEmpty, !body.starts(with: start) {
            return "its Content-Encoding is \(coding), and its body isn't"
        }
        return nil
    }
}

extension HTTPHeaders {
    /// The options of `Connection` in lower case.
    var connectionOptions: [String] {
        values(for: "Connection").joined(separator: ",").lowercased().split(separator: ",").map {
            String($0.trimming { $0 == " " || $0 == "\t" })
        }
    }
}

/// The head of a request. Everything that a request may not contain is rejected here. A server that guesses what a client meant hides the
/// client's error, and may interpret part of the body as the next request (RFC 9112, sections 3, 5 and 6).
private struct RequestHead {
    let method: String
    let target: String
    let headers: HTTPHeaders
    /// Whether the client wants the connection to be closed after the response.
    let isLast: Bool
    let isChunked: Bool
    /// The body's length; nil if there is no body or it is chunked.
    let length: Int?

    init(_ lines: [String]) throws {
        let start = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
        guard start.count == 3, Self.isToken(start[0]), !start[1].isEmpty, start[1].utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
            start[2].hasPrefix("HTTP/1."), start[2].utf8.count == 8, start[2].utf8.last?.isDigit == true
        else { throw LoopbackConnection.MalformedRequest() }
        (method, target, headers) = (start[0], start[1], try Self.fields(lines.dropFirst()))

        // Section 3.2: HTTP/1.1 requires a Host field.
        let hosts = headers.values(for: "Host").count
        guard hosts == 1 || hosts == 0 && start[2] == "HTTP/1.0" else { throw LoopbackConnection.MalformedRequest() }

        let options = headers.connectionOptions
        isLast = options.contains("close") || start[2] == "HTTP/1.0" && !options.contains("keep-alive")

        let codings = headers.values(for: "Transfer-Encoding")
        let lengths = Set(headers.values(for: "Content-Length"))
        isChunked = !codings.isEmpty
        length = try lengths.first.map { try Self.length($0, radix: 10) }
        // HTTP/1.0 has no chunks. Comparing byte counts excludes letters that become ASCII only when converted to lower case.
        let mayBeChunked = lengths.isEmpty && start[2] != "HTTP/1.0"
        let isFramed =
            isChunked
            ? mayBeChunked && codings.map(\.utf8.count) == [7] && codings[0].lowercased() == "chunked"
            : lengths.count < 2
        guard isFramed else { throw LoopbackConnection.MalformedRequest() }
    }

    static func fields(_ lines: ArraySlice<String>) throws -> HTTPHeaders {
        var headers = HTTPHeaders()
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
            // Because the name must be a token, this also rejects space before the colon and lines that continue the previous one.
            guard parts.count == 2, isToken(parts[0]) else { throw LoopbackConnection.MalformedRequest() }
            headers.append(parts[0], String(parts[1].trimming { $0 == " " || $0 == "\t" }))
        }
        return headers
    }

    /// The length as plain digits. Bodies are held in memory, so lengths of 4 GiB or more are rejected.
    static func length(_ digits: some StringProtocol, radix: Int) throws -> Int {
        // `Int` alone would accept a sign.
        guard let first = digits.utf8.first, PercentEncoding.Allowed.hexDigit.contains(first), let length = Int(digits, radix: radix),
            length < 1 << 32
        else {
            throw LoopbackConnection.MalformedRequest()
        }
        return length
    }

    private static func isToken(_ text: String) -> Bool { !text.isEmpty && PercentEncoding.allSatisfy(text, .token) }
}
