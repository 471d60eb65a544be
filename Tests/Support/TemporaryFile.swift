public import Foundation

/// A file that exists as long as this object.
public final class TemporaryFile: Sendable {
    public let url: URL

    public init(_ bytes: some Sequence<UInt8> = Data(), name: String = "file.bin") throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: name)
        try Data(bytes).write(to: url)
    }

    /// Creates a file of zeros that take no space on the disk.
    public convenience init(zeros count: UInt64, name: String = "file.bin") throws {
        try self.init(name: name)
        try resize(to: count)
    }

    public func resize(to count: UInt64) throws {
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: count)
        try handle.close()
    }

    deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
}
