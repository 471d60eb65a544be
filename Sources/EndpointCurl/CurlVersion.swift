#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP

    /// The features and defects of libcurl that depend on its version, with the reason for each.
    ///
    /// Versions before 7.68.0 aren't loaded at all, because they lack `curl_multi_wakeup`.
    package struct CurlVersion {
        let number: UInt32

        /// The version of the loaded library. Valid only after loading.
        package static let loaded = CurlVersion(number: ek_curl_version().number)

        /// Optional parts of a build.
        static let hasHTTP2 = ek_curl_version().has_http2
        /// From 7.88.0 on, HTTP/3 is available without a fallback.
        static let hasHTTP3 = loaded >= .of(7, 88, 0) && ek_curl_version().has_http3

        static var text: String { String(cString: ek_curl_version().text) }

        /// Has the option PROTOCOLS_STR. Older versions use a bit mask, which is now deprecated.
        var namesProtocols: Bool { self >= .of(7, 85, 0) }

        /// Has the option PREREQFUNCTION. Without it, if libcurl repeats a request after a 417, this can be stopped only when the second
        /// response arrives.
        var asksBeforeRequests: Bool { self >= .of(7, 80, 0) }

        /// Has the option QUICK_EXIT. Without it, removing a transfer waits for its name look-up to end, and blocks all other transfers.
        var abandonsLookUps: Bool { self >= .of(7, 87, 0) }

        /// From 7.83.0 to 8.0.1, a handle keeps a pointer to the last header of its previous transfer (curl/curl#11101): if the server's
        /// first header line starts with a space, libcurl writes to freed memory. In these versions, a handle serves only one transfer.
        ///
        /// Also, before 8.1.0, a handle that has made a transfer can't get back the larger buffer that HTTP/2 needs: see `CurlHandle`.
        package var reusesHandles: Bool { self >= .of(8, 1, 0) }

        /// Can send requests with prior knowledge of HTTP/2 on a reused connection. 7.88.1 begins HTTP/2 again on such a connection, and
        /// fails (curl/curl#10643, fixed in 8.0.0).
        var reusesPriorKnowledge: Bool { self < .of(7, 87, 0) || self >= .of(8, 0, 0) }

        /// Reports the number of a transfer's connection (CURLINFO_CONN_ID). In older versions, a connection over a Unix socket can't be
        /// distinguished from others, and serves only one request.
        package var numbersConnections: Bool { self >= .of(8, 2, 0) }

        /// Delivers the bytes of a stream before it reports the stream's end. 7.88.1 drops a response whose last frames arrive together with
        /// RST_STREAM, even if there is no error. A server may send RST_STREAM when it doesn't need the rest of an upload (RFC 9113, section
        /// 8.1).
        package var deliversResetStreams: Bool { self >= .of(8, 1, 0) }

        /// Reports the streams of an HTTP/2 connection as complete if an invalid frame has ended the connection. Older versions do the
        /// same, but only these versions report, as text, what `StreamEnds` needs to know.
        ///
        /// In 7.88.1, a request that a GOAWAY excludes fails if the session has nothing else to do, which is always the case if the request is
        /// alone on its connection. The error code is that of a lost connection, but the text names the last stream.
        var saysWhyStreamsEnd: Bool { self >= .of(7, 88, 0) && self < .of(8, 1, 0) }

        /// The part of a request that CURLINFO_REQUEST_SIZE includes.
        enum RequestSize {
            case head, nothing, headAndBody
        }

        /// 8.7.0 always reports 0; from 8.8.0 the body is included.
        var requestSize: RequestSize {
            if self < .of(8, 7, 0) { return .head }
            return self < .of(8, 8, 0) ? .nothing : .headAndBody
        }

        // The window of an HTTP/2 stream is 32 MB, and 10 MB from 8.1.0 on. From 8.10.0 on, it starts at 64 KB and grows as long as its
        // reader is fast. No option sets it, and a server can fill it for a stalled stream while another stream uses the connection. Measured
        // with nginx and one other stream: 33.6 MB sent with 7.88.1, 20.9 MB with 8.23.0.

        // If a TLS connection ends without a close_notify, 7.88.1 with OpenSSL treats this as normal, and 8.23.0 as an error. With the older
        // version, a truncated body without a length and without chunks is accepted as complete, because the two kinds of end can't be
        // distinguished.

        // With HTTP/2, if a server resets a stream without an error (NO_ERROR) before its last frame, the stream seems complete, in all
        // versions up to 8.23.0. If its body has no length, it is accepted as complete although it is truncated.

        // With HTTP/2, in all versions up to 8.23.0, the end of a response without a length isn't detected before the request's body has
        // ended, unless the server resets the stream, as RFC 9113, section 8.1, allows and nginx does. If a server responds early without a
        // reset, and reads no more of the body, the call times out. The error contains the part of the response that arrived.

        // libcurl's own descriptors that aren't connections (for waking its poll, and for name look-ups) are close-on-exec from 8.8.0 on.
        // With older versions, a child process inherits them, which keeps no connection open. The engine itself opens the sockets for
        // connections.
    }

    extension CurlVersion: Comparable {
        static func of(_ major: UInt32, _ minor: UInt32, _ patch: UInt32) -> CurlVersion {
            CurlVersion(number: major << 16 | minor << 8 | patch)
        }

        package static func < (a: CurlVersion, b: CurlVersion) -> Bool { a.number < b.number }
    }
#endif
