#if canImport(CurlShim)
    internal import CurlShim

    /// What depends on the version of libcurl, each with the version from which it holds, and the reason.
    ///
    /// Before 7.68.0 a library isn't loaded at all: it has no `curl_multi_wakeup`.
    struct CurlVersion {
        let number: UInt32

        /// Of the loaded library. Used after that has been loaded, and not before.
        static let loaded = CurlVersion(number: ek_curl_version().number)

        static var text: String { String(cString: ek_curl_version().text) }

        /// The option PROTOCOLS_STR; before it a number says the same, which is deprecated since.
        var namesProtocols: Bool { self >= .of(7, 85, 0) }

        /// The option PREREQFUNCTION. Before it, libcurl can only be stopped from repeating a request after a 417 when the second answer is
        /// there.
        var asksBeforeRequests: Bool { self >= .of(7, 80, 0) }

        /// The option QUICK_EXIT. Before it, removing a transfer waits for the end of its name look-up, and all others wait with it.
        var abandonsLookUps: Bool { self >= .of(7, 87, 0) }

        /// From 7.83.0 to 8.0.1 a handle keeps a pointer to the last header of the transfer before (curl/curl#11101): a server whose first
        /// header line starts with a space then has libcurl write to memory that was freed. A handle serves one transfer there.
        var reusesHandles: Bool { self < .of(7, 83, 0) || self >= .of(8, 1, 0) }

        /// What CURLINFO_REQUEST_SIZE counts.
        enum RequestSize {
            case head, nothing, headAndBody
        }

        /// Sending was rewritten in 8.7.0, which forgot to count, and from 8.8.0 the body is in it.
        var requestSize: RequestSize {
            if self < .of(8, 7, 0) { return .head }
            return self < .of(8, 8, 0) ? .nothing : .headAndBody
        }

        // A stalled HTTP/2 stream may be sent 32 MB, and 10 MB from 8.1.0 on; from 8.10.0 its window starts with 64 KB, and grows while
        // its reader is fast. No option sets it, and another stream of the same connection has it filled. Measured with nginx and one other
        // stream: 33.6 MB sent with 7.88.1, 20.9 MB with 8.23.0.

        // A TLS connection that ends without a close_notify is an end like any other to 7.88.1 with OpenSSL, and an error to 8.23.0: before, a
        // body with neither a length nor chunks that is cut off there passes for whole. Nothing tells the two ends apart.

        // libcurl's own descriptors that are no connections (to wake its poll, and to hear of names that were looked up) are close-on-exec
        // from 8.8.0. An older one's are left to a child process, and hold nothing open. Those of connections are opened by the engine.
    }

    extension CurlVersion: Comparable {
        static func of(_ major: UInt32, _ minor: UInt32, _ patch: UInt32) -> CurlVersion {
            CurlVersion(number: major << 16 | minor << 8 | patch)
        }

        static func < (a: CurlVersion, b: CurlVersion) -> Bool { a.number < b.number }
    }
#endif
