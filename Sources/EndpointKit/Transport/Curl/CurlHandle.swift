#if canImport(CurlShim)
    internal import CurlShim

    /// An easy handle, with the room for its error text.
    struct CurlHandle {
        let easy: OpaquePointer
        let errorText: UnsafeMutablePointer<CChar>

        init?() {
            guard let easy = ek_easy_init() else { return nil }
            self.easy = easy
            // CURL_ERROR_SIZE.
            errorText = .allocate(capacity: 256)
        }

        func destroy() {
            ek_easy_cleanup(easy)
            errorText.deallocate()
        }

        func set(_ option: Int, _ value: Int) { _ = ek_easy_set_long(easy, option, value) }

        func set(_ option: Int, _ value: UnsafeRawPointer?) { _ = ek_easy_set_pointer(easy, option, value) }

        /// libcurl copies a text.
        func set(_ option: Int, _ value: String) { value.withCString { set(option, UnsafeRawPointer($0)) } }

        func set(
            _ option: Int, _ callback: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int
        ) {
            _ = ek_easy_set_callback(easy, option, callback)
        }
    }
#endif
