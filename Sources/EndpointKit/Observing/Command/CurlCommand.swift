/// Puts the `curl` command of one request together, word by word.
struct CurlCommand {
    static let bodyLimit = 64 << 10

    let request: HTTPRequest
    let context: TransferContext
    let redaction: Redaction
    private var words = ["curl"]
    /// What `printf` writes to its standard input.
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

    /// A HEAD's content means nothing (RFC 9110, section 9.3.2), and isn't sent.
    private var body: HTTPBodyEntity? { request.method == .head ? nil : request.body }

    private mutating func addTarget() {
        let implied: HTTPMethod = request.body == nil ? .get : .post
        if request.method == .head {
            add("--head")
        } else if request.method != implied {
            add("-X", request.method.rawValue)
        }
        let url = redaction.redactedURL(of: request)
        words.append(ShellText.word(url))
        if url.utf8.contains(where: { "[]{}".utf8.contains($0) }) { add("--globoff") }
        if url.contains("/.") { add("--path-as-is") }
    }

    private mutating func addHeaders() {
        // A name that is no token can't be sent, and curl might take it for a file's.
        for field in redaction.redactedHeaders(of: request) where PercentEncoding.allSatisfy(field.name, .token) {
            // "Name;" is a field without a value: "Name:" would take away curl's own.
            add("-H", field.value.isBlank ? "\(field.name);" : redaction.redact(field))
        }
        if !request.headers.contains("User-Agent") { add("-H", "User-Agent:") }
        if !request.headers.contains("Range") { add("--compressed") }
        if request.lacksExpectedBody, !request.headers.contains("Content-Length") { add("-H", "Content-Length: 0") }
        guard let body else { return }
        if !request.headers.contains("Content-Type") { add("-H", "Content-Type:") }
        // curl asks a server's leave before a large body.
        if !request.headers.contains("Expect"), body.length.map({ $0 > 1000 }) ?? true { add("-H", "Expect:") }
    }

    private mutating func addBody(_ body: HTTPBodyEntity) {
        switch body.content {
        case .file(let url): add("--data-binary", "@\(url.path)")
        case .data(let data) where data.count <= Self.bodyLimit:
            let type = request.headers["Content-Type"] ?? body.contentType
            let shown = redaction.redact(body: [UInt8](data), contentType: type)
            if let text = String(validating: shown, as: UTF8.self), ShellText.isVisible(text) {
                add("--data-raw", text)
            } else {
                input = ShellText.format(shown)
                add("--data-binary", "@-")
            }
        case .data, .stream: add("--data-binary", "@-")
        }
    }

    private mutating func addTimeouts() {
        if let seconds = context.connection.connectTimeout.curlSeconds { add("--connect-timeout", seconds) }
        // One byte a second is enough: this is about silence.
        if let seconds = request.timeout.curlWholeSeconds { add("--speed-time", seconds) }
    }
}

extension Duration {
    /// nil for what is as good as for ever.
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
