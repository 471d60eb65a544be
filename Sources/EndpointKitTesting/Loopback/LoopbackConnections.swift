internal import Synchronization

/// The open connections of a server. The poller watches idle connections; each of the other connections has its own thread.
final class LoopbackConnections: Sendable {
    enum Next {
        /// A thread serves the connection, and returns the next step.
        case serve
        case awaitBytes
        case awaitClose
        case end
    }

    private struct State {
        var accepted = 0
        var isStopped = false
        var open: [ObjectIdentifier: LoopbackConnection] = [:]
    }
    private let state = Mutex(State())
    private let poller: SocketPoller
    private let start: Next
    private let serve: @Sendable (LoopbackConnection) throws -> Next

    /// `start` is the first step for an accepted connection. An error thrown by `serve` ends the connection.
    init(poller: SocketPoller, start: Next, serve: @escaping @Sendable (LoopbackConnection) throws -> Next) {
        self.poller = poller
        self.start = start
        self.serve = serve
    }

    var acceptedCount: Int { state.withLock { $0.accepted } }
    var openCount: Int { state.withLock { $0.open.count } }

    func begin(_ connection: LoopbackConnection) {
        let isWelcome = state.withLock { state in
            guard !state.isStopped else { return false }
            state.accepted += 1
            state.open[ObjectIdentifier(connection)] = connection
            return true
        }
        proceed(connection, isWelcome ? start : .end)
    }

    /// Shuts down the open connections, and any later ones.
    func stop() {
        let open = state.withLock { state in
            state.isStopped = true
            return Array(state.open.values)
        }
        for connection in open { connection.cutOff() }
    }

    private func proceed(_ connection: LoopbackConnection, _ next: Next) {
        switch next {
        case .serve:
            let hasThread = SocketPlatform.detachThread { [self] in
                proceed(connection, (try? serve(connection)) ?? .end)
            }
            if !hasThread { end(connection) }
        case .awaitBytes:
            poller.watch(connection.socket) { [self] in
                switch connection.input(dropping: false) {
                case .nothing: return .again
                case .bytes: proceed(connection, .serve)
                case .end: end(connection)
                }
                return .over
            }
        case .awaitClose:
            poller.watch(connection.socket) { [self] in
                guard connection.input(dropping: true) == .end else { return .again }
                end(connection)
                return .over
            }
        case .end: end(connection)
        }
    }

    private func end(_ connection: LoopbackConnection) {
        connection.end()
        state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(connection)) }
    }
}
