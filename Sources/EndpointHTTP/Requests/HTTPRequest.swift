/// One request, in the form that adapters and transports use.
///
/// Origin, path and query are separate, so that an adapter can add a query item without parsing; the text of the URL is built when a
/// transport needs it. After the last adapter, ``validate()`` rejects values that may not go on the wire.
public struct HTTPRequest: Sendable {
    /// Setting another method resets ``isIdempotent`` to the default of that method.
    public var method: HTTPMethod {
        get { rest.method }
        set {
            guard newValue != rest.method else { return }
            rest.declaredIdempotence = nil
            rest.method = newValue
        }
    }
    /// The query, to which adapters may add items.
    public var query: Query
    /// The fields set so far; the transport adds those that frame the message.
    public var headers: HTTPHeaders
    /// nil for a request without a body.
    public var body: HTTPBodyEntity? {
        get { rest.sharedBody?.entity }
        set { rest.sharedBody = newValue.map(HTTPBodyEntity.Shared.init) }
    }
    var sharedBody: HTTPBodyEntity.Shared? { rest.sharedBody }
    /// The maximum time without any byte sent or received while there is a connection.
    public var timeout: Duration {
        get { rest.timeout }
        set { rest.timeout = newValue }
    }
    /// The maximum size of a buffered response body, after decoding: 64 MB by default, or the limit in the client's policies.
    public var bodyLimit: Int {
        get { rest.bodyLimit ?? 64 << 20 }
        set { rest.bodyLimit = newValue }
    }
    /// If false, a transport must not send the request a second time by itself. The default depends on the method (RFC 9110, section
    /// 9.2.2), unless a field such as `X-HTTP-Method-Override` replaces the method.
    ///
    /// A value that you set applies until the method changes. True applies only at the request's origin, because fields that it may depend
    /// on don't go to another origin.
    public var isIdempotent: Bool {
        get { rest.declaredIdempotence ?? (method.isIdempotent && !hasReplacedMethod) }
        set { rest.declaredIdempotence = newValue }
    }

    /// Forgets that the request was declared idempotent.
    mutating func forgetIdempotence() {
        if rest.declaredIdempotence == true { rest.declaredIdempotence = nil }
    }
    /// Whether a server's redirect or link has led to another origin, even if a later one leads back. Adapters and authentication then
    /// don't apply, and neither do the client certificate and the Unix socket. A transport must add none of the program's fields to such a
    /// request.
    public package(set) var isAway: Bool {
        get { rest.isAway }
        set { rest.isAway = newValue }
    }

    /// The parts of the request before the adapter, the authentication or the transport that edits it now. What these have added is the
    /// difference (``addedItems``). nil if nothing counts as added.
    private(set) var earlier: Parts?

    package var base: Base { rest.base }

    /// The parts that seldom change, in one object. A call keeps a copy of its request at each step, which would otherwise copy every part.
    private struct Rest: Sendable {
        var method: HTTPMethod
        var sharedBody: HTTPBodyEntity.Shared?
        var timeout: Duration
        var bodyLimit: Int?
        var declaredIdempotence: Bool?
        var isAway = false
        // Shared, because origin, base path and redaction are the same for all requests of a client.
        var base: Base
        // The endpoint's part of the path, joined to the base path only when the URL is written.
        var endpointPath: Path
    }
    private final class Box: Sendable {
        let rest: Rest
        init(_ rest: Rest) { self.rest = rest }
    }
    private var box: Box
    private var rest: Rest {
        get { box.rest }
        set { box = Box(newValue) }
    }

    /// The part that all of a client's requests share.
    package final class Base: Sendable {
        package let origin: Origin
        package let path: Path
        package let redaction: Redaction
        /// The secrets of the requests that were redirected to this one. A server may repeat them in its location.
        let earlierSecrets: OwnSecrets
        /// Whether the path comes from a redirect, so that no endpoint's path is relative to it.
        package let isTarget: Bool

        package init(
            origin: Origin, path: Path, redaction: Redaction, earlierSecrets: OwnSecrets = .empty, isTarget: Bool = false
        ) {
            self.origin = origin
            self.path = path
            self.redaction = redaction
            self.earlierSecrets = earlierSecrets
            self.isTarget = isTarget
        }
    }

    /// The server that receives the request. Setting it keeps the path and the query.
    public var origin: Origin {
        get { base.origin }
        set {
            guard newValue != base.origin else { return }
            rest.base = Base(origin: newValue, path: base.path, redaction: base.redaction, earlierSecrets: base.earlierSecrets)
        }
    }

    /// Decides which values are hidden in descriptions of the request and in errors about it.
    public var redaction: Redaction { base.redaction }

    /// The same request, whose descriptions also show its path.
    package var showingPath: HTTPRequest {
        var request = self
        request.rest.base = Base(
            origin: origin, path: base.path, redaction: redaction.showingPaths, earlierSecrets: base.earlierSecrets, isTarget: base.isTarget
        )
        return request
    }

