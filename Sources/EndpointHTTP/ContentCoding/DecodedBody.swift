#if os(Linux)
    /// Decodes a body's content codings, in the task that reads the body.
    package enum DecodedBody {
        private static let chunkSize = 64 << 10

        /// Decodes a buffered body of up to `limit` decoded bytes.
        ///
        /// - Parameter mayBeEmpty: whether an empty body is valid, whatever its coding. Pass false if the body ends with the connection,
        ///   because it may then be truncated.
        package static func whole(
            _ body: Data, _ status: HTTPStatus, _ headers: HTTPHeaders, for request: HTTPRequest, limit: Int, mayBeEmpty: Bool = true
        ) throws -> Data {
            var body = body
            if body.isEmpty, mayBeEmpty { return body }
            do {
                for (index, coding) in try ContentCoding.toUndo(headers, of: status).enumerated() {
                    body = try undone(body, try ContentDecoder(coding, mayBeEmpty: mayBeEmpty || index > 0), limit: limit)
                }
            } catch let failure as TransportFailure {
                throw failure.error(for: request)
            } catch is TooLarge {
                throw APIError.bodyTooLarge(request, limit: limit)
            }
            return body
        }

        private struct TooLarge: Error {}

        private static func undone(_ body: Data, _ decoder: ContentDecoder, limit: Int) throws -> Data {
            var input = body
            var output = GrowingBuffer()
            try withUnsafeTemporaryAllocation(byteCount: chunkSize, alignment: 8) { chunk in
                while !decoder.isFinished {
                    let count = try decoder.step(&input, into: chunk)
                    guard output.count + count <= limit, output.append(UnsafeRawBufferPointer(rebasing: chunk[..<count])) else {
                        throw TooLarge()
                    }
                    if count == 0 { break }
                }
            }
            try decoder.checkEnd()
            return output.takeData()
        }

        /// Decodes a body chunk by chunk as it is read.
        package static func stream(
            _ body: HTTPResponseStream.Body, _ status: HTTPStatus, _ headers: HTTPHeaders, for request: HTTPRequest, mayBeEmpty: Bool = true
        ) throws -> HTTPResponseStream.Body {
            var body = body
            do {
                for (index, coding) in try ContentCoding.toUndo(headers, of: status).enumerated() {
                    let decoder = try ContentDecoder(coding, mayBeEmpty: mayBeEmpty || index > 0)
                    let reader = DecodingReader(body, decoder: decoder, request: request)
                    body = HTTPResponseStream.Body { try await reader.next() }
                }
            } catch {
                throw error.error(for: request)
            }
            return body
        }

        /// Sendable because a body has only one reader, which requests one chunk at a time.
        private final class DecodingReader: @unchecked Sendable {
            private var source: HTTPResponseStream.Body.Iterator
            private let decoder: ContentDecoder
            private let request: HTTPRequest
            private var input = Data()

            init(_ body: HTTPResponseStream.Body, decoder: ContentDecoder, request: HTTPRequest) {
                source = body.makeAsyncIterator()
                self.decoder = decoder
                self.request = request
            }

            func next() async throws -> Data? {
                do {
                    while true {
                        if let chunk = try step() { return chunk }
                        guard let more = try await source.next() else {
                            try decoder.checkEnd()
                            return nil
                        }
                        // The rest is a slice: appending to it would keep the whole earlier chunk in memory.
                        input = input.isEmpty ? more : Data(input) + more
                    }
                } catch let failure as TransportFailure {
                    throw failure.error(for: request)
                }
            }

            private func step() throws -> Data? {
                // Bytes after the end are padding.
                if decoder.isFinished, input.isEmpty { return nil }
                return try withUnsafeTemporaryAllocation(byteCount: DecodedBody.chunkSize, alignment: 8) { chunk in
                    let count = try decoder.step(&input, into: chunk)
                    return count == 0 ? nil : Data(chunk[..<count])
                }
            }
        }
    }

    extension APIError {
        package static func bodyTooLarge(_ request: HTTPRequest, limit: Int) -> APIError {
            APIError(.bodyTooLarge, "The response's body is larger than the limit of \(limit) bytes.", request: request)
        }
    }
#endif
