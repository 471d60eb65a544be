/// One request as it goes to an adapter and a transport.
///
/// Origin, path and query stay apart, so that an adapter adds a query item without parsing anything; the URL's text is written when a
/// transport asks for it. What may not go on the wire is refused by ``validate()`` after the last adapter.
public struct HTTPRequest: Sendable {
    public var method: HTTPMethod {
        didSet { if method != oldValue { declaredIdempotence = nil } }
    }
    public var query: Query
    public var headers: HTTPHeaders
    public var body: HTTPBodyEntity? {
        get { sharedBody?.entity }
        set { sharedBody = newValue.map(HTTPBodyEntity.Shared.init) }
    }
    // By reference: a URL's size isn't known when this is compiled, and all that holds one costs more to move.
    private(set) var sharedBody: HTTPBodyEntity.Shared?
    /// The longest silence on the wire, once there is a connection.
    public var timeout: Duration
    /// The most bytes of a buffered response body, after decoding. 64 MB, or what the client's policies say.
    public var bodyLimit: Int
    /// False forbids a transport to send the request a second time by itself. By default it depends on the method (RFC 9110, section 9.2.2),
    /// also when an adapter sets another method.
    public var isIdempotent: Bool {
        get { declaredIdempotence ?? method.isIdempotent }
        set { declaredIdempotence = newValue }
    }
    private var declaredIdempotence: Bool?
    /// Whether the fields and items that authentication added are marked.
    private(set) var marksAdditions = false

    // Origin, base path and redaction are the same for all requests of a client, which share them.
    package private(set) var base: Base
    // The endpoint's part of the path, which is joined to the base's while the URL is written, not before.
    private var endpointPath: Path

    /// Where requests start.
    package final class Base: Sendable {
        package let origin: Origin
        package let path: Path
        package let redaction: Redaction

        package init(origin: Origin, path: Path, redaction: Redaction) {
            self.origin = origin
            self.path = path
            self.redaction = redaction
        }
    }

    public var origin: Origin {
        get { base.origin }
        set {
            guard newValue != base.origin else { return }
            base = Base(origin: newValue, path: base.path, redaction: base.redaction)
        }
    }

    /// What descriptions of the request, and errors about it, hide.
    public var redaction: Redaction { base.redaction }

    /// The whole path, the configuration's base path included.
    public var path: Path {
        get { base.path.appending(endpointPath) }
        set {
            base = Base(origin: base.origin, path: "", redaction: base.redaction)
            endpointPath = newValue
        }
    }

    /// Goes there instead, and asks for that.
    mutating func go(to location: Location) {
        origin = location.origin
        // As the base's path it stays as it is, also where it starts with two slashes.
        base = Base(origin: location.origin, path: location.path, redaction: base.redaction)
        endpointPath = ""
        query = location.query
    }

    /// Takes out the fields and items that the redaction hides, and `Host`: those that were there before ``beginAdditions()``, or those that
    /// came after.
    package mutating func removeSecrets(added isAddition: Bool) {
        let secrets = redaction.secrets
        headers.removeFields { field, added in
            added == isAddition && (secrets.hides(field.name) || field.name.equalsIgnoringASCIICase("Host"))
        }
        query.removeItems { item, added in added == isAddition && secrets.hides(item.name) }
    }

    /// What comes in from here on is told apart from what is here.
    package mutating func beginAdditions() {
        marksAdditions = true
        headers.beginAdditions()
        query.beginAdditions()
    }

    /// The whole URL, with everything in it: ``description`` hides what is secret.
    public var url: URL {
        // Origin, path and query hold nothing but what a URL may: the alternative is there so that nothing can trap.
        URL(string: urlText) ?? URL(filePath: "/")
    }

    /// The text of ``url``.
    public var urlText: String { withURLText { String(decoding: $0, as: UTF8.self) } }

    /// Calls `body` with the text of ``url``, which is written on the stack; a zero follows it, so that C can read it.
    // The caller's own, as it is generic: asking for the types at run time costs more than writing the text.
    @inlinable
    public func withURLText<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: urlTextCapacity) { buffer in
            let count = writeURLText(to: buffer)
            return try body(UnsafeBufferPointer(rebasing: buffer[..<count]))
        }
    }

    @usableFromInline var urlTextCapacity: Int {
        // One for the slash between the two paths, one for that before them, one for "?", one for the zero.
        base.origin.description.utf8.count + base.path.encoded.utf8.count + endpointPath.encoded.utf8.count + query.bytes.count + 4
    }

    /// Returns how many bytes it has without the zero after it.
    @usableFromInline func writeURLText(to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var writer = ByteWriter(buffer: buffer)
        writer.append(base.origin.description)
        let originCount = writer.count
        writer.appendPath(base.path.encoded)
        if !endpointPath.encoded.isEmpty {
            writer.removeTrailingSlashes(after: originCount)
            writer.append(UInt8(ascii: "/"))
            writer.append(endpointPath.encoded, droppingLeadingSlashes: true)
        }
        if writer.count == originCount { writer.append(UInt8(ascii: "/")) }
        if !query.bytes.isEmpty {
            writer.append(UInt8(ascii: "?"))
            query.bytes.withUnsafeBufferPointer { writer.append($0) }
        }
        let count = writer.count
        writer.append(0)
        return count
    }
}

