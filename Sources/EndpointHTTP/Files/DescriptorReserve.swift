#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
internal import Synchronization

/// The highest file descriptors that the process may have. The framework leaves them to the program and its libraries, because libdispatch
/// on Linux traps if it can't open a file under `/proc`.
package enum DescriptorReserve {
    package static let count = 16

    /// Opens a file. On Linux it fails with EMFILE if the new descriptor would belong to the reserve.
    static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) -> Int32 {
        #if canImport(Darwin)
            return Darwin.open(path, flags, mode)
        #else
            let descriptor = openOnce(path, flags, mode)
            guard descriptor < 0, errno == EMFILE, let relief = relief.withLock({ $0 }) else { return descriptor }
            relief()
            return openOnce(path, flags, mode)
        #endif
    }

    #if !canImport(Darwin)
        private static func openOnce(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
            let descriptor = Glibc.open(path, flags, mode)
            guard descriptor >= 0, Int(descriptor) + count >= limit else { return descriptor }
            close(descriptor)
            // This call has created the file.
            if flags & O_EXCL != 0 { unlink(path) }
            errno = EMFILE
            return -1
        }
    #endif

    private static let relief = Mutex<(@Sendable () -> Void)?>(nil)

    /// Sets what makes descriptors available when none are left. It may block for a short time.
    package static func setRelief(_ body: @escaping @Sendable () -> Void) { relief.withLock { $0 = body } }

    /// How many calls a client makes at a time by default: fewer if its process may have few descriptors.
    package static var callsAtATime: Int { max(8, min(128, Int(clamping: limit) / 4)) }

    /// The meaning of EMFILE, and what to do about it.
    package static var reason: String {
        """
        Too many open files: this process may have \(limit) file descriptors, and the last few are left to the program. Raise the limit \
        (ulimit -n)
        """
    }

    private static var limit: UInt64 {
        var limit = rlimit()
        #if canImport(Darwin)
            getrlimit(RLIMIT_NOFILE, &limit)
        #else
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #endif
        return UInt64(limit.rlim_cur)
    }
}
