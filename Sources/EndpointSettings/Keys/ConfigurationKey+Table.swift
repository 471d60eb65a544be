extension ConfigurationKey {
    /// All keys, in the order in which they are documented.
    package static let all: [ConfigurationKey] =
        service + authentication + json + calls + quota + cache + cookies + connection + observing + permissions

    static let named: [String: ConfigurationKey] = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    static let baseURL = ConfigurationKey.other(
        "baseURL", .url, "The URL of the service: http or https, a host and perhaps a path. It is required.",
        get: { configuration in
            configuration.baseURL.isFileURL ? nil : JSON(configuration.shownAddress.url)
        },
        set: { configuration, value, _ in configuration.baseURL = value.url ?? configuration.baseURL }
    )

    private static let service: [ConfigurationKey] = [
        baseURL,
        .other(
            "basePath", .urlPath, "The path that follows the path of the base URL.", get: { JSON($0.shownAddress.path) },
            set: { configuration, value, _ in configuration.basePath = Path(value.text ?? "") }),
        .text("appVersion", \.appVersion, "The program's version in the User-Agent."),
        .other(
            "query", .members(of: .queryValue, named: .queryItem), "Items at the beginning of every query. A list repeats its name.",
            get: { $0.query.settingsJSON },
            set: { configuration, value, name in
                for value in value.list ?? [value] { configuration.query.append(name, value.text ?? "") }
            }
        ).forServer(),
        .other(
            "headers", .members(of: .fieldValue, named: .field), "Header fields for every request that has no field of the same name.",
            get: { $0.headers.settingsJSON },
            set: { configuration, value, name in configuration.headers.append(name, value.text ?? "") }
        ).forServer(),
    ]

    private static let calls: [ConfigurationKey] = [
        .duration("requestTimeout", \.requestTimeout, "The longest silence on the wire, for each attempt."),
        .duration(
            "deadline", \.policies.deadline, "The longest time for a whole call, including its retries and the waits between them."),
        .integer(
            "retry.maxAttempts", 1...100, \.policies.retry.maxAttempts,
            "The maximum number of attempts, including the first one. 1 turns retries off."),
        .duration(
            "retry.initialBackoff", isPositive: false, \.policies.retry.backoff.initial, "The longest wait before the second attempt."),
        .duration(
            "retry.maxBackoff", isPositive: false, \.policies.retry.backoff.maximum,
            "The longest wait before any attempt, unless the server asks for a longer one."),
        .number("retry.multiplier", 1...100, \.policies.retry.backoff.multiplier, "The factor between a wait and the previous one."),
        .choice(
            "retry.jitter", [.none, .full, .equal] as [Backoff.Jitter], \.policies.retry.backoff.jitter,
            "How much of each wait is random: nothing, all of it, or half of it."),
        .statuses("retry.statuses", \.policies.retry.statuses, "The statuses that lead to another attempt."),
        .statuses(
            "retry.statusesWithRetryAfter", \.policies.retry.statusesWithRetryAfter,
            "The statuses that lead to another attempt if the server says when."),
        .statuses(
            "retry.refusalStatuses", \.policies.retry.refusalStatuses,
            "The statuses with which the server refuses a request without acting on it, so that even a POST is sent again."),
        .other(
            "retry.failures", .list(of: .choice(TransportFailure.Reason.settings.map(\.rawValue))),
            "The failures of the transport that lead to another attempt.",
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
            "The longest wait that a server may ask for. The call fails at once if it asks for more."),
        .number(
            "retry.budget.ratio", 0...100, \.retryRatio,
            "The number of retries that each call allows, counted over ten seconds and over all clients with these settings."),
        .integer(
            "retry.budget.reserve", 0...1_000_000, \.retryReserve,
            "The number of retries that are allowed in ten seconds in any case. 1000000 is as good as no budget."),
        .integer("redirects.limit", 0...100, \.policies.redirects.limit, "The maximum number of redirects that one attempt follows."),
        .byteCount("limits.bodySize", \.policies.bodyLimit, "The maximum size of a buffered response body, after decoding."),
        .integer(
            "limits.maxConcurrentCalls", 1...1_000_000, \.policies.maxConcurrentCalls,
            "The maximum number of calls on the wire at a time; others wait. 1000000 is as good as no limit."),
        .integer(
            "limits.maxConcurrentStreams", 1...1_000_000, \.policies.maxConcurrentStreams,
            "The maximum number of open streams; others wait."),
    ]

    private static let quota: [ConfigurationKey] = [
        .bool(
            "limits.sharesEqualRequests", \.policies.sharesEqualRequests,
            "Whether equal calls in flight share one request: calls of the same user, with a safe method and no body."),
        .other(
            "limits.quota.calls", .integer(Quota.callRange),
            "The maximum number of calls to the base URL's origin in any period of the length `per`.",
            get: { $0.policies.quota.map { JSON($0.calls) } },
            // The period is set afterwards. A quota without a period is rejected.
            set: { configuration, value, _ in
                configuration.policies.quota = value.integer.map { Quota(calls: $0, per: .seconds(1)) }
            }),
        .other(
            "limits.quota.per", .period, "The length of the quota's window, which slides.",
            get: { $0.policies.quota.map { JSON($0.period.configurationText) } },
            set: { configuration, value, _ in
                if let period = value.duration { configuration.policies.quota?.period = period }
            }),
        .other(
            "limits.quota.whenSpent", .choice([Quota.WhenSpent.wait, .fail].map(\.rawValue)),
            "What a call does when the quota is used up: it waits within its deadline, or fails at once.",
            get: { JSON(($0.policies.quota?.whenSpent ?? .wait).rawValue) },
            set: { configuration, value, _ in
                if let answer = value.text.flatMap(Quota.WhenSpent.init) { configuration.policies.quota?.whenSpent = answer }
            }),
        .other(
            "limits.quota.file", .file,
            "The file that keeps the count across runs and processes, readable only by its owner. Without it, each client counts its own calls.",
            get: { ($0.policies.quota?.store as? FileQuotaStore).map { JSON($0.url.path) } },
            set: { configuration, value, _ in
                if let path = value.text { configuration.policies.quota?.store = FileQuotaStore(URL(filePath: path)) }
            }),
    ]

    /// A permission for the file rather than a setting of the client.
    static let allowsInsecureHTTP = ConfigurationKey.bool(
        "allowsInsecureHTTP", \.policies.allowsInsecureHTTP,
        "Whether the base URL may be http on a remote host, where anyone on the network can read the traffic.")
    static let allowsLiteralSecrets = ConfigurationKey.part(
        "allowsLiteralSecrets", .bool, "Whether the file itself may contain secrets, which are then in every copy of it.")
    private static let permissions = [allowsInsecureHTTP, allowsLiteralSecrets]
}