// Here, so that they can use the one that the compiler makes, which moves its parts into place.
extension HTTPRequest {
    /// - Parameter redaction: what descriptions of the request, and errors about it, hide.
    public init(
        method: HTTPMethod = .get, origin: Origin, path: Path = "/", query: Query = [:], headers: HTTPHeaders = [:],
        body: HTTPBodyEntity? = nil, timeout: Duration = .seconds(30), redaction: Redaction = .standard
    ) {
        self.init(
            method: method, base: Base(origin: origin, path: "", redaction: redaction), path: path, query: query, headers: headers,
            body: body, timeout: timeout)
    }

    package init(
        method: HTTPMethod, base: Base, path: Path, query: Query, headers: HTTPHeaders, body: HTTPBodyEntity?, timeout: Duration,
        bodyLimit: Int = 64 << 20, isIdempotent: Bool? = nil
    ) {
        self.init(
            method: method, query: query, headers: headers, sharedBody: body.map(HTTPBodyEntity.Shared.init), timeout: timeout,
            bodyLimit: bodyLimit, declaredIdempotence: isIdempotent, base: base, endpointPath: path)
    }
}

extension HTTPRequest: CustomStringConvertible {
    /// `GET https://host/path?query`, without what its redaction hides.
    public var description: String { "\(method) \(redaction.redactedURL(of: self))" }
}

extension HTTPRequest {
    /// Throws ``APIError/Code/invalidRequest`` for what may not go on the wire: a method or field name that is no token
    /// (RFC 9110, sections 5.6.2 and 9.1), a field value with CR, LF, NUL or another control (5.5), a field that frames the message
    /// (Transfer-Encoding, a Content-Length that isn't the body's) or is for one connection only (7.6.1), a timeout or limit below zero.
    public func validate() throws(APIError) {
        if method.rawValue.isEmpty || !PercentEncoding.allSatisfy(method.rawValue, .token) {
            throw invalid("the method \(Self.token(method.rawValue)) is no token")
        }
        for index in headers.fields.indices where !headers.isValid(at: index) {
            if let fault = fault(of: headers.fields[index]) { throw invalid(fault) }
        }
        if let fault = endpointPath.fault ?? base.path.fault {
            throw invalid("of its path \"\(redaction.redact(path: path.encoded))\", \(fault)")
        }
        if let fault = query.fault { throw invalid(fault) }
        if timeout <= .zero { throw invalid("the timeout \(timeout) is not above zero") }
        if bodyLimit < 0 { throw invalid("the body limit \(bodyLimit) is below zero") }
    }

    @inline(__always)
    private func fault(of field: HTTPHeaders.Field) -> String? {
        if !field.hasTokenName { return "the header name \(Self.token(field.name)) is no token" }
        // The value may be a secret, so it isn't shown.
        if field.value.holdsControlCharacter { return "the value of the header \(field.name) holds a control character" }
        return framingFault(of: field)
    }

    /// What comes before the first character that no token has: a value may have been taken for a name, and be a secret.
    private static func token(_ text: String) -> String {
        let start = String(decoding: text.utf8.prefix { PercentEncoding.Allowed.token.contains($0) }, as: UTF8.self)
        return (start.utf8.count < text.utf8.count ? start + "…" : start).debugDescription
    }

    private func invalid(_ reason: String) -> APIError {
        APIError(.invalidRequest, "The request can't be sent: \(reason).", request: self)
    }
}

extension HTTPHeaders {
    /// The fields that are here needn't be checked again; but for those whose value depends on the body.
    package mutating func markValid() {
        validCount = fields.prefix { $0.isValidAnywhere }.count
    }
}

extension HTTPHeaders.Field {
    fileprivate var hasTokenName: Bool { !name.isEmpty && PercentEncoding.allSatisfy(name, .token) }

    /// Whether it is good in every request, whatever else is in that.
    fileprivate var isValidAnywhere: Bool {
        guard hasTokenName, !value.holdsControlCharacter else { return false }
        return !HTTPRequest.framingNames.contains { $0.equalsIgnoringASCIICase(name) }
    }
}

extension HTTPRequest {
    /// Whether a server may see it twice: it is idempotent, or has an `Idempotency-Key`, which the caller or an adapter has added.
    package var maySendTwice: Bool { isIdempotent || headers.contains("Idempotency-Key") }
}
