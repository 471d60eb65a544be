#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP
    internal import Synchronization

    /// Carries the callers' commands to an engine's thread. A command wakes the thread only if it is sleeping.
    final class EngineMailbox: Sendable {
        enum Command {
            case start(CurlTransfer)
            case cancel(CurlTransfer)
            case resume(CurlTransfer)
        }

        struct State: @unchecked Sendable {
            fileprivate(set) var commands: [Command] = []
            fileprivate(set) var isStopped = false
            fileprivate var isToRest = false
            fileprivate var isAsleep = false
            fileprivate let sockets: OpaquePointer

            mutating func leave(_ command: Command) {
                commands.append(command)
                wake()
            }

            fileprivate mutating func wake() {
                guard isAsleep else { return }
                isAsleep = false
                ek_sockets_wake(sockets)
            }
        }

        private let state: Mutex<State>

        init(sockets: OpaquePointer) { state = Mutex(State(sockets: sockets)) }

        func withLock<Result: Sendable, E: Error>(_ body: (inout State) throws(E) -> Result) throws(E) -> Result {
            try state.withLock { state throws(E) in try body(&state) }
        }

        /// Tells the thread to end.
        func stop() {
            state.withLock { state in
                state.isStopped = true
                state.wake()
            }
        }

        /// Tells the thread to end as soon as nothing is in flight.
        func rest() {
            state.withLock { state in
                state.isToRest = true
                state.wake()
            }
        }

        // MARK: The thread

        /// Swaps the commands with an empty list. Returns nil if the engine was stopped, otherwise whether it was told to rest.
        func take(into taken: inout [Command]) -> Bool? {
            state.withLock { state in
                swap(&state.commands, &taken)
                state.isAsleep = false
                defer { state.isToRest = false }
                return state.isStopped ? nil : state.isToRest
            }
        }

        /// Whether the thread may sleep. If so, the next command wakes it.
        func fallAsleep() -> Bool {
            state.withLock { state in
                state.isAsleep = state.commands.isEmpty && !state.isStopped
                return state.isAsleep
            }
        }
    }
#endif
