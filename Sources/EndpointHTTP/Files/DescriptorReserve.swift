#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The highest file descriptors that the process may have. The framework leaves them to the program and its libraries, because libdispatch
/// on Linux traps if it can't open a file under `/proc`.
package enum DescriptorReserve {
    package static let count = 16

    /// Opens a file. On Linux it fails with EMFILE if the new descriptor would belong to the reserve.
    static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) -> Int32 {
        #if canImport(Darwin)
            return Darwin.open(path, flags, mode)
        #else
            let descriptor = Glibc.open(path, flags, mode)
            if descriptor >= 0, Int(descriptor) + count >= limit {
                close(descriptor)
                errno = EMFILE
                return -1
            }
            return descriptor
        #endif
    }

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
