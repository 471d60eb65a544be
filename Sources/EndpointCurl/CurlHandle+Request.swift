#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP
    internal import Glibc

    extension CurlHandle {
        /// Sets all options for a request with a body of this length. The list isn't retained, and must exist as long as the transfer does.
        func prepare(
            for request: HTTPRequest, length: Int64?, in context: TransferContext, headerList: CurlHeaderList, sockets: OpaquePointer
        ) {
            clear()
            set(EK_CURLOPT_ERRORBUFFER, errorText)
            set(EK_CURLOPT_NOSIGNAL, 1)
            if CurlVersion.loaded.namesProtocols {
                set(EK_CURLOPT_PROTOCOLS_STR, "http,https")
            } else {
                set(EK_CURLOPT_PROTOCOLS, EK_CURLPROTO_HTTP_AND_HTTPS)
            }
            set(EK_CURLOPT_PATH_AS_IS, 1)
            // A proxy's response to CONNECT isn't the response. Newer versions of libcurl pass it on, so that a refusal can be detected (see
            // `receiveTunnelHeader`).
            if !CurlVersion.loaded.asksBeforeRequests { set(EK_CURLOPT_SUPPRESS_CONNECT_HEADERS, 1) }
            // A cancelled transfer doesn't wait for its name look-up.
            if CurlVersion.loaded.abandonsLookUps { set(EK_CURLOPT_QUICK_EXIT, 1) }
            if CurlVersion.loaded.abandonsLookUps {
                setConnectTimeout(of: context)
            } else {
                // libcurl's own timeout would wait for the name look-up, so the engine ends the transfer instead.
                set(EK_CURLOPT_CONNECTTIMEOUT_MS, Int(Int32.max))
            }
            setMessage(request, headerList)
            setConnection(request, context)
            CurlCallbacks.set(
                on: self, sockets: sockets, sends: request.body != nil, mayShare: context.mayShareConnection(for: request))

            // `BodyFraming` decodes the chunks, because libcurl doesn't report when the last one has arrived.
            set(EK_CURLOPT_HTTP_TRANSFER_DECODING, 0)
            // `ContentDecoder` decodes the body, because libcurl accepts a truncated one. A range of an encoded body can't be decoded on its
            // own.
            set(EK_CURLOPT_HTTP_CONTENT_DECODING, 0)
            if !request.headers.contains("Range") { set(EK_CURLOPT_ACCEPT_ENCODING, ContentCoding.accepted) }

            if request.method == .head {
                set(EK_CURLOPT_NOBODY, 1)
            } else if request.method != .get || request.body != nil {
                set(EK_CURLOPT_CUSTOMREQUEST, request.method.rawValue)
            }
            // Content in a HEAD request has no meaning (RFC 9110, section 9.3.2), and libcurl would turn the request into a PUT.
            if request.body != nil, request.method != .head {
                set(EK_CURLOPT_UPLOAD, 1)
                set(EK_CURLOPT_INFILESIZE_LARGE, offset: length ?? -1)
            }
        }

        private func setMessage(_ request: HTTPRequest, _ headerList: CurlHeaderList) {
            request.withURLText { set(EK_CURLOPT_URL, UnsafeRawPointer($0.baseAddress)) }
            set(EK_CURLOPT_HTTPHEADER, headerList.first)
        }

        /// Sets the options that differ between requests of the same kind.
        func replaceMessage(_ request: HTTPRequest, _ headerList: CurlHeaderList) {
            clearErrorText()
            setMessage(request, headerList)
            isPrepared = !hasRefused
        }

        func setConnectTimeout(of context: TransferContext) {
            set(EK_CURLOPT_CONNECTTIMEOUT_MS, Int(context.connection.connectTimeout.clampedMilliseconds))
        }

        private func setConnection(_ request: HTTPRequest, _ context: TransferContext) {
            let policy = context.connection
            if request.origin.scheme == .https {
                setTLS(policy.tls, host: request.origin.host)
            }
            setHTTPVersion(policy.httpVersion, scheme: request.origin.scheme)
            setProxy(policy.proxy, context.proxy, for: request.origin)
            if let path = policy.unixSocket { set(EK_CURLOPT_UNIX_SOCKET_PATH, path) }
        }

        private func setTLS(_ tls: TLSPolicy, host: String) {
            set(EK_CURLOPT_SSLVERSION, tls.minimumVersion == .tls13 ? EK_CURL_SSLVERSION_TLS_1_3 : EK_CURL_SSLVERSION_TLS_1_2)
            if let file = tls.certificateAuthorities {
                set(EK_CURLOPT_CAINFO, file.path)
                // Without this, the system's authorities in the folder would be trusted too.
                let code = ek_easy_set_pointer(easy, EK_CURLOPT_CAPATH, nil)
                // A TLS library that can't read a folder has none to unset.
                if code != EK_CURLE_NOT_BUILT_IN { check(EK_CURLOPT_CAPATH, code) }
            } else if case .file(let path) = SystemAuthorities.place {
                set(EK_CURLOPT_CAINFO, path)
            }
            if let keys = tls.keys(pinnedFor: host) {
                // An empty list becomes a pin that no key matches.
                set(EK_CURLOPT_PINNEDPUBLICKEY, keys.isEmpty ? "sha256//" : Self.pins(keys))
            }
            if let client = tls.clientCertificate {
                set(EK_CURLOPT_SSLCERT, client.certificate.path)
                set(EK_CURLOPT_SSLKEY, client.key.path)
                if let password = client.password { set(EK_CURLOPT_KEYPASSWD, password.reveal()) }
            }
        }

        /// Before reusing a connection, libcurl compares this text with that of the connection; older versions ignore case. Each key is
        /// therefore followed by its bytes in hexadecimal digits, which no key matches.
        private static func pins(_ keys: some Sequence<String>) -> String {
            keys.flatMap { key in [key, key.utf8.map { String($0, radix: 16) }.joined()] }.map { "sha256//\($0)" }.joined(separator: ";")
        }

        private func setProxy(_ policy: ProxyPolicy, _ address: ProxyAddress?, for origin: Origin) {
            switch policy {
            // Loopback requests don't use the environment's proxy.
            case .environment where origin.isLoopback: set(EK_CURLOPT_PROXY, "")
            case .environment:
                // libcurl 7.88.1 would ignore such a proxy, and connect directly.
                if Self.environmentHasControls(for: origin.scheme) {
                    check(EK_CURLOPT_PROXY, Int32(EK_CURLE_BAD_FUNCTION_ARGUMENT))
                }
                setProxyTLS(isNeeded: false)
            case .direct: set(EK_CURLOPT_PROXY, "")
            case .url:
                guard let address else { return check(EK_CURLOPT_PROXY, Int32(EK_CURLE_BAD_FUNCTION_ARGUMENT)) }
                set(EK_CURLOPT_PROXY, address.url)
                set(EK_CURLOPT_NOPROXY, "")
                if address.scheme == "https" { setProxyTLS(isNeeded: true) }
                if let user = address.user { set(EK_CURLOPT_PROXYUSERNAME, user) }
                if let password = address.password { set(EK_CURLOPT_PROXYPASSWORD, password.reveal()) }
            }
        }
    }

    extension CurlHandle {
        /// Whether the proxy that the environment specifies has a control character, percent-encoded or not.
        private static func environmentHasControls(for scheme: Origin.Scheme) -> Bool {
            // libcurl doesn't read HTTP_PROXY, because a web server sets it to the Proxy field of a request.
            let names = (scheme == .http ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"]) + ["all_proxy", "ALL_PROXY"]
            let text = names.lazy.compactMap { getenv($0).map { String(cString: $0) } }.first { !$0.isEmpty }
            return text.map { ProxyAddress.hasControls(PercentEncoding.decodedBytes($0.utf8)) } ?? false
        }

        // The configuration's TLS policy doesn't apply to the proxy, which is verified with the system's authorities.
        private func setProxyTLS(isNeeded: Bool) {
            func check(_ option: Int, _ code: Int32) {
                // A libcurl without HTTPS proxies can't use one from the environment either.
                if !isNeeded, [EK_CURLE_NOT_BUILT_IN, EK_CURLE_UNKNOWN_OPTION].contains(Int(code)) { return }
                self.check(option, code)
            }
            let version = ek_easy_set_long(easy, EK_CURLOPT_PROXY_SSLVERSION, EK_CURL_SSLVERSION_TLS_1_2)
            check(EK_CURLOPT_PROXY_SSLVERSION, version)
            guard case .file(let path) = SystemAuthorities.place else { return }
            check(EK_CURLOPT_PROXY_CAINFO, path.withCString { ek_easy_set_pointer(easy, EK_CURLOPT_PROXY_CAINFO, $0) })
        }
    }

    extension HTTPBodyEntity {
        var isData: Bool {
            if case .data = content { true } else { false }
        }
    }
#endif
