internal import ContentCoder

/// Writes one gzip member (RFC 1952) piece by piece, in constant memory, with the system's zlib. Equal bytes produce equal members.
package final class GzipEncoder {
    private let encoder: OpaquePointer
    private let pieceSize = 64 << 10
    private var isFinished = false

    /// nil on a machine without zlib.
    package init?() {
        guard let encoder = ek_gzip_new() else { return nil }
        self.encoder = encoder
    }

    deinit { ek_gzip_free(encoder) }

    /// The encoded bytes that are ready after `input`. Often there are none, because zlib collects more input before it writes.
    package func encode(_ input: Data) -> Data { step(input, isLast: false) }

    /// The rest of the member; empty after the first call.
    package func finish() -> Data { isFinished ? Data() : step(Data(), isLast: true) }

    private func step(_ input: Data, isLast: Bool) -> Data {
        var output = Data()
        withUnsafeTemporaryAllocation(byteCount: pieceSize, alignment: 8) { piece in
            input.withUnsafeBytes { input in
                var (rest, taken, written) = (input[...], 0, 0)
                repeat {
                    let bytes = UnsafeRawBufferPointer(rebasing: rest)
                    isFinished = ek_gzip_step(
                        encoder, bytes.baseAddress, bytes.count, &taken, piece.baseAddress, piece.count, &written, isLast)
                    rest = rest.dropFirst(taken)
                    output.append(contentsOf: piece[..<written])
                } while !isFinished && (written == piece.count || !rest.isEmpty)
            }
        }
        return output
    }

    /// Compresses bytes in memory into one member; nil on a machine without zlib.
    package static func member(of bytes: Data) -> Data? {
        guard let encoder = GzipEncoder() else { return nil }
        return encoder.encode(bytes) + encoder.finish()
    }
}
