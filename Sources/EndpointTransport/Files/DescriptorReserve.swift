#if canImport(CurlShim)
    internal import CurlShim
#endif
#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The last file descriptors that the process may have. The framework leaves them to the program and its libraries, because libdispatch on
/// Linux traps if it can't open a file under `/proc`.
enum DescriptorReserve {
    /// Opens a file. Fails with EMFILE if its descriptor belongs to the reserve.
    static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) -> Int32 {
        #if canImport(Darwin)
            return Darwin.open(path, flags, mode)
        #else
            let descriptor = Glibc.open(path, flags, mode)
            #if canImport(CurlShim)
                if descriptor >= 0, ek_is_reserved_descriptor(descriptor) {
                    close(descriptor)
                    errno = EMFILE
                    return -1
                }
            #endif
            return descriptor
        #endif
    }

    /// What EMFILE means, and what to do about it.
    static var reason: String {
        var limit = rlimit()
        #if canImport(Darwin)
            getrlimit(RLIMIT_NOFILE, &limit)
        #else
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #endif
        return """
            Too many open files: this process may have \(limit.rlim_cur) file descriptors, and the last few are left to the program. Raise \
            the limit (ulimit -n)
            """
    }
}
