#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The system's zlib, loaded when it is first needed, so that building needs no headers. libcurl stands on it as well.
enum Zlib {
    /// `compress2` of zlib.h: the room on entry, and the length on return.
    private typealias Compress =
        @convention(c) (
            UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>, UInt, Int32
        ) -> Int32

    private static let compress: Compress? = {
        let library = dlopen("libz.so.1", RTLD_NOW) ?? dlopen("libz.1.dylib", RTLD_NOW)
        return library.flatMap { dlsym($0, "compress2") }.map { unsafeBitCast($0, to: Compress.self) }
    }()

    /// The bytes as Deflate (RFC 1951), small rather than quick; nil on a machine without zlib.
    static func deflate(_ bytes: [UInt8]) -> [UInt8]? {
        guard let compress, !bytes.isEmpty else { return nil }
        // zlib.h, `compressBound`.
        let room = bytes.count + bytes.count >> 12 + bytes.count >> 14 + bytes.count >> 25 + 13
        var isDone = false
        let stream = [UInt8](unsafeUninitializedCapacity: room) { output, count in
            var length = UInt(room)
            guard let start = output.baseAddress else { return }
            isDone = bytes.withUnsafeBufferPointer { input in
                input.baseAddress.map { compress(start, &length, $0, UInt(input.count), 6) == 0 } ?? false
            }
            count = isDone ? Int(length) : 0
        }
        // The frame of zlib (RFC 1950): two bytes before, and a checksum of four after.
        return isDone && stream.count > 6 ? Array(stream[2..<(stream.count - 4)]) : nil
    }
}
