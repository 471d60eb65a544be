#if canImport(Glibc)
    internal import Glibc

    /// What the systems' socket interfaces don't share.
    enum SocketPlatform {
        // Not for a process that is started meanwhile: a socket stays open while anyone has it.
        static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

        static func accept(_ listener: Int32) -> Int32 {
            let socket = Glibc.accept(listener, nil, nil)
            if socket >= 0 { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
            return socket
        }

        static func send(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
            Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }

        /// Runs `body` on a thread of its own, which may block; false when the system has none.
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
