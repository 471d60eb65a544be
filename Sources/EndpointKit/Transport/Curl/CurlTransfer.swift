#if canImport(CurlShim)
    internal import CurlShim

    /// One request on its way through the engine, and what has come back so far.
    ///
    /// Sendable because the engine's lock guards the first part of it, and the engine's thread alone touches the rest.
    final class CurlTransfer: @unchecked Sendable {
        typealias Continuation = UnsafeContinuation<HTTPResponse, any Error>

        let request: HTTPRequest

        // Under the engine's lock until the transfer is taken by the thread.
        var continuation: Continuation?
        var isCancelled = false

        // Touched by the engine's thread only, from here on.
        private(set) var handle: CurlHandle?
        var index = 0
        private(set) var lastActivity = MonotonicTime.distantFuture
        private var headerList: CurlHeaderList?
        private var head = ResponseHead()
        private var body = GrowingBuffer()
        private var sentBytes = 0
        // Why a callback stopped the transfer: libcurl only knows that it did.
        private var failure: APIError?

        // Where the pieces of a streamed body go; nil for a body that is gathered here.
        private let pieces: CurlPieces?
        private var hasResumed = false
        /// A callback waits for room, or for something to send.
        private(set) var isWaiting = false

        init(request: HTTPRequest, pieces: CurlPieces?) {
            self.request = request
            self.pieces = pieces
        }

        /// The last thing that happens to a transfer. The caller of a streamed one already has its head, and the reader is told.
        func end(_ outcome: Result<HTTPResponse, any Error>) {
            resume(outcome)
            pieces?.end(outcome.map { _ in })
        }

        private func resume(_ outcome: Result<HTTPResponse, any Error>) {
            if !hasResumed { continuation?.resume(with: outcome) }
            hasResumed = true
        }

        func goOn(now: MonotonicTime) {
            guard let handle, isWaiting else { return }
            isWaiting = false
            lastActivity = now
            _ = ek_easy_continue(handle.easy)
        }

        /// Sets every option on a handle that may have served another transfer.
        func prepare(_ handle: CurlHandle, now: MonotonicTime) {
            self.handle = handle
            lastActivity = now
            let easy = handle.easy
            let context = Unmanaged.passUnretained(self).toOpaque()
            ek_easy_reset(easy)
            handle.errorText[0] = 0
            set(EK_CURLOPT_ERRORBUFFER, handle.errorText)
            set(EK_CURLOPT_PRIVATE, context)
            set(EK_CURLOPT_NOSIGNAL, 1)
            set(EK_CURLOPT_PROTOCOLS_STR, "http,https")
            set(EK_CURLOPT_PATH_AS_IS, 1)
            // A cancelled transfer doesn't wait for a name that is still being resolved.
            set(EK_CURLOPT_QUICK_EXIT, 1)
            set(EK_CURLOPT_CONNECTTIMEOUT_MS, Int(min(request.connectTimeout, request.timeout).clampedMilliseconds))

            request.withURLText { url in _ = ek_easy_set_pointer(easy, EK_CURLOPT_URL, url.baseAddress) }
            if request.origin.scheme == .https {
                setTLS(request.policies.tls)
                set(EK_CURLOPT_HTTP_VERSION, EK_CURL_HTTP_VERSION_2TLS)
                // Waits for a connection that is being made, to share it.
                set(EK_CURLOPT_PIPEWAIT, 1)
            } else {
                set(EK_CURLOPT_HTTP_VERSION, EK_CURL_HTTP_VERSION_1_1)
            }
            setProxy(request.policies.proxy)
            if let path = request.policies.unixSocket { set(EK_CURLOPT_UNIX_SOCKET_PATH, path) }
            // libcurl sends again what a reused connection lost: nothing that isn't safe to send twice goes out on one.
            if !request.isIdempotent { set(EK_CURLOPT_FRESH_CONNECT, 1) }

            // Undone here, as libcurl takes a truncated body for a whole one. A part of a coded body can't be undone by itself.
            set(EK_CURLOPT_HTTP_CONTENT_DECODING, 0)
            if !request.headers.contains("Range") { set(EK_CURLOPT_ACCEPT_ENCODING, ContentCoding.accepted) }
            let list = CurlHeaderList(request.headers, hasBody: request.body != nil)
            headerList = list
            set(EK_CURLOPT_HTTPHEADER, list.first)

            setMethodAndBody(on: easy, context: context)
            set(EK_CURLOPT_HEADERDATA, context)
            set(EK_CURLOPT_WRITEDATA, context)
            ek_easy_set_callback(easy, EK_CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                CurlTransfer.from(context).receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }
            ek_easy_set_callback(easy, EK_CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                CurlTransfer.from(context).receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }
        }

        private func setTLS(_ tls: TLSPolicy) {
            set(EK_CURLOPT_SSLVERSION, tls.minimumVersion == .tls13 ? EK_CURL_SSLVERSION_TLS_1_3 : EK_CURL_SSLVERSION_TLS_1_2)
            if let file = tls.certificateAuthorities { set(EK_CURLOPT_CAINFO, file.path) }
            if let keys = tls.pinnedKeys[request.origin.host] {
                // No key at all is one that no server has.
                set(EK_CURLOPT_PINNEDPUBLICKEY, keys.isEmpty ? "sha256//" : keys.map { "sha256//\($0)" }.joined(separator: ";"))
            }
            if let client = tls.clientCertificate {
                set(EK_CURLOPT_SSLCERT, client.certificate.path)
                set(EK_CURLOPT_SSLKEY, client.key.path)
                if let password = client.password { set(EK_CURLOPT_KEYPASSWD, password.reveal()) }
            }
        }

        private func setProxy(_ proxy: ProxyPolicy) {
            switch proxy {
            case .environment: if request.origin.isLoopback { set(EK_CURLOPT_PROXY, "") }
            case .direct: set(EK_CURLOPT_PROXY, "")
            case .url(let url, let user, let password):
                set(EK_CURLOPT_PROXY, url.absoluteString)
                set(EK_CURLOPT_NOPROXY, "")
                if let user {
                    func escaped(_ text: String) -> String {
                        var bytes: [UInt8] = []
                        PercentEncoding.append(text, allowed: .unreserved, to: &bytes)
                        return String(decoding: bytes, as: UTF8.self)
                    }
                    set(EK_CURLOPT_PROXYUSERPWD, escaped(user) + ":" + escaped(password?.reveal() ?? ""))
                }
            }
        }

        private func setMethodAndBody(on easy: OpaquePointer, context: UnsafeMutableRawPointer) {
            if request.method == .head {
                set(EK_CURLOPT_NOBODY, 1)
            } else if request.method != .get || request.body != nil {
                set(EK_CURLOPT_CUSTOMREQUEST, request.method.rawValue)
            }
            guard let body = request.body else { return }
            set(EK_CURLOPT_UPLOAD, 1)
            ek_easy_set_offset(easy, EK_CURLOPT_INFILESIZE_LARGE, body.length ?? -1)
            set(EK_CURLOPT_READDATA, context)
            set(EK_CURLOPT_SEEKDATA, context)
            ek_easy_set_callback(easy, EK_CURLOPT_READFUNCTION) { bytes, size, count, context in
                CurlTransfer.from(context).provideBody(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
            }
            ek_easy_set_seek(easy) { context, offset, _ in
                CurlTransfer.from(context).sentBytes = Int(offset)
                return 0
            }
        }

        private func set(_ option: Int, _ value: Int) {
            guard let handle else { return }
            _ = ek_easy_set_long(handle.easy, option, value)
        }
        private func set(_ option: Int, _ value: UnsafeRawPointer?) {
            guard let handle else { return }
            _ = ek_easy_set_pointer(handle.easy, option, value)
        }
        /// libcurl copies a text.
        private func set(_ option: Int, _ value: String) {
            value.withCString { set(option, UnsafeRawPointer($0)) }
        }

        /// Gives the handle back; nil when that was done before.
        func release() -> CurlHandle? {
            defer { handle = nil }
            return handle
        }

        // MARK: Callbacks

        private static func from(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
            Unmanaged.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
        }

        private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Int {
            lastActivity = .now
            do {
                try head.receive(line)
                if head.isComplete {
                    if pieces != nil {
                        resume(.success(response(body: Data())))
                    } else if let length = head.contentLength {
                        body.reserve(min(length, request.bodyLimit, 1 << 20))
                    }
                }
                return line.count
            } catch {
                failure = malformed(error.description)
                return 0
            }
        }

        private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
            lastActivity = .now
            if let pieces {
                if pieces.give(bytes) { return bytes.count }
                // libcurl keeps these bytes, and stops reading from the socket.
                isWaiting = true
                return EK_CURL_FUNC_PAUSE
            }
            guard body.count + bytes.count <= request.bodyLimit, body.append(bytes) else {
                failure = .bodyTooLarge(request)
                return 0
            }
            return bytes.count
        }

        private func provideBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
            lastActivity = .now
            guard case .data(let data)? = request.body?.content, sentBytes <= data.count else { return EK_CURL_READFUNC_ABORT }
            let count = min(buffer.count, data.count - sentBytes)
            let start = data.startIndex + sentBytes
            data[start..<(start + count)].withUnsafeBytes { buffer.copyMemory(from: $0) }
            sentBytes += count
            return count
        }

        // MARK: Outcome

        func outcome(code: Int32) -> Result<HTTPResponse, any Error> {
            if let failure { return .failure(failure) }
            guard code == 0 else { return .failure(CurlFailure.error(code: code, of: self)) }
            // A connection that closes in the middle of the head is a success to libcurl.
            guard head.isComplete else {
                return .failure(
                    TransportFailure(.truncated, detail: "the connection closed in the middle of the response's head").error(for: request))
            }
            return .success(response(body: body.takeData()))
        }

        private func response(body: Data) -> HTTPResponse {
            var response = HTTPResponse(status: head.status, headers: head.headers, body: body)
            response.address = request.urlText
            return response
        }

        var silence: APIError {
            TransportFailure(.timeout, detail: "nothing was sent or received for \(request.timeout)").error(for: request)
        }

        private func malformed(_ reason: String) -> APIError { TransportFailure(.malformed, detail: reason).error(for: request) }
    }
#endif
