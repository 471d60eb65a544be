#if os(Linux)
    internal import EndpointHTTP

    /// How the end of a response's body is determined, and whether it has been reached (RFC 9112, section 6.3, and RFC 9113, section 8.1). No
    /// other code decides whether a response is complete.
    enum BodyFraming {
        /// There is no body, whatever the head announces.
        case none
        /// The number of bytes that are still missing.
        case length(Int)
        case chunked(ChunkedBody)
        /// Only libcurl detects the end.
        case untilEnd(of: End, hasCome: Bool)

        enum End {
            case stream, connection
        }

        var isComplete: Bool {
            switch self {
            case .none: true
            case .length(let missing): missing == 0
            case .chunked(let body): body.isComplete
            case .untilEnd(_, let hasCome): hasCome
            }
        }

        var endsWithConnection: Bool {
            if case .untilEnd(of: .connection, _) = self { true } else { false }
        }

        var endsWithStream: Bool {
            if case .untilEnd(of: .stream, _) = self { true } else { false }
        }

        /// Whether bytes arrived after the end, which means that more may follow.
        var hasExcess: Bool {
            if case .chunked(let body) = self { body.hasExcess } else { false }
        }

        var isInTrailers: Bool {
            if case .chunked(let body) = self { body.isInTrailers } else { false }
        }

        /// Takes received bytes, and passes those that belong to the body to `keep`, at most once.
        mutating func take(_ bytes: UnsafeRawBufferPointer, _ keep: (UnsafeRawBufferPointer) -> Void) throws(ResponseHead.Malformed) {
            switch self {
            case .none: break
            case .length(let missing):
                guard bytes.count <= missing else {
                    throw ResponseHead.Malformed(description: "its body is longer than its Content-Length")
                }
                self = .length(missing - bytes.count)
                keep(bytes)
            case .chunked(var body):
                try body.take(bytes, keep)
                self = .chunked(body)
            case .untilEnd: keep(bytes)
            }
        }

        /// Notes that libcurl has detected the end of the stream or the connection.
        mutating func end() {
            if case .untilEnd(let what, _) = self { self = .untilEnd(of: what, hasCome: true) }
        }
    }

    /// Parses the chunks of a body (RFC 9112, section 7.1).
    struct ChunkedBody {
        private enum State {
            case size, afterSize, extensions, endOfSizeLine, data, endOfData, startOfTrailer, trailer, over
        }
        private var state = State.size
        // The number of bytes missing from the chunk.
        private var missing = 0
        private var digitCount = 0
        // The length of the chunk-size line or of all trailers, in bytes.
        private var lineSize = 0
        // How many of the first bytes of a trailer match those of a status line.
        private var statusLineSize = 0
        private(set) var hasExcess = false

        private static let statusLine = Array("HTTP/".utf8)

        var isComplete: Bool { state == .over }
        var isInTrailers: Bool { state == .startOfTrailer || state == .trailer }

        mutating func take(_ bytes: UnsafeRawBufferPointer, _ keep: (UnsafeRawBufferPointer) -> Void) throws(ResponseHead.Malformed) {
            var first = UnsafeRawBufferPointer(start: nil, count: 0)
            var joined = GrowingBuffer()
            var index = 0
            while index < bytes.count {
                if state == .data {
                    let piece = UnsafeRawBufferPointer(rebasing: bytes[index...].prefix(missing))
                    index += piece.count
                    missing -= piece.count
                    if missing == 0 { state = .endOfData }
                    if first.isEmpty {
                        first = piece
                    } else {
                        let isKept = (joined.count > 0 || joined.append(first)) && joined.append(piece)
                        guard isKept else { throw ResponseHead.Malformed(description: "there is no memory for its body") }
                    }
                } else {
                    try take(bytes[index])
                    index += 1
                }
            }
            if joined.count > 0 { joined.withBytes(keep) } else if !first.isEmpty { keep(first) }
        }

        private mutating func take(_ byte: UInt8) throws(ResponseHead.Malformed) {
            let isLineEnd = byte == UInt8(ascii: "\n")
            switch state {
            case .size:
                if let digit = byte.hexDigit, digitCount < 15 {
                    digitCount += 1
                    missing = missing << 4 | Int(digit)
                } else {
                    guard digitCount > 0, byte.hexDigit == nil else {
                        throw Self.malformed("a chunk's size isn't a number of up to 60 bits")
                    }
                    state = .afterSize
                    try take(byte)
                }
            case .afterSize, .extensions, .endOfSizeLine:
                try count()
                switch byte {
                case UInt8(ascii: "\n"): begin(missing == 0 ? .startOfTrailer : .data)
                case UInt8(ascii: "\r") where state != .endOfSizeLine: state = .endOfSizeLine
                case UInt8(ascii: ";") where state == .afterSize: state = .extensions
                case UInt8(ascii: " ") where state == .afterSize, UInt8(ascii: "\t") where state == .afterSize: break
                default:
                    guard state == .extensions else {
                        throw Self.malformed("a chunk's size is followed by something other than extensions")
                    }
                }
            case .endOfData:
                if isLineEnd { return begin(.size) }
                guard byte == UInt8(ascii: "\r"), lineSize == 0 else { throw Self.malformed("a chunk is longer than its size") }
                lineSize = 1
            case .startOfTrailer:
                try count()
                if isLineEnd { return state = .over }
                if byte == UInt8(ascii: "\r") { return }
                statusLineSize = 0
                state = .trailer
                try take(byte)
            case .trailer:
                try count()
                if isLineEnd { return state = .startOfTrailer }
                if statusLineSize < Self.statusLine.count {
                    let isAlike = byte.asciiUppercased == Self.statusLine[statusLineSize]
                    statusLineSize = isAlike ? statusLineSize + 1 : .max
                    // This line belongs to another response.
                    if statusLineSize == Self.statusLine.count { throw Self.malformed("it has a second status line after its head") }
                }
            case .over: hasExcess = true
            case .data: break
            }
        }

        private mutating func begin(_ state: State) {
            self.state = state
            lineSize = 0
            digitCount = 0
        }

        private mutating func count() throws(ResponseHead.Malformed) {
            lineSize += 1
            let limit = ResponseHead.sizeLimit
            if lineSize > limit { throw Self.malformed("its trailers, or a chunk's extensions, are larger than \(limit) bytes") }
        }

        private static func malformed(_ description: String) -> ResponseHead.Malformed { ResponseHead.Malformed(description: description) }
    }

    extension UInt8 {
        fileprivate var hexDigit: UInt8? {
            switch self {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
            default: nil
            }
        }

        fileprivate var asciiUppercased: UInt8 { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) ? self - 32 : self }
    }
#endif
