#if os(Linux)
    internal import Glibc

    /// Collects bytes chunk by chunk, and turns them into `Data` without a copy.
    package struct GrowingBuffer: ~Copyable {
        private var start: UnsafeMutableRawPointer?
        private var capacity = 0
        package private(set) var count = 0

        package init() {}

        package mutating func reserve(_ wanted: Int) {
            guard wanted > capacity, let grown = realloc(start, wanted) else { return }
            start = grown
            capacity = wanted
        }

        /// Returns false if memory for the bytes can't be allocated.
        package mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
            guard let source = bytes.baseAddress, !bytes.isEmpty else { return true }
            if count + bytes.count > capacity { reserve(max(count + bytes.count, capacity * 2, 1024)) }
            guard let start, count + bytes.count <= capacity else { return false }
            (start + count).copyMemory(from: source, byteCount: bytes.count)
            count += bytes.count
            return true
        }

        /// Keeps the allocated memory.
        package mutating func removeAll() { count = 0 }

        package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
            body(UnsafeRawBufferPointer(start: start, count: count))
        }

        /// Returns the bytes, and leaves the buffer empty.
        package mutating func takeData() -> Data {
            guard let start, count > 0 else { return Data() }
            defer {
                self.start = nil
                capacity = 0
                count = 0
            }
            return Data(bytesNoCopy: start, count: count, deallocator: .free)
        }

        deinit { free(start) }
    }
#endif
