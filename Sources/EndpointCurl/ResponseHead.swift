#if os(Linux)
    internal import EndpointHTTP

    /// Checks the head of a response line by line, as libcurl receives it, and keeps its fields.
    struct ResponseHead: ~Copyable {
        private(set) var status = HTTPStatus(rawValue: 0)
        private var fields = ReceivedFields()
        /// Whether the empty line after the final head has arrived. Interim heads (1xx) don't count.
        private(set) var isComplete = false
        private var length = ContentLength()
        private var isVersion1 = false
        private var isVersion10 = false
        // Whether a status line may come next, as at the start and after an interim head.
        private var isAtStart = true
        // The value of Transfer-Encoding (RFC 9112, section 6.1), in lower case. If there are several such fields, their values are joined by
        // commas.
        private var transferCoding: String?
        // The name of the last field, if it determines where the body ends.
        private var lastFraming: StaticString?
        // The size of all heads, including interim ones, and the size of the trailers.
        private var headSize = 0
        private var interimCount = 0
        private var trailerSize = 0

        /// The maximum size in bytes of a response's heads, and of its trailers.
        static let sizeLimit = 256 << 10
        /// The maximum number of interim heads, each of which restarts the timeout.
        static let interimLimit = 100

        struct Malformed: Error, CustomStringConvertible {
            let description: String
        }

        /// The kind of a line.
        enum Line {
            /// The empty line after the final head.
            case lastOfHead
            case other
        }

        /// Receives one line, including its line ending.
        mutating func receive(_ received: UnsafeRawBufferPointer) throws(Malformed) -> Line {
            try count(received.count)
            var line = received
            while let last = line.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { line = line.first(line.count - 1) }
            if isComplete {
                // Trailers are ignored. A status line belongs to another response, which means that libcurl has sent the request again.
                if line.isStatusLine { throw Malformed(description: "it has a second status line after its head") }
            } else if line.isEmpty {
                try end()
                return isComplete ? .lastOfHead : .other
            } else if line.isStatusLine {
                // Otherwise, the fields before this line would be lost, including the body's framing.
                guard isAtStart else { throw Malformed(description: "it has a second status line in its head") }
                try begin(line)
            } else if line[0].isBlank {
                try fold(line)
            } else {
                try append(line)
            }
            return .other
        }

        private mutating func count(_ size: Int) throws(Malformed) {
            if isComplete { trailerSize += size } else { headSize += size }
            if headSize > Self.sizeLimit { throw Malformed(description: "its head is larger than \(Self.sizeLimit) bytes") }
            if trailerSize > Self.sizeLimit { throw Malformed(description: "its trailers are larger than \(Self.sizeLimit) bytes") }
        }

        private mutating func end() throws(Malformed) {
            guard status.rawValue != 0 else { throw Malformed(description: "it has no status line") }
            // The bytes that follow would be in a protocol that the client didn't request.
            if status.rawValue == 101 { throw Malformed(description: "it switches to a protocol that wasn't requested") }
            // A request without a TE field allows only this coding. With another or an empty coding, libcurl ignores the Content-Length and
            // would accept a truncated body as complete.
            if let transferCoding, transferCoding != "chunked" {
                throw Malformed(description: "its Transfer-Encoding is \(transferCoding.debugDescription), and only chunked is supported")
            }
            isComplete = !status.isInformational
            isAtStart = !isComplete
            if isComplete { return }
            interimCount += 1
            guard interimCount <= Self.interimLimit else {
                throw Malformed(description: "more than \(Self.interimLimit) interim heads (1xx) precede it")
            }
        }

        private mutating func begin(_ line: UnsafeRawBufferPointer) throws(Malformed) {
            fields.removeAll()
            length = ContentLength()
            transferCoding = nil
            lastFraming = nil
            isAtStart = false
            guard let code = Self.statusCode(line) else { throw Malformed(description: "its first line has no status code") }
            status = HTTPStatus(rawValue: code)
            isVersion1 = line[5] == UInt8(ascii: "1")
            isVersion10 = isVersion1 && line[6] == UInt8(ascii: ".") && line[7] == UInt8(ascii: "0")
        }

        /// How the end of the body is determined.
        func framing(of method: HTTPMethod) -> BodyFraming {
            switch BodyLength(of: status, to: method, isChunked: transferCoding != nil, contentLength: contentLength) {
            case .none: .none
            case .bytes(let count): .length(count)
            case .chunks: .chunked(ChunkedBody())
            case .untilEnd: .untilEnd(of: isVersion1 ? .connection : .stream, hasCome: false)
            }
        }

        var contentLength: Int? { length.value }

        /// Whether intermediaries may disagree about where the message ends, so that its connection can no longer be trusted: it has chunks
        /// together with a length, or in HTTP/1.0 (RFC 9112, sections 6.3 and 6.1).
        var hasAmbiguousEnd: Bool { transferCoding != nil && (contentLength != nil || isVersion10) }

        /// Whether it announces a body although it is a 204. The body may follow, and would be read as the next response.
        var announcesForbiddenBody: Bool { status == .noContent && (transferCoding != nil || contentLength ?? 0 > 0) }

        /// The three digits after the version.
        private static func statusCode(_ line: UnsafeRawBufferPointer) -> Int? {
            let space = UInt8(ascii: " ")
            var start = line.index(of: space, from: 0)
            while start < line.count, line[start] == space { start += 1 }
            guard line.index(of: space, from: start) == start + 3 else { return nil }
            var code = 0
            for byte in UnsafeRawBufferPointer(rebasing: line[start..<(start + 3)]) {
                guard byte.isDigit else { return nil }
                code = code * 10 + Int(byte & 15)
            }
            return code >= 100 ? code : nil
        }

        private mutating func append(_ line: UnsafeRawBufferPointer) throws(Malformed) {
            let colon = line.index(of: UInt8(ascii: ":"), from: 0)
            // A line without a colon is ignored.
            if colon == line.count { return }
            // Other recipients may read the name without the space (RFC 9112, section 5.1).
            if colon > 0, line[colon - 1].isBlank { throw Malformed(description: "it has a space between a field's name and the colon") }
            let name = line.first(colon)
            let value = UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]).trimmed
            lastFraming = nil
            if name.isName("Content-Length") {
                lastFraming = "Content-Length"
                do { try length.add(value) } catch { throw Malformed(description: error.description) }
            } else if name.isName("Transfer-Encoding") {
                lastFraming = "Transfer-Encoding"
                let coding = String(decoding: value, as: UTF8.self).lowercased()
                transferCoding = transferCoding.map { "\($0), \(coding)" } ?? coding
            }
            try keep(name, value)
        }

        private mutating func keep(_ name: UnsafeRawBufferPointer?, _ value: UnsafeRawBufferPointer) throws(Malformed) {
            // RFC 9110, section 5.5. Other recipients may end the line at that character.
            if value.index(of: UInt8(ascii: "\r"), from: 0) < value.count || value.index(of: 0, from: 0) < value.count {
                throw Malformed(description: "a field's value has a carriage return or a NUL in it")
            }
            guard fields.append(name, value) else { throw Malformed(description: "there is no memory for its head") }
        }

        /// A line that starts with a space continues the previous value (RFC 9112, section 5.2).
        private mutating func fold(_ line: UnsafeRawBufferPointer) throws(Malformed) {
            // Engines interpret such a value differently.
            if let lastFraming { throw Malformed(description: "its \(lastFraming) continues on a second line") }
            try keep(nil, line.trimmed)
        }

        /// Whether the body won't be read.
        func leavesBodyUnread(in context: TransferContext) -> Bool {
            // For any other response, the fields are created in the caller's task.
            context.followsRedirects && status.isRedirection && context.leavesBodyUnread(status, fields.headers)
        }

        /// Moves the fields out.
        mutating func takeFields() -> ReceivedFields {
            var taken = ReceivedFields()
            swap(&taken, &fields)
            return taken
        }
    }

    extension UnsafeRawBufferPointer {
        fileprivate func first(_ count: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: baseAddress, count: count) }

        /// Case-insensitive, as in libcurl.
        var isStatusLine: Bool { count >= 5 && self[4] == UInt8(ascii: "/") && first(4).isName("HTTP") }

        fileprivate func isName(_ name: StaticString) -> Bool {
            count == name.utf8CodeUnitCount && equalsIgnoringASCIICase(UnsafeRawBufferPointer(start: name.utf8Start, count: count))
        }
    }
#endif
