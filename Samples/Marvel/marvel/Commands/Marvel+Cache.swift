internal import CommandLineProgram
internal import EndpointKit

extension Marvel {
    /// Shows how much the cache of the settings holds, and where.
    func showCache(_ arguments: Arguments) async throws {
        guard let (policy, cache, directory) = try cache(named: arguments) else { return }
        let fields: [Field<ResponseCache.Usage>] = [
            .text("directory") { _ in directory }, .number("answers") { $0.count }, .number("bytes") { $0.bytes },
            .number("size") { _ in policy.size },
        ]
        var writer = try ElementWriter(fields, arguments, console)
        try writer.write([cache.usage])
        try writer.end()
    }

    /// Removes what the cache of the settings holds.
    func clearCache(_ arguments: Arguments) async throws {
        guard let (_, cache, directory) = try cache(named: arguments) else { return }
        let count = cache.usage.count
        cache.removeAll()
        console.note("\(count == 1 ? "1 answer is" : "\(count) answers are") removed from \(directory).")
    }

    /// nil, and a note, where the settings have no cache with a folder.
    private func cache(named arguments: Arguments) throws -> (CachePolicy, ResponseCache, String)? {
        let (configuration, _) = try settings(named(by: arguments))
        guard let policy = configuration.policies.cache, let directory = policy.directory else {
            console.note("marvel: the settings have no cache with a directory, so nothing is stored.")
            return nil
        }
        return (policy, ResponseCache(policy), directory.path)
    }
}
