#if canImport(Glibc)
    internal import Glibc

    /// The socket calls that differ between platforms. Descriptors are created with close-on-exec if possible: a socket stays open as long as
    /// any process has it, and another thread may start a process at any time.
    enum SocketPlatform {
        static func streamSocket() -> Int32 {
            socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        }

        /// Two connected nonblocking sockets.
        static func pair() -> (Int32, Int32)? {
            var ends: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            return socketpair(AF_UNIX, kind, 0, &ends) == 0 ? (ends[0], ends[1]) : nil
        }

        /// Returns a blocking socket, even if the listener is nonblocking; -1 and `errno` if there is none.
        static func accept(_ listener: Int32) -> Int32 {
            if let accept4 { return accept4(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue)) }
            let socket = Glibc.accept(listener, nil, nil)
            if socket >= 0 { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
            return socket
        }

        private typealias Accept4 =
            @convention(c) (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?, Int32) -> Int32
        // Swift's Glibc module doesn't declare this function.
        private static let accept4 = dlsym(nil, "accept4").map { unsafeBitCast($0, to: Accept4.self) }

        static func send(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
            Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }

        /// Runs `body`, which may block, on a new thread; false if the system can't create one.
        static func detachThread(_ body: @escaping @Sendable () -> Void) -> Bool {
            let context = Unmanaged.passRetained(ThreadBody(run: body)).toOpaque()
            var thread = pthread_t()
            let failure = pthread_create(
                &thread, nil,
                { context in
                    if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
                    return nil
                }, context)
            if failure == 0 { pthread_detach(thread) } else { Unmanaged<ThreadBody>.fromOpaque(context).release() }
            return failure == 0
        }
    }

    private final class ThreadBody: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
#endif
