/// The values of newline-delimited JSON, one from each line that isn't blank. A line ends with LF or CRLF; a CR alone is white space.
///
/// A line that can't be decoded is an ``APIError`` that names its number, and ends the sequence.
public struct JSONLines<Value: Decodable & Sendable>: AsyncSequence, Sendable {
    let lines: TextLines
    let decoder: ResponseDecoder

    public func makeAsyncIterator() -> Iterator {
        Iterator(reader: LineReader(lines.open(), limit: lines.limit, endsAtReturn: false), decoder: decoder)
    }

    /// Reads the body line by line.
    public struct Iterator: AsyncIteratorProtocol {
        var reader: LineReader?
        let decoder: ResponseDecoder
        private var number = 0

        init(reader: LineReader, decoder: ResponseDecoder) {
            self.reader = reader
            self.decoder = decoder
        }

        public mutating func next() async throws -> Value? {
            // The reader is taken out, so that nothing is read after an error.
            guard var reader = reader.take() else { return nil }
            while let line = try await reader.next() {
                number += 1
                if line.allSatisfy({ " \t\r".utf8.contains($0) }) { continue }
                let value = try decoded(line)
                self.reader = reader
                return value
            }
            return nil
        }

        private func decoded(_ line: [UInt8]) throws -> Value {
            do {
                return try decoder.decode(from: HTTPResponse(body: Data(line)))
            } catch var error as APIError {
                error.message = "Line \(number): \(error.message)"
                throw error
            }
        }
    }
}