    /// The whole path, including the configuration's base path.
    public var path: Path {
        get { base.path.appending(rest.endpointPath) }
        set {
            rest.base = Base(origin: base.origin, path: "", redaction: base.redaction, earlierSecrets: base.earlierSecrets)
            rest.endpointPath = newValue
        }
    }

    /// Replaces origin, path and query after the server has redirected `request`.
    mutating func go(to location: Location, after request: HTTPRequest) {
        let secrets = OwnSecrets(of: request)
        origin = location.origin
        // The target's path becomes the base path. It isn't joined to anything, so two leading slashes are kept.
        rest.base = Base(
            origin: location.origin, path: location.path, redaction: base.redaction, earlierSecrets: secrets, isTarget: true)
        rest.endpointPath = ""
        query = location.query
        keep(earlier: nil)
    }

    /// Keeps what additions are compared with; nil if nothing counts as added.
    package mutating func keep(earlier: HTTPRequest?) {
        self.earlier = earlier.map { Parts(fields: $0.headers.fields, query: $0.query.bytes) }
    }

    /// Copies the settings of the request that an adapter has replaced with a new one: the redaction, the body limit, and whether the
    /// request may be sent twice. A request that the adapter has kept already has them.
    ///
    /// - Parameter isAtHome: whether both go to the same service, for which the request may have been declared idempotent.
    mutating func copySettings(of replaced: HTTPRequest, isAtHome: Bool) {
        if base === replaced.base { return }
        if redaction == .standard {
            rest.base = Base(
                origin: base.origin, path: base.path, redaction: replaced.redaction, earlierSecrets: replaced.base.earlierSecrets,
                isTarget: base.isTarget)
        }
        rest.bodyLimit = rest.bodyLimit ?? replaced.rest.bodyLimit
        if method == replaced.method, isAtHome {
            rest.declaredIdempotence = rest.declaredIdempotence ?? replaced.rest.declaredIdempotence
        }
    }

    /// The whole URL with its secrets; ``description`` hides them.
    ///
    /// A `URL` can't hold every ``target``: `*` becomes the path `/*`, and a character that RFC 3986 doesn't allow is escaped, such as a
    /// bracket in the query, or a `%` that begins no escape, which only a test server receives. ``urlText`` is exact.
    public var url: URL {
        if let url = URL(string: urlText, encodingInvalidCharacters: false) { return url }
        // `URL` would escape each `%` of this text, even in escapes.
        var text = Array(origin.description.utf8)
        PercentEncoding.append(target, allowed: .query, keepingEscapes: true, to: &text)
        // The alternative exists so that this can't trap.
        return URL(string: String(decoding: text, as: UTF8.self)) ?? URL(filePath: "/")
    }

    /// The text of the URL as it is sent, in which `OPTIONS *` has the path `/*`.
    public var urlText: String { withURLText { String(decoding: $0, as: UTF8.self) } }

    /// The path and the query of ``url``, as in the request line (RFC 9112, section 3.2.1): `/path?query`.
    public var target: String {
        if rest.endpointPath.isAsterisk { return "*" }
        return withURLText { String(decoding: $0[origin.description.utf8.count...], as: UTF8.self) }
    }

    /// Calls `body` with the text of ``url``, which is valid only during the call. A NUL follows the text, so that C can read it.
    @inlinable
    public func withURLText<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: urlTextCapacity) { buffer in
            let count = writeURLText(to: buffer)
            return try body(UnsafeBufferPointer(rebasing: buffer[..<count]))
        }
    }

    @usableFromInline var urlTextCapacity: Int {
        // One byte each for the slash between the paths, the slash before them, the "?" and the NUL.
        base.origin.description.utf8.count + base.path.encoded.utf8.count + rest.endpointPath.encoded.utf8.count + query.bytes.count + 4
    }

    /// Returns the number of bytes without the NUL.
    @usableFromInline func writeURLText(to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var writer = ByteWriter(buffer: buffer)
        writer.append(base.origin.description)
        let originCount = writer.count
        writer.appendPath(base.path.encoded)
        if !rest.endpointPath.encoded.isEmpty {
            writer.removeTrailingSlashes(after: originCount)
            writer.append(UInt8(ascii: "/"))
            writer.append(rest.endpointPath.encoded, droppingLeadingSlashes: true)
        }
        if writer.count == originCount { writer.append(UInt8(ascii: "/")) }
        if !query.bytes.isEmpty || query.isEmptyButThere {
            writer.append(UInt8(ascii: "?"))
            query.bytes.withUnsafeBufferPointer { writer.append($0) }
        }
        let count = writer.count
        writer.append(0)
        return count
    }
}

