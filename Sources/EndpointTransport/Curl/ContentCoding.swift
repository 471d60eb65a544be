#if canImport(CurlShim)
    internal import CurlShim

    /// The content codings that this machine can undo (RFC 9110, section 8.4.1).
    enum ContentCoding: String, CaseIterable {
        case gzip, deflate, brotli = "br", zstd

        fileprivate var number: Int {
            switch self {
            case .gzip: EK_CODING_GZIP
            case .deflate: EK_CODING_DEFLATE
            case .brotli: EK_CODING_BROTLI
            case .zstd: EK_CODING_ZSTD
            }
        }

        /// The `Accept-Encoding` field of a request that says nothing else.
        static let accepted: String = {
            let available = allCases.filter { ek_decoder_available($0.number) }.map(\.rawValue)
            return available.isEmpty ? "identity" : available.joined(separator: ", ")
        }()

        /// Each takes memory and time, and a server may name any number: nobody needs more.
        private static let mostAtOnce = 5

        /// Those of a response, in the order in which they are undone; an unknown one stays, and so do those below it.
        static func toUndo(_ headers: HTTPHeaders) throws(TransportFailure) -> [ContentCoding] {
            var codings: [ContentCoding] = []
            let names = headers.values(for: "Content-Encoding").joined(separator: ",").split(separator: ",")
            for name in names.reversed() {
                let name = name.filter { $0 != " " && $0 != "\t" }.lowercased()
                // Empty elements of a list are ignored (RFC 9110, section 5.6.1).
                if name.isEmpty || name == "identity" { continue }
                guard let coding = ContentCoding(rawValue: name.hasPrefix("x-") ? String(name.dropFirst(2)) : name) else { break }
                guard codings.count < mostAtOnce else {
                    throw TransportFailure(.malformed, detail: "its body has more than \(mostAtOnce) content codings, one over the other")
                }
                codings.append(coding)
            }
            return codings
        }
    }

    /// Undoes one coding, step by step, in memory that doesn't depend on how far the bytes expand.
    final class ContentDecoder {
        private let decoder: OpaquePointer
        private let coding: ContentCoding
        private(set) var isFinished = false
        private var hasStarted = false
        // Bytes after the end, which are dropped: some servers pad.
        private var paddingSize = 0
        private static let mostPadding = 64 << 10

        init(_ coding: ContentCoding) throws(TransportFailure) {
            guard let decoder = ek_decoder_new(coding.number) else {
                throw TransportFailure(.other, detail: "the body's coding \"\(coding.rawValue)\" can't be undone on this machine")
            }
            self.decoder = decoder
            self.coding = coding
        }

        deinit { ek_decoder_free(decoder) }

        /// Takes some of `input`, which it shortens, and returns how much of `output` it wrote; zero when it wants more input.
        func step(_ input: inout Data, into output: UnsafeMutableRawBufferPointer) throws(TransportFailure) -> Int {
            var written = 0
            var taken = 0
            var state = EK_DECODER_HAS_OUTPUT
            hasStarted = hasStarted || !input.isEmpty
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
                // A brotli decoder takes nothing after the end.
                if coding == .brotli { input = Data() }
                paddingSize = written == 0 ? paddingSize + offered - input.count : 0
                if paddingSize > Self.mostPadding {
                    throw TransportFailure(.malformed, detail: "its body goes on after the end of its \(coding.rawValue)")
                }
            }
            return written
        }

        /// Throws unless the coded bytes ended where they should; no bytes at all are an empty body.
        func checkEnd() throws(TransportFailure) {
            if hasStarted, !isFinished {
                throw TransportFailure(.truncated, detail: "its \(coding.rawValue) body ended too soon")
            }
        }
    }
#endif
