#if os(Linux)
    public import Foundation
    import Spawning

    /// A file outside any folder, so that a private key disappears with the process, however it ends. Meanwhile, other processes of this
    /// user can read it by its path.
    public final class MemoryFile: Sendable {
        struct Failure: Error {}

        public let url: URL
        private let descriptor: Int32

        public init(_ bytes: Data) throws {
            descriptor = spawning_memory_file()
            guard descriptor >= 0 else { throw Failure() }
            url = URL(filePath: "/proc/\(getpid())/fd/\(descriptor)")
            let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard written == bytes.count else { throw Failure() }
        }

        deinit { close(descriptor) }

        public var path: String { url.path(percentEncoded: false) }
    }
#endif