extension HTTPRequest {
    /// Creates a request without a client, for transports and their tests.
    ///
    /// - Parameters:
    ///   - method: GET by default.
    ///   - origin: scheme, host and port.
    ///   - path: the complete path.
    ///   - query: the items in order.
    ///   - headers: the fields in order.
    ///   - body: nil if there is none.
    ///   - timeout: the maximum time without any byte sent or received, 30 seconds by default.
    ///   - redaction: decides which values are hidden in descriptions of the request and in errors about it.
    public init(
        method: HTTPMethod = .get, origin: Origin, path: Path = "/", query: Query = [:], headers: HTTPHeaders = [:],
        body: HTTPBodyEntity? = nil, timeout: Duration = .seconds(30), redaction: Redaction = .standard
    ) {
        self.init(
            method: method, base: Base(origin: origin, path: "", redaction: redaction), path: path, query: query, headers: headers,
            body: body.map(HTTPBodyEntity.Shared.init), timeout: timeout)
    }

    package init(
        method: HTTPMethod, base: Base, path: Path, query: Query, headers: HTTPHeaders, body: HTTPBodyEntity.Shared?, timeout: Duration,
        bodyLimit: Int? = nil, isIdempotent: Bool? = nil
    ) {
        self.query = query
        self.headers = headers
        box = Box(
            Rest(
                method: method, sharedBody: body, timeout: timeout, bodyLimit: bodyLimit, declaredIdempotence: isIdempotent, base: base,
                endpointPath: path))
    }
}

extension HTTPRequest: CustomStringConvertible {
    /// `GET https://host/path?query`, redacted by the request's own redaction.
    public var description: String { "\(method.shown) \(redaction.redactedURL(of: self))" }
}

extension HTTPRequest {
    /// Throws ``APIError/Code/invalidRequest`` for values that may not go on the wire:
    /// - A method or field name that isn't a token (RFC 9110, sections 5.6.2 and 9.1).
    /// - A field value with CR, LF, NUL or another control character (5.5).
    /// - A field that frames the message (Transfer-Encoding, a Content-Length that isn't the body's length), or applies to only one
    ///   connection (7.6.1).
    /// - An invalid path or query.
    /// - A timeout that isn't above zero, or a limit below zero.
    public func validate() throws(APIError) {
        if method.rawValue.isEmpty || !PercentEncoding.allSatisfy(method.rawValue, .token) {
            throw invalid("the method \(Self.token(method.rawValue)) is empty or has a character that a method may not have")
        }
        if let fault = headers.firstFault({ fault(of: $0) }) { throw invalid(fault) }
        if let fault = rest.endpointPath.fault ?? base.path.fault {
            throw invalid("its path \"\(redaction.redact(path))\" is not valid: \(fault)")
        }
        if let fault = query.fault { throw invalid(fault) }
        if let codings = sharedBody?.entity.contentEncoding, headers.values(for: "Content-Encoding").joined(separator: ", ") != codings {
            let coding = codings.debugDescription
            throw invalid("its Content-Encoding isn't \(coding), the coding of its body; only an adapter that encodes the body may set it")
        }
        if timeout <= .zero { throw invalid("the timeout \(timeout) is not above zero") }
        if bodyLimit < 0 { throw invalid("the body limit \(bodyLimit) is below zero") }
    }

    @inline(__always)
    private func fault(of field: HTTPHeaders.Field) -> String? {
        if !field.hasTokenName { return "the header name \(Self.token(field.name)) is empty or has a character that a name may not have" }
        if field.value == HTTPHeaders.unwritable {
            return "the value of the header \(field.name) is a number that isn't finite, or a date outside the years 0 to 9999"
        }
        // The value may be a secret, so it isn't shown.
        if field.value.holdsControlCharacter { return "the value of the header \(field.name) contains a control character" }
        return framingFault(of: field)
    }

    /// The text before the first invalid character. A caller may have swapped name and value, so the rest may be a secret.
    private static func token(_ text: String) -> String {
        let start = String(decoding: text.utf8.prefix { PercentEncoding.Allowed.token.contains($0) }, as: UTF8.self)
        return (start.utf8.count < text.utf8.count ? start + "…" : start).debugDescription
    }

    private func invalid(_ reason: String) -> APIError {
        APIError(.invalidRequest, "The request can't be sent: \(reason).", request: self)
    }
}

extension HTTPHeaders {
    /// Marks the fields as checked, up to the first one that isn't valid in every request.
    package mutating func markValid() {
        validCount = fields.prefix { $0.isValidAnywhere }.count
    }
}

extension HTTPHeaders.Field {
    fileprivate var hasTokenName: Bool { !name.isEmpty && PercentEncoding.allSatisfy(name, .token) }

    /// Whether the field is valid in every request.
    fileprivate var isValidAnywhere: Bool {
        guard hasTokenName, !value.holdsControlCharacter else { return false }
        return !HTTPRequest.framingNames.contains { $0.equalsIgnoringASCIICase(name) }
    }
}
