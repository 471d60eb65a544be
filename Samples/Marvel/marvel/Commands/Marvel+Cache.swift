internal import CommandLineProgram
internal import EndpointKit

extension Marvel {
    /// Shows the size and the location of the settings' cache.
    func showCache(_ arguments: Arguments) async throws {
        guard let (policy, cache, directory) = try cache(named: arguments) else { return }
        let fields: [Field<ResponseCache.Usage>] = [
            .text("directory") { _ in directory }, .number("answers") { $0.count }, .number("bytes") { $0.bytes },
            .number("size") { _ in policy.size },
        ]
        var writer = try ElementWriter(fields, arguments, console)
        try writer.write([cache.usage])
        try writer.end()
        if let problem = cache.directoryProblem { console.note("marvel: nothing is stored: \(problem).") }
    }

    /// Empties the settings' cache.
    func clearCache(_ arguments: Arguments) async throws {
        guard let (_, cache, directory) = try cache(named: arguments) else { return }
        let count = cache.usage.count
        cache.removeAll()
        let left = cache.usage.count
        let removed = count - left
        console.note("\(removed == 1 ? "1 answer was" : "\(removed) answers were") removed from \(directory).")
        if left > 0 { throw Failure(.file, "\(left) of the answers in \(directory) can't be removed.") }
        if let problem = cache.directoryProblem { throw Failure(.file, "Nothing is stored: \(problem).") }
    }

    /// nil, with a note, if the settings have no cache with a folder.
    private func cache(named arguments: Arguments) throws -> (CachePolicy, ResponseCache, String)? {
        let (configuration, _) = try settings(named(by: arguments))
        guard let policy = configuration.policies.cache, let directory = policy.directory else {
            console.note("marvel: the settings have no cache with a directory, so nothing is stored.")
            return nil
        }
        return (policy, ResponseCache(policy), directory.path)
    }
}
