#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif
internal import Synchronization

/// The one thread that waits for the sockets of all servers of the process.
final class SocketPoller: Sendable {
    /// Runs on the poller's thread when something happened to its socket, so it must not block.
    typealias Reaction = @Sendable () -> Next

    enum Next {
        /// Wait for what happens next.
        case again
        /// The same, after a pause: what happened could not be dealt with.
        case later
        /// The socket is somebody else's now, or closed.
        case over
    }

    private struct State {
        var reactions: [Int32: Reaction] = [:]
        var pausing: [Int32: Reaction] = [:]
        var nudged: Set<Int32> = []
        var isWoken = false
    }
    private let state = Mutex(State())
    private let waker: Int32
    private let wakened: Int32

    private static let running = Mutex<SocketPoller?>(nil)

    /// Starts the thread with the first server; it lives as long as the process.
    static func shared() throws -> SocketPoller {
        try running.withLock { running in
            if let running { return running }
            guard let (waker, wakened) = SocketPlatform.pair() else { throw SocketFailure("socketpair") }
            let poller = SocketPoller(waker: waker, wakened: wakened)
            guard SocketPlatform.detachThread({ poller.run() }) else {
                close(waker)
                close(wakened)
                throw SocketFailure("starting a thread")
            }
            running = poller
            return poller
        }
    }

    private init(waker: Int32, wakened: Int32) {
        self.waker = waker
        self.wakened = wakened
    }

    /// Calls `reaction` when `socket` has bytes, a connection or an end. Until it says that this is over, only a reaction closes the socket.
    func watch(_ socket: Int32, _ reaction: @escaping Reaction) {
        change { $0.reactions[socket] = reaction }
    }

    /// Has the reaction of `socket` called, if there is one.
    func nudge(_ socket: Int32) {
        change { $0.nudged.insert(socket) }
    }

    private func change(_ body: (inout State) -> Void) {
        let wasWoken = state.withLock { state in
            body(&state)
            defer { state.isWoken = true }
            return state.isWoken
        }
        if !wasWoken { _ = [UInt8(0)].withUnsafeBytes { SocketPlatform.send(waker, $0) } }
    }

    private func run() {
        while true {
            var (sockets, pause) = state.withLock { state in
                state.isWoken = false
                let watched = [wakened] + state.reactions.keys
                return (watched.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }, state.pausing.isEmpty ? -1 : 10 as Int32)
            }
            // What fails here is out of memory or interrupted: nothing is ready then.
            if poll(&sockets, nfds_t(sockets.count), pause) < 0 { usleep(1000) }
            var buffer: UInt64 = 0
            while recv(wakened, &buffer, 8, 0) == 8 {}
            let nudged = state.withLock { state in
                state.reactions.merge(state.pausing) { reaction, _ in reaction }
                state.pausing = [:]
                defer { state.nudged = [] }
                return state.nudged
            }
            for socket in nudged.union(sockets.filter { $0.revents != 0 }.map(\.fd)) { react(to: socket) }
        }
    }

    private func react(to socket: Int32) {
        // Taken out first: once it's over, the number may be another socket's.
        guard let reaction = state.withLock({ $0.reactions.removeValue(forKey: socket) }) else { return }
        switch reaction() {
        case .again: state.withLock { $0.reactions[socket] = reaction }
        case .later: state.withLock { $0.pausing[socket] = reaction }
        case .over: break
        }
    }
}
