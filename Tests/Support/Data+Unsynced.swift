public import Foundation

extension Data {
    /// Writes the bytes for a test that writes many files. Unlike Foundation's `write`, it doesn't wait for the disk.
    public func writeUnsynced(to file: URL) throws {
        guard let stream = fopen(file.path(percentEncoded: false), "we") else { throw CocoaError(.fileWriteUnknown) }
        let written = withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, stream) }
        guard fclose(stream) == 0, written == count else { throw CocoaError(.fileWriteUnknown) }
    }
}
