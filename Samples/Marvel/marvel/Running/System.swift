internal import Dispatch
internal import EndpointKit

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The program's own system calls.
enum System {
    /// Ends the process at once: all output has been written, and the transport's thread does not have to be stopped.
    static func exit(_ code: ExitCode) -> Never { _exit(code.rawValue) }

    /// Makes a closed reader an error of `write` instead of a signal, and reopens closed standard streams, whose numbers a socket would get
    /// otherwise, and with them the output.
    static func prepareStreams() {
        signal(SIGPIPE, SIG_IGN)
        for stream: Int32 in 0...2 where fcntl(stream, F_GETFD) < 0 { _ = open("/dev/null", O_RDONLY) }
    }

    /// Sets the handler of Ctrl-C. Once this returns, no Ctrl-C is missed.
    static func interrupts(_ handler: @escaping @Sendable () -> Void) async -> any DispatchSourceSignal {
        signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGINT)
        source.setEventHandler(handler: handler)
        await withCheckedContinuation { continuation in
            source.setRegistrationHandler { continuation.resume() }
            source.resume()
        }
        return source
    }

    /// Throws ``BrokenPipe`` when the reader has closed the stream.
    static func write(_ text: String, to stream: Int32) throws {
        var text = text
        try text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)[...]
            while !rest.isEmpty {
                let count = send(UnsafeRawBufferPointer(rebasing: rest), to: stream)
                if count < 0, errno == EINTR { continue }
                if count < 0, errno == EPIPE { throw BrokenPipe() }
                guard count > 0 else { throw Failure(.file, "The output could not be written: \(Self.text(of: errno)).") }
                rest = rest.dropFirst(count)
            }
        }
    }

    static func isTerminal(_ stream: Int32) -> Bool { isatty(stream) == 1 }

    /// The width of the terminal; 80 where it is unknown.
    static func columns(of stream: Int32) -> Int {
        var size = winsize()
        return ioctl(stream, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    // Under another name, because `write` is the function above inside this type.
    private static func send(_ bytes: UnsafeRawBufferPointer, to stream: Int32) -> Int {
        #if canImport(Glibc)
            Glibc.write(stream, bytes.baseAddress, bytes.count)
        #else
            Darwin.write(stream, bytes.baseAddress, bytes.count)
        #endif
    }

    /// The system's message for an `errno`.
    static func text(of error: Int32) -> String { String(cString: strerror(error)) }
    static func text(of error: POSIXError) -> String { text(of: error.code.rawValue) }
}

/// The reader of the output has closed it.
struct BrokenPipe: Error {}
