#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Briefly excludes other users of the same folder, in this process and in others.
package enum FolderLock {
    /// A stopped process may hold the lock, so nobody waits for long.
    private static let attempts = 200

    /// Runs `body` while no other body runs for the folder. nil if that isn't possible within about 20 milliseconds, or if there is no
    /// folder.
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
