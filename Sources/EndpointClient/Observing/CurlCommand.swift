/// Builds the `curl` command for one request, word by word.
struct CurlCommand {
    static let bodyLimit = 64 << 10

    let request: HTTPRequest
    let context: TransferContext
    let redaction: Redaction
    private var words = ["curl"]
    /// The `printf` format that produces the command's standard input.
    private var input: String?

    init(_ request: HTTPRequest, in context: TransferContext, hiding redaction: Redaction) {
        self.request = request
        self.context = context
        self.redaction = redaction
        addTarget()
        addHeaders()
        if let body { addBody(body) }
        addTimeouts()
        addConnection()
    }

    var text: String {
        let command = words.joined(separator: " ")
        return input.map { "printf \($0) | \(command)" } ?? command
    }

    mutating func add(_ option: String, _ values: String...) {
        words.append(option)
        words += values.map(ShellText.word)
    }

    /// The body to send. The content of a HEAD request has no meaning (RFC 9110, section 9.3.2), and isn't sent.
    private var body: HTTPBodyEntity? { request.method == .head ? nil : request.body }

    private mutating func addTarget() {
        let implied: HTTPMethod = request.body == nil ? .get : .post
        if request.method == .head {
            add("--head")
        } else if request.method != implied {
            add("-X", request.method.shown)
        }
        let url = redaction.redactedURL(of: request)
        words.append(ShellText.word(url))
        if url.utf8.contains(where: { "[]{}".utf8.contains($0) }) { add("--globoff") }
        if url.contains("/.") { add("--path-as-is") }
    }

