#if canImport(Darwin)
    internal import Darwin
    internal import Foundation

    /// What the systems' socket interfaces don't share.
    enum SocketPlatform {
        static let stream = SOCK_STREAM

        static func accept(_ listener: Int32) -> Int32 { Darwin.accept(listener, nil, nil) }

        static func send(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
            var on: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
            return Darwin.send(socket, bytes.baseAddress, bytes.count, 0)
        }

        /// Runs `body` on a thread of its own, which may block.
        static func detachThread(_ body: @escaping @Sendable () -> Void) -> Bool {
            Thread.detachNewThread(body)
            return true
        }
    }
#endif
