internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Catches the signals of Ctrl-C, `kill`, and the closing of the terminal. Before this object is created and after ``end()``, signals end
/// the process as usual, so that none is lost. A signal that the parent process chose to ignore, as `nohup` does, stays ignored. A process
/// creates only one of these objects.
final class CaughtSignals {
    private let numbers: [Int32]
    private let source: (any DispatchSourceRead)?

    init(_ handler: @escaping @Sendable (Int32) -> Void) {
        var ends: [Int32] = [-1, -1]
        // Without a pipe, signals end the process as usual. Dispatch traps if a source that never ran is released.
        guard pipe(&ends) == 0 else {
            (numbers, source) = ([], nil)
            return
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        let reader = ends[0]
        let source = DispatchSource.makeReadSource(fileDescriptor: reader)
        self.source = source
        numbers = [SIGINT, SIGTERM, SIGHUP].filter { !Self.isIgnored($0) }
        source.setEventHandler {
            var number: UInt8 = 0
            while read(reader, &number, 1) == 1 { handler(Int32(number)) }
        }
        source.activate()
        Received.first.store(0, ordering: .relaxed)
        Received.writer.store(ends[1], ordering: .relaxed)
        for number in numbers { signal(number) { Received.note($0) } }
    }

    /// Stops catching signals. Returns the first signal; nil if there was none.
    func end() -> Int32? {
        for number in numbers { signal(number, SIG_DFL) }
        let first = Received.first.load(ordering: .relaxed)
        return first == 0 ? nil : first
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        #if canImport(Glibc)
            let handler = action.__sigaction_handler.sa_handler
        #else
            let handler = action.__sigaction_u.__sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// The only state that a handler uses, because it may interrupt a thread anywhere.
private enum Received {
    /// The first signal; 0 until one is received.
    static let first = Atomic<Int32>(0)
    /// The end of the pipe to which each signal's number is written.
    static let writer = Atomic<Int32>(-1)

    static func note(_ number: Int32) {
        let error = errno
        _ = first.compareExchange(expected: 0, desired: number, ordering: .relaxed)
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(writer.load(ordering: .relaxed), &byte, 1)
        errno = error
    }
}
