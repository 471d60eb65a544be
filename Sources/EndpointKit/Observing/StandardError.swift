#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

enum StandardError {
    /// Writes a line with one system call, so that the lines of several threads don't mix. A line that can't be written is lost.
    static func report(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = write(2, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}
