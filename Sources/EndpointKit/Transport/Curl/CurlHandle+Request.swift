#if canImport(CurlShim)
    internal import CurlShim

    extension CurlHandle {
        /// Sets every option that a request asks for; the list must live as long as the transfer.
        func reset(for request: HTTPRequest, headerList: CurlHeaderList) {
            ek_easy_reset(easy)
            errorText[0] = 0
            set(EK_CURLOPT_ERRORBUFFER, errorText)
            set(EK_CURLOPT_NOSIGNAL, 1)
            set(EK_CURLOPT_PROTOCOLS_STR, "http,https")
            set(EK_CURLOPT_PATH_AS_IS, 1)
            // A cancelled transfer doesn't wait for a name that is still being resolved.
            set(EK_CURLOPT_QUICK_EXIT, 1)
            set(EK_CURLOPT_CONNECTTIMEOUT_MS, Int(request.connectTimeout.clampedMilliseconds))
            request.withURLText { set(EK_CURLOPT_URL, UnsafeRawPointer($0.baseAddress)) }
            setConnection(request)

            // Undone elsewhere, as libcurl takes a truncated body for a whole one. A part of a coded body can't be undone by itself.
            set(EK_CURLOPT_HTTP_CONTENT_DECODING, 0)
            if !request.headers.contains("Range") { set(EK_CURLOPT_ACCEPT_ENCODING, ContentCoding.accepted) }
            set(EK_CURLOPT_HTTPHEADER, headerList.first)

            if request.method == .head {
                set(EK_CURLOPT_NOBODY, 1)
            } else if request.method != .get || request.body != nil {
                set(EK_CURLOPT_CUSTOMREQUEST, request.method.rawValue)
            }
            // A HEAD's content means nothing (RFC 9110, section 9.3.2), and libcurl would make a PUT of the request.
            if let body = request.body, request.method != .head {
                set(EK_CURLOPT_UPLOAD, 1)
                _ = ek_easy_set_offset(easy, EK_CURLOPT_INFILESIZE_LARGE, body.length ?? -1)
            }
        }

        private func setConnection(_ request: HTTPRequest) {
            if request.origin.scheme == .https {
                setTLS(request.policies.tls, host: request.origin.host)
                set(EK_CURLOPT_HTTP_VERSION, EK_CURL_HTTP_VERSION_2TLS)
                // Waits for a connection that is being made, to share it.
                set(EK_CURLOPT_PIPEWAIT, 1)
            } else {
                set(EK_CURLOPT_HTTP_VERSION, EK_CURL_HTTP_VERSION_1_1)
            }
            setProxy(request.policies.proxy, isLoopback: request.origin.isLoopback)
            if let path = request.policies.unixSocket { set(EK_CURLOPT_UNIX_SOCKET_PATH, path) }
        }

        private func setTLS(_ tls: TLSPolicy, host: String) {
            set(EK_CURLOPT_SSLVERSION, tls.minimumVersion == .tls13 ? EK_CURL_SSLVERSION_TLS_1_3 : EK_CURL_SSLVERSION_TLS_1_2)
            if let file = tls.certificateAuthorities { set(EK_CURLOPT_CAINFO, file.path) }
            if let keys = tls.pinnedKeys[host] {
                // No key at all is one that no server has.
                set(EK_CURLOPT_PINNEDPUBLICKEY, keys.isEmpty ? "sha256//" : keys.map { "sha256//\($0)" }.joined(separator: ";"))
            }
            if let client = tls.clientCertificate {
                set(EK_CURLOPT_SSLCERT, client.certificate.path)
                set(EK_CURLOPT_SSLKEY, client.key.path)
                if let password = client.password { set(EK_CURLOPT_KEYPASSWD, password.reveal()) }
            }
        }

        private func setProxy(_ proxy: ProxyPolicy, isLoopback: Bool) {
            switch proxy {
            // What never leaves the machine doesn't go through a proxy that the environment names.
            case .environment: if isLoopback { set(EK_CURLOPT_PROXY, "") }
            case .direct: set(EK_CURLOPT_PROXY, "")
            case .url(let url, let user, let password):
                set(EK_CURLOPT_PROXY, url.absoluteString)
                set(EK_CURLOPT_NOPROXY, "")
                if let user {
                    set(
                        EK_CURLOPT_PROXYUSERPWD,
                        "\(PercentEncoding.encoded(user)):\(PercentEncoding.encoded(password?.reveal() ?? ""))")
                }
            }
        }
    }

    extension HTTPBodyEntity {
        var isData: Bool {
            if case .data = content { true } else { false }
        }
    }
#endif
