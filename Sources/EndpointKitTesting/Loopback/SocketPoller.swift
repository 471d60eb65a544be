#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif
internal import Synchronization

/// The thread that waits for the sockets of all servers in the process.
final class SocketPoller: Sendable {
    /// Runs on the poller's thread after an event on its socket, so it must not block.
    typealias Reaction = @Sendable () -> Next

    enum Next {
        /// The poller waits for the next event.
        case again
        /// The poller waits again after a pause, because the event could not be handled.
        case later
        /// The poller stops watching, because the socket is closed or another object owns it.
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

    /// Starts the thread for the first server. The thread runs until the process ends.
    static func shared() throws -> SocketPoller {
        try running.withLock { running in
            if let running { return running }
            guard let (waker, wakened) = SocketPlatform.pair() else { throw SocketFailure("socketpair") }
            let poller = SocketPoller(waker: waker, wakened: wakened)
            guard SocketPlatform.detachThread({ poller.run() }) else {
                close(waker)
                close(wakened)
                throw SocketFailure("Could not start a thread")
            }
            running = poller
            return poller
        }
    }

    private init(waker: Int32, wakened: Int32) {
        self.waker = waker
        self.wakened = wakened
    }

    /// Calls `reaction` when `socket` has input or a new connection, or when the peer has closed it. Until `reaction` returns
    /// ``Next/over``, only it may close the socket.
    func watch(_ socket: Int32, _ reaction: @escaping Reaction) {
        change { $0.reactions[socket] = reaction }
    }

    /// Makes the poller call the reaction for `socket`, if there is one.
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
            // After a failure (out of memory, or a signal), no socket is ready.
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
        // Removed first, because another socket may have the same descriptor after ``Next/over``.
        guard let reaction = state.withLock({ $0.reactions.removeValue(forKey: socket) }) else { return }
        switch reaction() {
        case .again: state.withLock { $0.reactions[socket] = reaction }
        case .later: state.withLock { $0.pausing[socket] = reaction }
        case .over: break
        }
    }
}
