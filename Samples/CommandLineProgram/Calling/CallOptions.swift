internal import EndpointCassettes
package import EndpointKit
internal import EndpointKitTesting

/// The options for a command's calls: their time limits, their output, and the source of their responses.
package struct CallOptions: Sendable {
    /// The source of the responses.
    private enum Traffic: Equatable {
        case live
        /// The path of the file.
        case recorded(String)
        /// The path of the file.
        case replayed(String)
        /// No source: the first request is printed.
        case printed(PrintedRequest.Form)
    }
    private var traffic = Traffic.live
    private var timeout: Duration?
    private var retries: Int?
    private var log: LogObserver.Level?
    /// Whether nothing is logged, even if the settings have a log.
    private var isSilent = false
    private var cacheUse = CacheUse.standard

    package static let options = [
        Option("timeout", .duration, "the longest time in which the service may send nothing, instead of the settings' requestTimeout"),
        Option(
            "retry", .integer(0...10),
            "how often a call is retried after a transient failure, with the waits that the service asks for, up to --timeout"),
        Option(flag: "verbose", short: "v", "log each attempt with its times to standard error, without a progress bar"),
        Option(flag: "trace", "log everything, including header fields; secrets are hidden"),
        Option("log", .choice(["none"] + levels.map(\.key)), "how much to log to standard error"),
        Option(flag: "offline", "use only the answers in the settings' cache, however old, and send nothing"),
        Option(flag: "no-cache", "neither use nor store an answer in the settings' cache"),
        Option(flag: "curl", "print the first request as a curl command, with secrets hidden, and send nothing"),
        Option(flag: "dry-run", "print the first request, with secrets hidden, and send nothing"),
        Option("record", .file, "also record requests and responses in this file, an HTTP Archive without keys"),
        Option("replay", .file, "replay such a file; nothing is sent, and no keys are needed"),
    ].section(.calls)

    private static let levels: KeyValuePairs<String, LogObserver.Level> = ["calls": .calls, "attempts": .attempts, "trace": .trace]

    /// Throws a usage ``Failure`` if options contradict each other.
    package init(_ arguments: Arguments) throws {
        try arguments.checkOnlyOne(of: "record", "replay", "curl", "dry-run")
        try arguments.checkOnlyOne(of: "offline", "no-cache", "record", "replay")
        for name in ["record", "replay"] where arguments[name] == "-" {
            try arguments.refuse("--\(name) needs a file: a recording isn't read from or written to the standard streams.")
        }
        for name in ["record", "replay"] {
            guard let file = arguments[name] else { continue }
            if OutputFile.isStandardOutput(file) {
                try arguments.refuse("--\(name) and the standard output name the same file: one would replace the other.")
            }
            if let output = arguments["file"], OutputFile.areSame(file, output) {
                try arguments.refuse("--\(name) and -o name the same file: one would replace the other.")
            }
        }
        timeout = arguments.duration("timeout")
        retries = arguments.integer("retry")
        log = arguments["log"].flatMap { name in Self.levels.first { $0.key == name }?.value }
        isSilent = arguments["log"] == "none"
        if arguments.has("verbose") { log = max(log ?? .attempts, .attempts) }
        if arguments.has("trace") { log = .trace }
        if arguments.has("offline") { cacheUse = .only }
        if arguments.has("no-cache") { cacheUse = .ignore }
        if let file = arguments["record"] { traffic = .recorded(file) }
        if let file = arguments["replay"] { traffic = .replayed(file) }
        if arguments.has("curl") { traffic = .printed(.curl) }
        if arguments.has("dry-run") { traffic = .printed(.text) }
    }

    /// The options of a command line without options.
    package init() {}

    /// The time allowed for validating a stale response, so that the new response can be stored. Pass it to `shutDown`.
    package static let gracePeriod = Duration.seconds(2)

    /// Whether requests are sent to the service.
    package var isLive: Bool {
        switch traffic {
        case .live, .recorded: true
        case .replayed, .printed: false
        }
    }

    package var isReplayed: Bool { if case .replayed = traffic { true } else { false } }

    /// Runs `body` with the settings and the transport for its client; nil means the platform's transport. A recording is written if `body`
    /// succeeds or fails with a response from the service. After any other failure, the file stays unchanged.
    ///
    /// Throws a ``FailedCall`` for a call that failed.
    ///
    /// - Parameters:
    ///   - folder: the folder to which paths are relative; nil for the working directory.
    ///   - body: receives the settings, the transport and the observers for its client. The observers report long waits to the user.
    package func run<Result>(
        _ configuration: APIConfiguration, in folder: URL? = nil, _ console: Console,
        _ body: (APIConfiguration, (any Transport)?, [any CallObserver]) async throws -> Result
    ) async throws -> Result {
        let configuration = try remembering(limited(configuration))
        do {
            return try await answered(configuration, in: folder, console, body)
        } catch let error as APIError {
            throw FailedCall(
                error: error, retries: retries, timeout: configuration.requestTimeout, deadline: configuration.policies.deadline)
        }
    }

    /// The settings with the stores that the options allow. A recording contains only responses from the service. If the service
    /// isn't called, calls aren't counted, and cookies from a recording aren't put into the jar.
    private func remembering(_ configuration: APIConfiguration) throws -> APIConfiguration {
        var configuration = configuration
        if cacheUse == .only {
            guard configuration.policies.cache?.directory != nil else {
                throw Failure(.configuration, "--offline needs a cache: set \"cache\": { \"directory\": … } in the settings.")
            }
            configuration.policies.cache?.isOffline = true
        }
        if traffic != .live || cacheUse == .ignore { configuration.policies.cache = nil }
        if !isLive { configuration.policies.quota = nil }
        if isReplayed { configuration.policies.cookies = nil }
        return configuration
    }

    /// The settings, changed by the options.
    private func limited(_ configuration: APIConfiguration) -> APIConfiguration {
        var configuration = configuration
        configuration.requestTimeout = timeout ?? configuration.requestTimeout
        configuration.policies.log = log ?? (isSilent ? nil : configuration.policies.log)
        // Nothing is sent, so there is nothing to log.
        if case .printed = traffic { configuration.policies.log = nil }
        if let retries {
            configuration.policies.retry.maxAttempts = retries + 1
            // The budget must not limit the number of retries that the user has chosen.
            configuration.policies.retry.budget = RetryBudget(reserve: .max)
            configuration.policies.retry.failures.insert(.timeout)
            configuration.policies.retry.statuses.insert(.tooManyRequests)
            configuration.policies.retry.maxRetryAfter = configuration.requestTimeout
        }
        return configuration
    }

    private func answered<Result>(
        _ configuration: APIConfiguration, in folder: URL?, _ console: Console,
        _ body: (APIConfiguration, (any Transport)?, [any CallObserver]) async throws -> Result
    ) async throws -> Result {
        // The log already contains the waits.
        let observers: [any CallObserver] = configuration.policies.log == nil ? [WaitNote(console)] : []
        // Any host matches, because a stand-in on this machine has a different port each time, and a replay may have no settings.
        let matching = RequestMatching.standard.ignoringOrigin
        switch traffic {
        case .live: return try await body(configuration, nil, observers)
        case .printed(let form): return try await body(configuration, PrintedRequest(form, console), [])
        case .replayed(let path):
            let cassette = try CassetteTransport(URL(filePath: path, relativeTo: folder), .replay, matching: matching)
            return try await body(configuration, cassette, observers)
        case .recorded(let path):
            try Self.checkReplaceable(path, in: folder)
            let cassette = try CassetteTransport(URL(filePath: path, relativeTo: folder), .record, matching: matching)
            let result: Result
            do { result = try await body(configuration, cassette, observers) } catch {
                if (error as? APIError)?.response == nil {
                    console.note("Nothing is recorded in \(path), because no answer arrived.")
                } else {
                    try cassette.save()
                }
                throw error
            }
            try cassette.save()
            return result
        }
    }

    /// Throws a usage ``Failure`` if a recording would replace a file that is neither empty nor a recording, such as settings or a file
    /// with a secret.
    private static func checkReplaceable(_ path: String, in folder: URL?) throws {
        guard let content = try? Data(contentsOf: URL(filePath: path, relativeTo: folder)), !content.isEmpty else { return }
        if case .object(let document)? = try? JSON(parsing: content), case .object? = document["log"] { return }
        throw Failure.usage("--record replaces only an HTTP Archive, and \(path) isn't one. Name another file, or remove it.")
    }
}

/// The error of a call, with the limits that applied to it, so that the program gives no advice that the user has already followed or
/// that wouldn't help.
package struct FailedCall: Error {
    package var error: APIError
    /// `--retry`; nil if it isn't given.
    var retries: Int?
    /// The longest silence.
    var timeout: Duration
    /// The longest time of a call with its retries; nil means no limit.
    var deadline: Duration?
}

/// A transport that prints a request and ends the program instead of sending it.
struct PrintedRequest: Transport {
    enum Form { case text, curl }
    /// Ends the program without a failure.
    struct End: Error {}

    private let form: Form
    private let console: Console

    init(_ form: Form, _ console: Console) {
        self.form = form
        self.console = console
    }

    func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        switch form {
        case .curl: try console.write(request.curlCommand(in: context) + "\n")
        case .text:
            let fields = request.redaction.redactedHeaders(of: request).lines
            try console.write(([("\(request)")] + fields).joined(separator: "\n") + "\n")
        }
        throw End()
    }

    func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        HTTPResponseStream(try await send(request, in: context))
    }
}
