import Foundation
import Spawning
import Synchronization

/// The output and the end of a process, and the two threads that observe it: one starts the process and waits for its end, and one reads the output.
final class ProcessRun: Sendable {
    struct State: Sendable {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        /// The number of bytes of the output that `nextLine` has returned.
        var takenCount = 0
        var isOutputOver = false
        var areErrorsOver = false
        var exit: ChildProcess.Exit?
        /// nil after the process has ended, because its number may then belong to another process.
        var process: pid_t?

        var hasLine: Bool { output[takenCount...].contains(UInt8(ascii: "\n")) }
    }

    private struct Waiter {
        let condition: @Sendable (State) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct Guarded {
        var state = State()
        var waiters: [Waiter] = []
    }

    private let guarded = Mutex(Guarded())

    var result: ChildProcess.Result {
        guarded.withLock { guarded in
            let state = guarded.state
            return ChildProcess.Result(exit: state.exit ?? .code(-1), output: Data(state.output), errors: Data(state.errors))
        }
    }

    /// Starts `command` on the thread that waits for its end, because the process is killed when that thread ends.
    ///
    /// - Parameter columns: the width of a terminal for both streams; nil for two pipes.
    func start(_ command: ProcessCommand, readsOutput: Bool, blocksOutput: Bool, columns: UInt16?) async throws {
        let (output, errors) = (try Pipe(columns: columns), try Pipe())
        let errorWriter = columns == nil ? errors.writer : output.writer
        if !blocksOutput { _ = fcntl(output.writer, F_SETFL, O_NONBLOCK) }
        if !readsOutput {
            close(output.reader)
            change { $0.isOutputOver = true }
        }
        do {
            try await withCheckedThrowingContinuation { (started: CheckedContinuation<Void, any Error>) in
                Thread.detachNewThread {
                    let process: pid_t
                    do { process = try command.start(output: output.writer, errors: errorWriter) } catch {
                        return started.resume(throwing: error)
                    }
                    self.change { $0.process = process }
                    started.resume()
                    self.waitForEnd(of: process)
                }
            }
        } catch {
            for descriptor in [output.writer, errors.reader, errors.writer] + (readsOutput ? [output.reader] : []) { close(descriptor) }
            throw error
        }
        close(output.writer)
        close(errors.writer)
        Thread.detachNewThread { self.read(output: readsOutput ? output.reader : nil, errors: errors.reader) }
    }

    private struct Pipe {
        let reader: Int32
        let writer: Int32

        /// - Parameter columns: the width of a terminal; nil for a pipe.
        init(columns: UInt16? = nil) throws {
            var ends: [Int32] = [-1, -1]
            let failure = columns.map { spawning_terminal(&ends, $0) } ?? spawning_pipe(&ends)
            guard failure == 0 else {
                throw ProcessCommand.Failure(description: "There is no pipe or terminal: \(String(cString: strerror(failure)))")
            }
            (reader, writer) = (ends[0], ends[1])
        }
    }

    private func waitForEnd(of process: pid_t) {
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        // The processes that the program started end with it, which closes the pipes. The program's number isn't reused until it is waited for.
        Foundation.kill(-process, SIGKILL)
        spawning_group_ended(process)
        change { state in
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            state.process = nil
            state.exit = status & 0x7F == 0 ? .code(status >> 8 & 0xFF) : .signal(status & 0x7F)
        }
    }

    private func read(output: Int32?, errors: Int32) {
        var streams = [pollfd(fd: output ?? -1, events: Int16(POLLIN), revents: 0), pollfd(fd: errors, events: Int16(POLLIN), revents: 0)]
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while streams.contains(where: { $0.fd >= 0 }) {
            guard poll(&streams, nfds_t(streams.count), -1) >= 0 else { continue }
            for index in streams.indices where streams[index].fd >= 0 && streams[index].revents != 0 {
                let count = Foundation.read(streams[index].fd, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 {
                    close(streams[index].fd)
                    streams[index].fd = -1
                }
                change { state in
                    switch (index, count > 0) {
                    case (0, true): state.output += buffer[..<count]
                    case (0, false): state.isOutputOver = true
                    case (_, true): state.errors += buffer[..<count]
                    case (_, false): state.areErrorsOver = true
                    }
                }
            }
        }
    }

    private func change(_ edit: (inout State) -> Void) {
        let satisfied = guarded.withLock { guarded in
            edit(&guarded.state)
            let satisfied = guarded.waiters.filter { $0.condition(guarded.state) }
            guarded.waiters.removeAll { $0.condition(guarded.state) }
            return satisfied
        }
        for waiter in satisfied { waiter.continuation.resume() }
    }

    /// Returns when the condition holds. A task that is cancelled meanwhile ends the process, which makes every condition hold.
    func wait(until condition: @escaping @Sendable (State) -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let holds = guarded.withLock { guarded in
                    if condition(guarded.state) { return true }
                    guarded.waiters.append(Waiter(condition: condition, continuation: continuation))
                    return false
                }
                if holds { continuation.resume() }
            }
        } onCancel: {
            kill()
        }
    }

    func takeLine() -> String? {
        guarded.withLock { guarded in
            let rest = guarded.state.output[guarded.state.takenCount...]
            guard !rest.isEmpty else { return nil }
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            guarded.state.takenCount += min(line.count + 1, rest.count)
            return String(decoding: line, as: UTF8.self)
        }
    }

    func send(_ signal: Int32) {
        guarded.withLock { guarded in
            if let process = guarded.state.process { _ = Foundation.kill(process, signal) }
        }
    }

    /// Ends the process and the processes that it started.
    func kill() {
        guarded.withLock { guarded in
            if let process = guarded.state.process { _ = Foundation.kill(-process, SIGKILL) }
        }
    }
}
