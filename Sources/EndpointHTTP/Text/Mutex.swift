#if THREAD_SANITIZER
    internal import Glibc

    /// Replaces `Synchronization.Mutex` in builds for the thread sanitizer. The contended path of `Synchronization.Mutex` is in a library
    /// that isn't instrumented, so the sanitizer reports false races on its value. The sanitizer does track the calls of pthread.
    ///
    /// The lock and the value are in raw memory, because the sanitizer would report an object that contains them.
    struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
        private let lock: UnsafeMutablePointer<pthread_mutex_t>
        private let value: UnsafeMutablePointer<Value>

        init(_ initialValue: consuming sending Value) {
            lock = .allocate(capacity: 1)
            lock.initialize(to: pthread_mutex_t())
            pthread_mutex_init(lock, nil)
            value = .allocate(capacity: 1)
            value.initialize(to: initialValue)
        }

        deinit {
            value.deinitialize(count: 1)
            value.deallocate()
            pthread_mutex_destroy(lock)
            lock.deallocate()
        }

        borrowing func withLock<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            return try body(&value.pointee)
        }
    }
#endif
