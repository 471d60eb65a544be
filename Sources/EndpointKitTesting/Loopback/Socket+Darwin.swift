#if canImport(Darwin)
    internal import Darwin
    internal import Foundation

    /// The socket calls that differ between platforms. Darwin can't create a descriptor with close-on-exec, so the flag is set right
    /// afterwards.
    enum SocketPlatform {
        static func streamSocket() -> Int32 { configured(socket(AF_INET, SOCK_STREAM, 0), status: O_NONBLOCK) }

        /// Two connected nonblocking sockets.
        static func pair() -> (Int32, Int32)? {
            var ends: [Int32] = [-1, -1]
            guard socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0 else { return nil }
            return (configured(ends[0], status: O_NONBLOCK), configured(ends[1], status: O_NONBLOCK))
        }

        /// Returns a blocking socket, even if the listener is nonblocking; -1 and `errno` if there is none.
        static func accept(_ listener: Int32) -> Int32 { configured(Darwin.accept(listener, nil, nil), status: 0) }

        static func send(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
            Darwin.send(socket, bytes.baseAddress, bytes.count, 0)
        }

        /// Runs `body`, which may block, on a new thread.
        static func detachThread(_ body: @escaping @Sendable () -> Void) -> Bool {
            Thread.detachNewThread(body)
            return true
        }

        // On Darwin, accepted sockets inherit the status flags of their listener, so these flags are always set.
        private static func configured(_ socket: Int32, status: Int32) -> Int32 {
            guard socket >= 0 else { return socket }
            _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
            _ = fcntl(socket, F_SETFL, status)
            var on: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
            return socket
        }
    }
#endif
