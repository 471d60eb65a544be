extension ConfigurationKey {
    /// Setting any of these keys turns the cache on.
    static let cache: [ConfigurationKey] = [
        .other(
            "cache.size", .byteCount, "The maximum size of all stored responses, 20MB by default. Any cache key turns the cache on.",
            get: { $0.cacheSetting(\.size).map { JSON(ByteCount(bytes: $0).description) } },
            set: { configuration, value, _ in
                if let size = value.integer { configuration.setCache { $0.size = size } }
            }),
        .other(
            "cache.directory", .file,
            "The folder for stored responses, which several processes may share and only its owner can read. Without it, responses are kept in memory.",
            get: { $0.policies.cache?.directory.map { JSON($0.path) } },
            set: { configuration, value, _ in
                if let path = value.text { configuration.setCache { $0.directory = URL(filePath: path, directoryHint: .isDirectory) } }
            }),
        .other(
            "cache.entrySize", .byteCount,
            "The maximum size of one stored response: 4MB by default, and at most a quarter of the total size.",
            get: { $0.cacheSetting(\.entryLimit).map { JSON(ByteCount(bytes: $0).description) } },
            set: { configuration, value, _ in
                if let size = value.integer { configuration.setCache { $0.entryLimit = size } }
            }),
        .other(
            "cache.offline", .bool, "Whether calls use only stored responses, and never the network.",
            get: { $0.cacheSetting(\.isOffline).map { JSON($0) } },
            set: { configuration, value, _ in
                if let isOffline = value.bool { configuration.setCache { $0.isOffline = isOffline } }
            }),
    ]
}

extension APIConfiguration {
    /// nil without a cache, or if the setting has its default value.
    fileprivate func cacheSetting<Value: Equatable>(_ value: (CachePolicy) -> Value) -> Value? {
        policies.cache.map(value).flatMap { $0 == value(CachePolicy()) ? nil : $0 }
    }

    fileprivate mutating func setCache(_ change: (inout CachePolicy) -> Void) {
        var policy = policies.cache ?? CachePolicy()
        change(&policy)
        policies.cache = policy
    }
}
