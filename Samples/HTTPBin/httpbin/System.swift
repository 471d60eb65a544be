#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

enum System {
    /// The standard error stream by its number: the variable of that name is not for concurrent use.
    static func report(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(2, bytes, bytes.count)
    }

    /// Writes buffered output, and ends the process at once: the transport's thread does not have to be stopped.
    static func exit(_ code: Int32) -> Never {
        fflush(nil)
        _exit(code)
    }
}
