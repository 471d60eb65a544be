#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP

    extension CurlHandle {
        func setHTTPVersion(_ policy: HTTPVersionPolicy, scheme: Origin.Scheme) {
            let version: Int
            switch policy {
            case .automatic where scheme == .https && CurlVersion.hasHTTP2: version = EK_CURL_HTTP_VERSION_2TLS
            case .automatic, .http1: version = EK_CURL_HTTP_VERSION_1_1
            case .http2: version = EK_CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
            case .http3: version = EK_CURL_HTTP_VERSION_3ONLY
            }
            set(EK_CURLOPT_HTTP_VERSION, version)
            // Without a tunnel, libcurl would use HTTP/1.1 through an HTTP proxy.
            if policy == .http2 { set(EK_CURLOPT_HTTPPROXYTUNNEL, 1) }
        }
    }

    extension TransferContext {
        /// Whether the request's connection may serve other requests at the same time.
        func mayShareConnection(for request: borrowing HTTPRequest) -> Bool {
            switch httpVersion {
            case .automatic: mayChooseHTTP2(for: request)
            case .http1: false
            case .http2, .http3: true
            }
        }

        private func mayChooseHTTP2(for request: borrowing HTTPRequest) -> Bool {
            request.origin.scheme == .https && CurlVersion.hasHTTP2
        }

        /// The same context, but with HTTP/1.1 if libcurl could lose the response over HTTP/2 and the policy leaves the choice.
        ///
        /// Before 8.1.0, a response that comes before the server has read the whole body is lost or truncated if the server resets the
        /// stream with it, as it should. A body that the first window holds is usually sent before there is a response.
        func avoidingLostResponses(to request: borrowing HTTPRequest) -> TransferContext {
            guard httpVersion == .automatic, losesResponses(to: request) else { return self }
            var context = self
            context.connection.httpVersion = .http1
            return context
        }

        /// Whether libcurl could lose the response to such a request over HTTP/2, if the server may choose it.
        func losesResponses(to request: borrowing HTTPRequest) -> Bool {
            let firstWindow = 65_535
            guard mayChooseHTTP2(for: request), !CurlVersion.loaded.deliversResetStreams, let body = request.body else { return false }
            return body.length ?? .max > firstWindow
        }
    }

    extension HTTPVersionPolicy {
        /// Why libcurl can't send the request in this version; nil if it can.
        func fault(of request: HTTPRequest, in context: TransferContext) -> APIError? {
            switch self {
            case .automatic, .http1: nil
            case .http2: CurlVersion.hasHTTP2 ? nil : Self.lacks("HTTP/2", "a libcurl that was built with HTTP/2", request)
            case .http3:
                if !CurlVersion.hasHTTP3 {
                    Self.lacks("HTTP/3", "libcurl 7.88.0 or later that was built with HTTP/3", request)
                } else if request.origin.scheme == .http {
                    Self.error("HTTP/3 needs an https URL. Change the URL, or set the HTTP version to automatic.", request)
                } else if context.connection.unixSocket != nil {
                    Self.error("HTTP/3 can't use a Unix socket. Remove the socket, or set the HTTP version to automatic.", request)
                } else {
                    nil
                }
            }
        }

        /// Why the response can't be accepted; nil if it has this version.
        func refusal(of version: TransferMetrics.HTTPVersion?, to request: HTTPRequest) -> APIError? {
            let (isKept, name) =
                switch self {
                case .automatic: (true, "")
                case .http1: (version == .http10 || version == .http11, "HTTP/1.1")
                case .http2: (version == .http2, "HTTP/2")
                case .http3: (version == .http3, "HTTP/3")
                }
            if isKept { return nil }
            let answer =
                "The server answered in \(version?.rawValue ?? "another version of HTTP") instead of \(name), which the settings require."
            return Self.error("\(answer) Set the HTTP version to automatic to accept it.", request)
        }

        /// Why the request isn't sent on a connection whose TLS handshake chose another version.
        static func unchosen(_ request: HTTPRequest) -> APIError {
            error(
                """
                The server did not choose HTTP/2 in the TLS handshake, and the settings require HTTP/2, so the request wasn't sent. Set the \
                HTTP version to automatic to use HTTP/1.1 with this server.
                """, request)
        }

        private static func lacks(_ version: String, _ library: String, _ request: HTTPRequest) -> APIError {
            error(
                """
                The request can't be sent over \(version): libcurl \(CurlVersion.text) on this machine doesn't have it. Install \(library), \
                or set the HTTP version to automatic.
                """, request)
        }

        private static func error(_ message: String, _ request: HTTPRequest) -> APIError {
            APIError(.configuration, message, request: request)
        }
    }
#endif
