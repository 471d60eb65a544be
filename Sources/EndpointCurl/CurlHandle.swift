#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP
    internal import Glibc

    /// An easy handle with its error buffer, the transfer that it serves, and the first option that it rejected.
    final class CurlHandle {
        let easy: OpaquePointer
        let errorText: UnsafeMutablePointer<CChar>
        /// The transfer that receives libcurl's callbacks. The engine retains it as long as it is set.
        unowned(unsafe) var transfer: CurlTransfer?
        private var refusal: (option: Int, code: Int32)?
        // The kind of request for which the options are set; nil if another option has been set since.
        private var kind: RequestKind?
        var isPrepared = false
        private var isNew = true

        init?() {
            guard let easy = ek_easy_init() else { return nil }
            self.easy = easy
            // CURL_ERROR_SIZE.
            errorText = .allocate(capacity: 256)
            clearErrorText()
        }

        func clearErrorText() {
            errorText[0] = 0
            errorText[1] = 0
        }

        /// Whether libcurl has written an error text since it was cleared here. Before newer versions open another connection, they empty the
        /// text, but only its first byte.
        var hasErrorText: Bool { errorText[0] != 0 || errorText[1] != 0 }

        func destroy() {
            ek_easy_cleanup(easy)
            errorText.deallocate()
        }

        /// Unsets all options.
        func clear() {
            // A reset takes long, and a new handle has no options to reset.
            if !isNew { ek_easy_reset(easy) }
            isNew = false
            setBuffer()
            clearErrorText()
            refusal = nil
            isPrepared = false
        }

        /// With a small buffer, libcurl 7.88.1 holds back the rest of a large HTTP/2 head until the next event. A large buffer also wakes the
        /// reader of a stream less often. Older versions reject the option on a handle that has made a transfer, which is harmless from 8.1.0
        /// on.
        private func setBuffer() { _ = ek_easy_set_long(easy, EK_CURLOPT_BUFFERSIZE, BodyBuffer.capacity / 2) }

        /// Whether the options are those for a request of this kind, except for its URL and fields.
        func isPrepared(for kind: RequestKind) -> Bool { isPrepared && self.kind == kind }

        /// Notes that all options are set, for a single request (nil) or for all requests of a kind.
        func finishPreparing(for kind: RequestKind?) {
            self.kind = kind
            isPrepared = kind != nil && refusal == nil
        }

        func set(_ option: Int, _ value: Int) { check(option, ek_easy_set_long(easy, option, value)) }

        func set(_ option: Int, offset: Int64) { check(option, ek_easy_set_offset(easy, option, offset)) }

        func set(_ option: Int, _ value: UnsafeRawPointer?) { check(option, ek_easy_set_pointer(easy, option, value)) }

        /// libcurl copies the text, but only up to a NUL, so text with a NUL is rejected.
        func set(_ option: Int, _ value: String) {
            value.withCString { text in
                let isWhole = strlen(text) == value.utf8.count
                check(option, isWhole ? ek_easy_set_pointer(easy, option, text) : Int32(EK_CURLE_BAD_FUNCTION_ARGUMENT))
            }
        }

        func set(
            _ option: Int, _ callback: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int
        ) {
            check(option, ek_easy_set_callback(easy, option, callback))
        }

        /// Records the first option that was rejected, and continues without it, because a build of libcurl may lack any option.
        func check(_ option: Int, _ code: Int32) {
            isPrepared = false
            if code != 0, refusal == nil { refusal = (option, code) }
        }

        /// Whether an option was rejected since the handle was cleared.
        var hasRefused: Bool { refusal != nil }

        /// Why a request with these options mustn't be sent; nil if it may.
        func fault(of request: HTTPRequest) -> APIError? {
            refusal.map { option, code in
                let name = ek_curl_option_name(option).map { "CURLOPT_\(String(cString: $0))" } ?? "its option \(option)"
                return APIError(
                    .configuration,
                    """
                    The request can't be sent with libcurl \(CurlVersion.text), which refused \(name) \
                    (\(String(cString: ek_easy_error_text(code)))). Install another version, or change the setting.
                    """, request: request)
            }
        }
    }
#endif
