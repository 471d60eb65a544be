#if os(Linux)
    internal import ContentCoder

    /// The content codings (RFC 9110, section 8.4.1) that the transport can decode, if their libraries are on this machine.
    package enum ContentCoding: String, CaseIterable {
        case gzip, deflate, brotli = "br", zstd

        fileprivate var number: Int {
            switch self {
            case .gzip: EK_CODING_GZIP
            case .deflate: EK_CODING_DEFLATE
            case .brotli: EK_CODING_BROTLI
            case .zstd: EK_CODING_ZSTD
            }
        }

        /// The `Accept-Encoding` value of a request that doesn't set its own.
        package static let accepted: String = {
            let available = allCases.filter { ek_decoder_available($0.number) }.map(\.rawValue)
            return available.isEmpty ? "identity" : available.joined(separator: ", ")
        }()

        /// A limit on nested codings, because each takes memory and time, and a server may name any number.
        private static let mostAtOnce = 5

        /// The codings of a response in decoding order, up to the first unknown one.
        static func toUndo(_ headers: HTTPHeaders, of status: HTTPStatus) throws(TransportFailure) -> [ContentCoding] {
            // Nearly all responses have no coding, so they need no list.
            if !headers.contains("Content-Encoding") { return [] }
            // A part of an encoded body can't be decoded alone.
            if status == .partialContent, headers.announceBytePart { return [] }
            var codings: [ContentCoding] = []
            let names = headers.values(for: "Content-Encoding").joined(separator: ",").split(separator: ",")
            for name in names.reversed() {
                let name = name.removing { $0 == " " || $0 == "\t" }.lowercased()
                // Empty elements of a list are ignored (RFC 9110, section 5.6.1).
                if name.isEmpty || name == "identity" { continue }
                guard let coding = ContentCoding(rawValue: String(name.trimmingPrefix("x-"))) else { break }
                guard codings.count < mostAtOnce else {
                    throw TransportFailure(.malformed, detail: "its body has more than \(mostAtOnce) nested content codings")
                }
                codings.append(coding)
            }
            return codings
        }
    }

    /// Decodes one content coding step by step, in constant memory.
    final class ContentDecoder {
        private let decoder: OpaquePointer
        private let coding: ContentCoding
        private(set) var isFinished = false
        /// Whether an empty body is valid, since many servers send one whatever the coding. False once the first byte has arrived.
        private var mayBeEmpty: Bool
        // The number of bytes dropped after the end of the encoded data, where some servers add padding.
        private var paddingSize = 0
        private static let mostPadding = 64 << 10

        init(_ coding: ContentCoding, mayBeEmpty: Bool) throws(TransportFailure) {
            guard let decoder = ek_decoder_new(coding.number) else {
                throw TransportFailure(.other, detail: "this machine can't decode the body's content coding \"\(coding.rawValue)\"")
            }
            self.decoder = decoder
            self.coding = coding
            self.mayBeEmpty = mayBeEmpty
        }

        deinit { ek_decoder_free(decoder) }

        /// Removes the bytes that it consumes from `input`, and returns how many bytes it wrote to `output`; zero if it needs more input.
        func step(_ input: inout Data, into output: UnsafeMutableRawBufferPointer) throws(TransportFailure) -> Int {
            var written = 0
            var taken = 0
            var state = EK_DECODER_HAS_OUTPUT
            mayBeEmpty = mayBeEmpty && input.isEmpty
            let hadFinished = isFinished
            let offered = input.count
            while written == 0, state == EK_DECODER_HAS_OUTPUT {
                state = input.withUnsafeBytes {
                    ek_decoder_step(decoder, $0.baseAddress, $0.count, &taken, output.baseAddress, output.count, &written)
                }
                input = input.dropFirst(taken)
            }
            isFinished = state == EK_DECODER_FINISHED
            if state == EK_DECODER_FAILED {
                throw TransportFailure(.malformed, detail: "its body is not valid \(coding.rawValue)")
            }
            if hadFinished {
                // A brotli decoder consumes no input after the end of its data.
                if coding == .brotli { input = Data() }
                paddingSize = written == 0 ? paddingSize + offered - input.count : 0
                if paddingSize > Self.mostPadding {
                    throw TransportFailure(
                        .malformed, detail: "its body has more than \(Self.mostPadding) bytes after the end of its \(coding.rawValue)")
                }
            }
            return written
        }

        /// Throws if the encoded bytes are truncated.
        func checkEnd() throws(TransportFailure) {
            if !mayBeEmpty, !isFinished {
                throw TransportFailure(.truncated, detail: "its \(coding.rawValue) body ended too soon")
            }
        }
    }
#endif
