#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP

    /// The features and defects of libcurl that depend on its version, with the reason for each.
    ///
    /// A library before 7.68.0 isn't loaded at all: it has no `curl_multi_wakeup`.
    package struct CurlVersion {
        let number: UInt32

        /// The version of the loaded library. Valid only after loading.
        package static let loaded = CurlVersion(number: ek_curl_version().number)

        /// Optional parts of a build.
        static let hasHTTP2 = ek_curl_version().has_http2
        /// From 7.88.0 there is an HTTP/3 without a fallback.
        static let hasHTTP3 = loaded >= .of(7, 88, 0) && ek_curl_version().has_http3

        static var text: String { String(cString: ek_curl_version().text) }

        /// Has the option PROTOCOLS_STR. Older versions use a bit mask, which is now deprecated.
        var namesProtocols: Bool { self >= .of(7, 85, 0) }

        /// Has the option PREREQFUNCTION. Without it, if libcurl repeats a request after a 417, that can be stopped only when the second
        /// response arrives.
        var asksBeforeRequests: Bool { self >= .of(7, 80, 0) }

        /// Has the option QUICK_EXIT. Without it, removing a transfer waits for the end of its name look-up, and blocks all others.
        var abandonsLookUps: Bool { self >= .of(7, 87, 0) }

        /// From 7.83.0 to 8.0.1 a handle keeps a pointer to the last header of its previous transfer (curl/curl#11101): if the server's
        /// first header line starts with a space, libcurl writes to freed memory. In these versions a handle serves only one transfer.
        ///
        /// Before 8.1.0, a handle that has made a transfer also can't get the larger buffer again that HTTP/2 needs: see `CurlHandle`.
        package var reusesHandles: Bool { self >= .of(8, 1, 0) }

        /// Sends requests with prior knowledge of HTTP/2 on a connection that is reused. 7.88.1 begins HTTP/2 again there, and fails
        /// (curl/curl#10643, fixed in 8.0.0).
        var reusesPriorKnowledge: Bool { self < .of(7, 87, 0) || self >= .of(8, 0, 0) }

        /// Has the number of a transfer's connection (CURLINFO_CONN_ID). In older versions, a connection over a Unix socket can't be
        /// distinguished from others, and serves only one request.
        package var numbersConnections: Bool { self >= .of(8, 2, 0) }

        /// Delivers the bytes of a stream before it reports the stream's end. 7.88.1 drops an answer whose last frames arrive together with
        /// RST_STREAM, even without an error. A server may send that when it doesn't need the rest of an upload (RFC 9113, section 8.1).
        package var deliversResetStreams: Bool { self >= .of(8, 1, 0) }

        /// Always resends a request that a GOAWAY excludes. In 7.88.1 such a request fails if the session has nothing else to do, which is
        /// always so if the request is alone on its connection. The error code is that of a lost connection, so the request can't be
        /// distinguished from one that the server may have read.
        package var repeatsUnreadStreams: Bool { self >= .of(8, 0, 0) }

        /// Reports the streams of an HTTP/2 connection as complete if an invalid frame has ended the connection. Older versions do that
        /// too, but only these report in texts what `StreamEnds` needs to know.
        var saysWhyStreamsEnd: Bool { self >= .of(7, 88, 0) && self < .of(8, 1, 0) }

        /// The part of a request that CURLINFO_REQUEST_SIZE counts.
        enum RequestSize {
            case head, nothing, headAndBody
        }

        /// 8.7.0 always reports 0; from 8.8.0 the body is included.
        var requestSize: RequestSize {
            if self < .of(8, 7, 0) { return .head }
            return self < .of(8, 8, 0) ? .nothing : .headAndBody
        }

        // The window of an HTTP/2 stream is 32 MB, and 10 MB from 8.1.0 on. From 8.10.0, it starts with 64 KB and grows while its reader is
        // fast. No option sets it, and a server can fill it for a stalled stream while another stream uses the connection. Measured with
        // nginx and one other stream: 33.6 MB sent with 7.88.1, 20.9 MB with 8.23.0.

        // The end of a TLS connection without a close_notify is normal for 7.88.1 with OpenSSL, and an error for 8.23.0. With the older
        // version, a truncated body without a length and without chunks is accepted as complete, because the two ends can't be
        // distinguished.

        // With HTTP/2, if a server resets a stream without an error (NO_ERROR) before its last frame, the stream seems complete, in all
        // versions up to 8.23.0. A body without a length that is truncated this way is accepted as complete.

        // With HTTP/2, in all versions up to 8.23.0, the end of a response without a length isn't seen before the request's body has ended,
        // unless the server resets the stream, as RFC 9113, section 8.1, allows and nginx does. If a server answers early without a reset,
        // and reads no more of the body, the call times out. The error contains the part of the response that arrived.

        // libcurl's own descriptors that aren't connections (to wake its poll, and for name look-ups) are close-on-exec from 8.8.0. With an
        // older version, a child process inherits them, which keeps no connection open. The engine itself opens the sockets of connections.
    }

    extension CurlVersion: Comparable {
        static func of(_ major: UInt32, _ minor: UInt32, _ patch: UInt32) -> CurlVersion {
            CurlVersion(number: major << 16 | minor << 8 | patch)
        }

        package static func < (a: CurlVersion, b: CurlVersion) -> Bool { a.number < b.number }
    }
#endif
