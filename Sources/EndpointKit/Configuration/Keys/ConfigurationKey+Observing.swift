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
