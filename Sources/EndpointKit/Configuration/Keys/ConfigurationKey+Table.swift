extension ConfigurationKey {
    /// Every key, in the order in which they are shown.
    static let all: [ConfigurationKey] = service + authentication + calls + connection + observing + permissions

    static let named: [String: ConfigurationKey] = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    private static let service: [ConfigurationKey] = [
        .other(
            "baseURL", .url, "Where the service is: http or https, a host and perhaps a path. It must be set somewhere.",
            get: { configuration in
                if configuration.baseURL.isFileURL { return JSON?.none }
                return JSON(configuration.policies.redaction.secrets.redact(urlText: configuration.baseURL.absoluteString))
            },
            set: { configuration, value, _ in configuration.baseURL = value.url ?? configuration.baseURL }),
        .other(
            "basePath", .text, "Follows the base URL's path.", get: { JSON($0.basePath.encoded) },
            set: { configuration, value, _ in configuration.basePath = Path(value.text ?? "") }),
        .text("appVersion", \.appVersion, "Stands in the User-Agent."),
        .other(
            "query", .members(of: .queryValue, named: .queryItem), "Items that every request's query begins with. A list repeats its name.",
            get: { $0.query.settingsJSON },
            set: { configuration, value, name in
                for value in value.list ?? [value] { configuration.query.append(name, value.text ?? "") }
            }),
        .other(
            "headers", .members(of: .fieldValue, named: .field), "Header fields of every request that has none of that name.",
            get: { $0.headers.settingsJSON },
            set: { configuration, value, name in configuration.headers[name] = value.text }),
    ]

    private static let calls: [ConfigurationKey] = [
        .duration("requestTimeout", \.requestTimeout, "The longest silence on the wire, for each attempt."),
        .duration(
            "deadline", \.policies.deadline, "The longest a whole call may take, its retries and the waits between them included."),
        .integer(
            "retry.maxAttempts", 1...100, \.policies.retry.maxAttempts, "The first attempt included: 1 is never another."),
        .duration(
            "retry.initialBackoff", isPositive: false, \.policies.retry.backoff.initial, "The longest wait before the second attempt."),
        .duration("retry.maxBackoff", isPositive: false, \.policies.retry.backoff.maximum, "The longest wait of all."),
        .number("retry.multiplier", 1...100, \.policies.retry.backoff.multiplier, "By what a wait is longer than the one before it."),
        .choice(
            "retry.jitter", [.none, .full, .equal] as [Backoff.Jitter], \.policies.retry.backoff.jitter,
            "What chance does to a wait: nothing, anything down to none of it, or down to half of it."),
        .other(
            "retry.statuses", .list(of: .integer(100...599)), "The statuses after which there is another attempt.",
            get: { .array($0.policies.retry.statuses.sorted().map { JSON($0.rawValue) }) },
            set: { configuration, value, _ in
                configuration.policies.retry.statuses = Set((value.list ?? []).compactMap(\.integer).map(HTTPStatus.init(rawValue:)))
            }),
        .other(
            "retry.failures", .list(of: .choice(TransportFailure.Reason.settings.map(\.rawValue))),
            "The failures of the transport after which there is another attempt.",
            get: { configuration in
                .array(
                    TransportFailure.Reason.settings.filter(configuration.policies.retry.failures.contains).map { JSON($0.rawValue) })
            },
            set: { configuration, value, _ in
                configuration.policies.retry.failures = Set(
                    (value.list ?? []).compactMap(\.text).compactMap(TransportFailure.Reason.init))
            }),
        .duration(
            "retry.maxRetryAfter", isPositive: false, \.policies.retry.maxRetryAfter,
            "A server that wants a longer wait isn't asked again: the call fails at once."),
        .integer("redirects.limit", 0...100, \.policies.redirects.limit, "The most redirects that one attempt follows."),
        .byteCount("limits.bodySize", \.policies.bodyLimit, "The most bytes of a buffered response body, after decoding."),
        .integer(
            "limits.maxConcurrentCalls", 1...Int.max, \.policies.maxConcurrentCalls, "The most calls on their way at a time; others wait."),
        .integer(
            "limits.restarts", 1...Int.max, \.policies.attemptLimit, "The most attempts of one call, however its decisions restart it."),
    ]

    /// Not of the configuration itself, but of what the file may hold.
    static let allowsInsecureHTTP = ConfigurationKey.part(
        "allowsInsecureHTTP", .bool,
        "Whether the base URL may be http on another machine than this, where everyone on the way can read along.")
    static let allowsLiteralSecrets = ConfigurationKey.part(
        "allowsLiteralSecrets", .bool, "Whether secrets may stand in the file itself, and so wherever the file goes.")
    private static let permissions = [allowsInsecureHTTP, allowsLiteralSecrets]
}

extension TransportFailure.Reason {
    fileprivate static let settings: [TransportFailure.Reason] = [
        .nameResolution, .connect, .tls, .timeout, .disconnected, .truncated, .malformed, .other,
    ]
}

extension Query {
    /// Each name once, with its value or a list of them.
    fileprivate var settingsJSON: JSON {
        var object = JSON.Object()
        for item in self where object[item.name] == nil {
            let values = values(for: item.name).map { JSON($0) }
            object[item.name] = values.count == 1 ? values[0] : .array(values)
        }
        return .object(object)
    }
}

extension HTTPHeaders {
    fileprivate var settingsJSON: JSON {
        .object(reduce(into: JSON.Object()) { if $0[$1.name] == nil { $0[$1.name] = JSON(values(for: $1.name).joined(separator: ", ")) } })
    }
}

extension ConfigurationKey {
    static let observing: [ConfigurationKey] = [
        .other(
            "log.level", .choice(LogObserver.Level.settings.map { "\($0)" }), "How much of each call is written to standard error.",
            get: { $0.policies.log.map { JSON("\($0)") } },
            set: { configuration, value, _ in
                configuration.policies.log = LogObserver.Level.settings.first { "\($0)" == value.text }
            }),
        .other(
            "redaction.names", .list(of: .text),
            "Names of query items, header fields, form fields and JSON members that are hidden wherever they would be shown, beside the usual ones.",
            get: { JSON($0.policies.redaction.names.subtracting(Redaction.standard.names)) },
            set: { configuration, value, _ in
                for name in value.texts { configuration.policies.redaction = configuration.policies.redaction.hiding(name) }
            }),
        .other(
            "redaction.shown", .list(of: .text), "Whole names that are shown all the same.",
            get: { JSON($0.policies.redaction.shown.subtracting(Redaction.standard.shown)) },
            set: { configuration, value, _ in
                for name in value.texts { configuration.policies.redaction = configuration.policies.redaction.showing(name) }
            }),
        .other(
            "redaction.paths", .list(of: .text), "Parts of a URL's path: what stands for their * is hidden.",
            get: { .array($0.policies.redaction.paths.map { JSON($0.text) }) },
            set: { configuration, value, _ in
                for path in value.texts { configuration.policies.redaction = configuration.policies.redaction.hiding(path: path) }
            }),
    ]
}

extension LogObserver.Level {
    fileprivate static let settings: [LogObserver.Level] = [.calls, .attempts, .trace]
}

extension ConfigurationValue {
    fileprivate var texts: [String] { (list ?? []).compactMap(\.text) }
}

extension JSON {
    fileprivate init(_ names: Set<String>) { self = .array(names.sorted().map { JSON($0) }) }
}