    private mutating func addHeaders() {
        // An invalid field name can't be sent, and curl might take it for a file name.
        let shown = redaction.redactedHeaders(of: request)
        for field in shown where PercentEncoding.allSatisfy(field.name, .token) {
            // "Name;" is a field without a value; "Name:" would remove curl's own field.
            add("-H", field.value.isBlank ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        if !request.headers.contains("User-Agent") { add("-H", "User-Agent:") }
        if !request.headers.contains("Range") { add("--compressed") }
        if request.lacksExpectedBody, !request.headers.contains("Content-Length") { add("-H", "Content-Length: 0") }
        guard let body else { return }
        if !request.headers.contains("Content-Type") { add("-H", "Content-Type:") }
        // Without this, curl sends "Expect: 100-continue" and waits before it sends a large body.
        if !request.headers.contains("Expect"), body.length.map({ $0 > 1000 }) ?? true { add("-H", "Expect:") }
    }

    private mutating func addBody(_ body: HTTPBodyEntity) {
        switch body.content {
        case .file(let url): add("--data-binary", "@\(url.path)")
        case .data(let data) where data.count <= Self.bodyLimit:
            let shown = redaction.redact(body: data, contentType: request.headers["Content-Type"] ?? body.contentType)
            if let text = String(validating: shown, as: UTF8.self), ShellText.isVisible(text) {
                add("--data-raw", text)
            } else {
                input = ShellText.format([UInt8](shown))
                add("--data-binary", "@-")
            }
        case .data, .stream: add("--data-binary", "@-")
        }
    }

    private mutating func addTimeouts() {
        if let seconds = context.connection.connectTimeout.curlSeconds { add("--connect-timeout", seconds) }
        // curl's default minimum speed of one byte a second is right, because the timeout concerns silence.
        if let seconds = request.timeout.curlWholeSeconds { add("--speed-time", seconds) }
    }
}

extension Duration {
    /// Seconds with up to three decimals; nil if the duration is so long that curl needs no limit.
    fileprivate var curlSeconds: String? {
        guard self < .seconds(1_000_000) else { return nil }
        let milliseconds = max(1, Int64((self / .milliseconds(1)).rounded(.up)))
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return rest == 0 ? "\(seconds)" : "\(seconds)." + "\(1000 + rest)".dropFirst()
    }

    fileprivate var curlWholeSeconds: String? {
        guard self < .seconds(1_000_000) else { return nil }
        return "\(max(1, Int64((self / .seconds(1)).rounded(.up))))"
    }
}

extension HTTPRequest {
    /// Returns a command for a POSIX shell that sends an equivalent request with `curl`.
    ///
    /// By default, secrets are hidden. `.nothing` shows them, so keep such a command secret. A body that is a stream, or longer than 64 KB,
    /// isn't part of the command, which then reads the body from its standard input. Redirects aren't followed.
    ///
    /// - Parameters:
    ///   - redaction: determines what is hidden; nil means the request's own redaction.
    ///   - context: how the transport connects; a client uses its ``ClientPolicies/connection``.
    public func curlCommand(redacting redaction: Redaction? = nil, in context: TransferContext = .standard) -> String {
        CurlCommand(self, in: context, hiding: redaction ?? self.redaction).text
    }
}

extension CurlCommand {
    /// Adds the options that the libcurl transport sets on its handle.
    mutating func addConnection() {
        let policies = context.connection
        switch policies.httpVersion {
        case .automatic: break
        case .http1: add("--http1.1")
        case .http2:
            add("--http2-prior-knowledge")
            if request.origin.scheme == .http { add("--proxytunnel") }
        case .http3: add("--http3-only")
        }
        if let path = policies.unixSocket { add("--unix-socket", path) }
        switch policies.proxy {
        case .environment: if request.origin.isLoopback { add("--noproxy", "*") }
        case .direct: add("--noproxy", "*")
        case .url(let url, let user, let password): addProxy(url, user: user, password: password)
        }
        if request.origin.scheme == .https { addTLS(policies.tls) }
    }

    private mutating func addProxy(_ url: URL, user: String?, password: Secret?) {
        let hides = redaction.hides("Proxy-Authorization")
        add("--proxy", redaction.redact(urlText: url.absoluteString))
        add("--noproxy", "")
        guard let user else { return }
        let name = hides ? redaction.redact(value: user) : PercentEncoding.encoded(user)
        let password = password?.reveal() ?? ""
        add("--proxy-user", "\(name):\(hides ? password.shownLength : PercentEncoding.encoded(password))")
    }

    private mutating func addTLS(_ tls: TLSPolicy) {
        if tls.minimumVersion == .tls13 { add("--tlsv1.3") }
        if let file = tls.certificateAuthorities { add("--cacert", file.path) }
        if let keys = tls.keys(pinnedFor: request.origin.host) {
            add("--pinnedpubkey", keys.isEmpty ? "sha256//" : keys.map { "sha256//\($0)" }.joined(separator: ";"))
        }
        guard let client = tls.clientCertificate else { return }
        // In this option a colon begins the password.
        add("--cert", client.certificate.path.replacing("\\", with: "\\\\").replacing(":", with: "\\:"))
        add("--key", client.key.path)
        if let password = client.password { add("--pass", redaction.hides("password") ? password.reveal().shownLength : password.reveal()) }
    }
}

/// Quotes text for a POSIX shell, and escapes control characters that a terminal would interpret (POSIX.1-2024, XCU 2.2 and `printf`).
enum ShellText {
    /// Returns the text as one word of a command.
    static func word(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
        if !isVisible(text) {
            // A command substitution removes each NUL, which no word can contain, and line ends at the end of its output.
            let bytes = text.utf8.filter { $0 != 0 }
            let lineEnds = bytes.reversed().prefix { $0 == UInt8(ascii: "\n") }.count
            let word = "\"$(printf \(format(Array(bytes.dropLast(lineEnds)))))\""
            return lineEnds == 0 ? word : word + "'" + String(repeating: "\n", count: lineEnds) + "'"
        }
        return "'" + text.replacing("'", with: #"'\''"#) + "'"
    }

    /// Returns the `printf` format that produces these bytes.
    static func format(_ bytes: [UInt8]) -> String {
        // Bytes that aren't valid UTF-8 are written only as ASCII characters and escapes.
        let text = String(validating: bytes, as: UTF8.self)
        let scalars: [Unicode.Scalar] = text.map { Array($0.unicodeScalars) } ?? bytes.map { Unicode.Scalar($0) }
        var format = ""
        for scalar in scalars {
            switch scalar {
            case "\n": format += #"\n"#
            case "\r": format += #"\r"#
            case "\t": format += #"\t"#
            case "\\": format += #"\\"#
            case "%": format += "%%"
            // Some shells would take a leading hyphen for the start of an option.
            case "-" where format.isEmpty: format += octal(scalar.value)
            // An interactive shell expands "!" from its history, even between quotes.
            case "'", "!": format += octal(scalar.value)
            case _ where scalar.isASCII && scalar.isVisible: format.unicodeScalars.append(scalar)
            case _ where text == nil: format += octal(scalar.value)
            case _ where scalar.isVisible: format.unicodeScalars.append(scalar)
            default: for byte in String(scalar).utf8 { format += octal(UInt32(byte)) }
            }
        }
        return "'\(format)'"
    }

    static func isVisible(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(\.isVisible) }

    private static func octal(_ value: UInt32) -> String { "\\\(value >> 6 & 7)\(value >> 3 & 7)\(value & 7)" }

    private static func isPlain(_ byte: UInt8) -> Bool {
        PercentEncoding.Allowed.unreserved.contains(byte) && byte != UInt8(ascii: "~") || "/:@,+".utf8.contains(byte)
    }
}
