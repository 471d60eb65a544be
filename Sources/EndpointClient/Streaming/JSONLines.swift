/// The values of newline-delimited JSON, one from each line that isn't blank. A line ends with LF or CRLF; a CR alone is white space.
///
/// A line that can't be decoded ends the sequence with an ``APIError`` that names the line's number, unless the call skips such lines.
public struct JSONLines<Value: Decodable & Sendable>: AsyncSequence, Sendable {
    let lines: TextLines
    let decoder: ResponseDecoder
    /// Called with the error of each skipped line; nil if the first such line ends the sequence.
    let skipping: (@Sendable (APIError) -> Void)?

    public func makeAsyncIterator() -> Iterator {
        Iterator(reader: LineReader(lines.open(), limit: lines.limit, endsAtReturn: false), decoder: decoder, skipping: skipping)
    }

    /// Reads the body line by line.
    public struct Iterator: AsyncIteratorProtocol {
        var reader: LineReader?
        let decoder: ResponseDecoder
        let skipping: (@Sendable (APIError) -> Void)?
        private var number = 0

        init(reader: LineReader, decoder: ResponseDecoder, skipping: (@Sendable (APIError) -> Void)?) {
            self.reader = reader
            self.decoder = decoder
            self.skipping = skipping
        }

        public mutating func next() async throws -> Value? {
            // The reader is taken out, so that nothing is read after an error.
            guard var reader = reader.take() else { return nil }
            while let line = try await reader.next() {
                number += 1
                if line.allSatisfy({ " \t\r".utf8.contains($0) }) { continue }
                do throws(APIError) {
                    let value = try decoded(line)
                    self.reader = reader
                    return value
                } catch {
                    guard let skipping else { throw reader.owner?.fail(with: error) ?? error }
                    skipping(reader.owner?.added(to: error) as? APIError ?? error)
                }
            }
            return nil
        }

        private func decoded(_ line: [UInt8]) throws(APIError) -> Value {
            let response = HTTPResponse(body: Data(line))
            do { return try decoder.decode(from: response) } catch {
                var failure = error as? APIError ?? APIError(.decoding, error.sentence, response: response, underlying: error)
                failure.message = "Line \(number): \(failure.message)"
                throw failure
            }
        }
    }
}
