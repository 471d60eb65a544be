public import Foundation

/// A new directory, which is removed when this object is released.
public final class Folder: Sendable {
    public let url: URL

    /// A folder with the shortest path, for Unix sockets: their addresses have room for 107 bytes.
    public static func forSockets() throws -> Folder {
        try Folder(url: URL(filePath: "/tmp/\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory))
    }

    public convenience init() throws {
        try self.init(
            url: FileManager.default.temporaryDirectory.appending(path: "EndpointKit-\(UUID().uuidString)", directoryHint: .isDirectory))
    }

    private init(url: URL) throws {
        self.url = url
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    public func file(_ name: String) -> URL { url.appending(path: name, directoryHint: .notDirectory) }

    /// Writes without the `fsync` of Foundation's `write`, which takes milliseconds for each file.
    public func write(_ bytes: [UInt8], to name: String) throws {
        guard let stream = fopen(file(name).path, "w") else { throw CocoaError(.fileWriteUnknown) }
        let written = fwrite(bytes, 1, bytes.count, stream)
        guard fclose(stream) == 0, written == bytes.count else { throw CocoaError(.fileWriteUnknown) }
    }

    /// The names of its entries, sorted, including names that begin with a dot.
    public var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

    public func permissions(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file(name).path)[.posixPermissions] as? Int
    }
}
