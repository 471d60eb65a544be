internal import Dispatch
internal import EndpointKit

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The system calls of a program.
enum System {
    /// Ends the process at once: all output has been written, and the transport's thread does not have to be stopped.
    static func exit(_ code: ExitCode) -> Never { _exit(code.rawValue) }

    /// Ends the process by the signal, so that a shell sees what happened. A shell ends its loop after a program that died of SIGINT, but
    /// continues after one that only returned 130.
    static func exit(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        // The threads of Dispatch block signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
        _exit(128 + number)
    }

    /// Makes `write` fail with an error, instead of a signal, if the reader has closed the stream. Reopens closed standard streams, because
    /// a socket could otherwise get one of their numbers and receive the output.
    static func prepareStreams() {
        signal(SIGPIPE, SIG_IGN)
        for stream: Int32 in 0...2 where fcntl(stream, F_GETFD) < 0 { _ = open("/dev/null", O_RDONLY) }
    }

    /// Throws a ``Failure`` if the process can't open a few more files and connections, because Dispatch or the Swift runtime would trap.
    static func checkDescriptors(for program: String) throws {
        let needed = 32
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<needed {
            let descriptor = fcntl(2, F_DUPFD_CLOEXEC, 0)
            if descriptor < 0 {
                throw Failure(.file, "\(program) needs \(needed) more files and connections at a time: \(text(of: errno)). See ulimit -n.")
            }
            opened.append(descriptor)
        }
    }

    static func write(_ text: String, to stream: Int32) throws { try write(Data(text.utf8), to: stream) }

    /// Writes all of the data, and waits while the stream accepts no more. Throws ``BrokenPipe`` if the reader has closed it.
    static func write(_ data: Data, to stream: Int32, named name: String = "The output") throws {
        try data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = writeSome(UnsafeRawBufferPointer(rebasing: rest), to: stream)
                if count > 0 {
                    rest = rest.dropFirst(count)
                    continue
                }
                switch count == 0 ? EIO : errno {
                case EINTR: continue
                case EPIPE: throw BrokenPipe()
                // Another process that shares the stream may have made it non-blocking, which affects every process that shares it.
                case EAGAIN where waitUntilWritable(stream): continue
                case let error: throw Failure(.file, "\(name) could not be written: \(text(of: error)).")
                }
            }
        }
    }

    /// Returns false and sets `errno` if that can't be determined.
    private static func waitUntilWritable(_ stream: Int32) -> Bool {
        var state = pollfd(fd: stream, events: Int16(POLLOUT), revents: 0)
        while poll(&state, 1, -1) < 0 { guard errno == EINTR else { return false } }
        return true
    }

    static func isTerminal(_ stream: Int32) -> Bool { isatty(stream) == 1 }

    /// The width of the terminal; 80 if it is unknown.
    static func columns(of stream: Int32) -> Int {
        var size = winsize()
        return ioctl(stream, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// The system's message for an `errno`.
    static func text(of error: Int32) -> String { String(cString: strerror(error)) }
}

// Declared outside the type, whose functions would hide the system calls of the same names.
private func writeSome(_ bytes: UnsafeRawBufferPointer, to stream: Int32) -> Int { write(stream, bytes.baseAddress, bytes.count) }

/// The reader of the output has closed it.
package struct BrokenPipe: Error {
    package init() {}
}