extension APIConfiguration {
    private var retryBudget: RetryBudget { policies.retry.budget ?? RetryBudget() }

    fileprivate var retryRatio: Double {
        get { retryBudget.ratio }
        set { policies.retry.budget = RetryBudget(ratio: newValue, reserve: retryBudget.reserve) }
    }

    fileprivate var retryReserve: Int {
        get { retryBudget.reserve }
        set { policies.retry.budget = RetryBudget(ratio: retryBudget.ratio, reserve: newValue) }
    }
}

extension TransportFailure.Reason {
    fileprivate static let settings: [TransportFailure.Reason] = [
        .nameResolution, .connect, .tls, .timeout, .disconnected, .truncated, .malformed, .other,
    ]
}

extension Query {
    /// Each name once, with its value or a list of its values.
    fileprivate var settingsJSON: JSON {
        let values = Dictionary(grouping: self, by: \.name).mapValues { items in items.map { JSON($0.value ?? "") } }
        let object = reduce(into: JSON.Object()) { object, item in
            guard object[item.name] == nil, let own = values[item.name] else { return }
            object[item.name] = own.count == 1 ? own[0] : .array(own)
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
    static let redactionNames = ConfigurationKey.other(
        "redaction.names", .list(of: .text),
        "Names of query items, header fields, form fields and JSON members whose values are hidden, in addition to the standard ones.",
        get: { JSON($0.policies.redaction.names.subtracting(Redaction.standard.names)) },
        set: { configuration, value, _ in
            for name in value.texts { configuration.policies.redaction.hide(name) }
        })

    static let observing: [ConfigurationKey] = [
        .other(
            "log.level", .choice(["none"] + LogObserver.Level.settings.map { "\($0)" }),
            "How much of each call is written to standard error.",
            get: { JSON($0.policies.log.map { "\($0)" } ?? "none") },
            // "none" isn't a level, so it turns logging off.
            set: { configuration, value, _ in
                configuration.policies.log = LogObserver.Level.settings.first { "\($0)" == value.text }
            }),
        redactionNames,
        .other(
            "redaction.shown", .list(of: .text), "Whole names whose values are shown although they would be hidden.",
            get: { JSON($0.policies.redaction.shown.subtracting(Redaction.standard.shown)) },
            set: { configuration, value, _ in
                for name in value.texts { configuration.policies.redaction.show(name) }
            }),
        .other(
            "redaction.paths", .list(of: .text), "Patterns for parts of a URL's path, in which the text that matches * is hidden.",
            get: { .array($0.policies.redaction.paths.map { JSON($0.text) }) },
            set: { configuration, value, _ in
                for path in value.texts { configuration.policies.redaction.hide(path: path) }
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
