/// Which refreshers a task works for: what their own requests need, they must not wait for.
enum TokenWork {
    @TaskLocal private static var refreshers: [ObjectIdentifier] = []

    static func isPart(of refresher: AnyObject) -> Bool { refreshers.contains(ObjectIdentifier(refresher)) }

    /// Starts work that belongs to no caller: it isn't cancelled with one, joins no group of one, and waits for no place of a client's limit,
    /// which the calls that wait for it may hold.
    static func start<Value: Sendable>(
        for refresher: AnyObject, _ work: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        // A refresher that needs another's token works for that one too, which would otherwise wait for it in turn.
        let all = refreshers + [ObjectIdentifier(refresher)]
        return Task.detached {
            try await $refreshers.withValue(all) { try await work() }
        }
    }
}
