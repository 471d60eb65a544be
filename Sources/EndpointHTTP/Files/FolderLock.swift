#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Briefly excludes other users of the same folder, in this process and in others.
package enum FolderLock {
    /// Limits the wait, because a suspended process may hold the lock.
    private static let attempts = 200

    /// Runs `body` while it has exclusive use of the folder. Returns nil if the lock isn't free within about 20 milliseconds, or if the
    /// folder doesn't exist.
    package static func exclusively<Value>(_ folder: String, _ body: () -> Value) -> Value? {
        let descriptor = DescriptorReserve.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0 { return nil }
        defer {
            // Closing alone doesn't unlock the folder while a forked process holds a copy of the descriptor.
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
        for _ in 0..<attempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return body() }
            usleep(100)
        }
        return nil
    }
}
