public import EndpointKit
public import ServiceLifecycle

/// Ends the calls of clients gracefully, as a service of swift-service-lifecycle.
///
///     ServiceGroup(services: [ClientService(catalog), server], gracefulShutdownSignals: [.sigterm], logger: logger)
///
/// A group shuts its services down in reverse order, so list the clients before the services that use them. Then the server first finishes
/// its requests, and the calls that they make. After that, the clients accept no more calls, calls in flight may finish within the grace
/// period, and the rest are cancelled. If the group is cancelled instead, the calls are cancelled at once.
public struct ClientService: Service {
    private let clients: [APIClient]
    private let gracePeriod: Duration

    /// - Parameters:
    ///   - clients: shut down together.
    ///   - gracePeriod: how long calls that are in flight may take; 30 seconds by default.
    public init(_ clients: APIClient..., gracePeriod: Duration = .seconds(30)) {
        self.clients = clients
        self.gracePeriod = gracePeriod
    }

    public func run() async throws {
        // This throws if the task is cancelled, which also ends the grace period.
        try? await gracefulShutdown()
        await withTaskGroup { group in
            for client in clients { group.addTask { await client.shutDown(gracePeriod: gracePeriod) } }
        }
    }
}
