import EndpointKit
import Foundation

extension HTTPBodyEntity {
    /// All its bytes, as a transport reads them.
    func bytes() async throws -> Data {
        var whole = Data()
        for try await piece in try chunks() { whole.append(piece) }
        return whole
    }

    func text() async throws -> String { String(decoding: try await bytes(), as: UTF8.self) }
}

extension HTTPBody {
    func text() async throws -> String { try await entity().text() }
}

/// A file that is there as long as this is.
final class TemporaryFile: Sendable {
    let url: URL

    init(_ bytes: some Sequence<UInt8> = Data(), name: String = "file.bin") throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: name)
        try Data(bytes).write(to: url)
    }

    /// Of zeros that take no room on the disk.
    convenience init(zeros count: UInt64, name: String = "file.bin") throws {
        try self.init(name: name)
        try resize(to: count)
    }

    func resize(to count: UInt64) throws {
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: count)
        try handle.close()
    }

    deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
}

/// The pieces one after the other, then the error if there is one.
func stream<Piece: Sendable>(_ pieces: [Piece], failing error: (any Error)? = nil) -> AsyncThrowingStream<Piece, any Error> {
    AsyncThrowingStream { continuation in
        for piece in pieces { continuation.yield(piece) }
        continuation.finish(throwing: error)
    }
}
