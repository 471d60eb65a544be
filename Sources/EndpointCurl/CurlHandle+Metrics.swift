#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP

    extension CurlHandle {
        /// libcurl's metrics for the transfer, without totals if the transfer isn't complete.
        func metrics(isComplete: Bool) -> TransferMetrics {
            var metrics = TransferMetrics()
            let isReused = ek_easy_info_long(easy, EK_CURLINFO_NUM_CONNECTS) == 0
            metrics.isConnectionReused = isReused
            if !isReused {
                metrics.nameResolved = time(EK_CURLINFO_NAMELOOKUP_TIME)
                metrics.connected = time(EK_CURLINFO_CONNECT_TIME)
                metrics.tlsEstablished = time(EK_CURLINFO_APPCONNECT_TIME)
            }
            metrics.httpVersion = httpVersion
            metrics.firstByte = time(EK_CURLINFO_STARTTRANSFER_TIME)
            guard isComplete else { return metrics }
            metrics.total = time(EK_CURLINFO_TOTAL_TIME)
            metrics.sentBytes = sentBytes
            metrics.receivedBytes = head(EK_CURLINFO_HEADER_SIZE) &+ ek_easy_info_offset(easy, EK_CURLINFO_SIZE_DOWNLOAD)
            return metrics
        }

        /// The version in the response's head; nil before the head arrives.
        var httpVersion: TransferMetrics.HTTPVersion? {
            switch ek_easy_info_long(easy, EK_CURLINFO_HTTP_VERSION) {
            case EK_CURL_HTTP_VERSION_1_0: .http10
            case EK_CURL_HTTP_VERSION_1_1: .http11
            case EK_CURL_HTTP_VERSION_2: .http2
            case EK_CURL_HTTP_VERSION_3: .http3
            default: nil
            }
        }

        var isHTTP1: Bool { httpVersion == .http10 || httpVersion == .http11 }

        /// nil for 0, which libcurl reports for a step that wasn't needed.
        private func time(_ info: Int) -> Duration? {
            let microseconds = ek_easy_info_offset(easy, info)
            return microseconds > 0 ? .microseconds(microseconds) : nil
        }

        /// The size of the request; nil if this version doesn't report it.
        var sentBytes: Int64? {
            switch CurlVersion.loaded.requestSize {
            case .head: head(EK_CURLINFO_REQUEST_SIZE) &+ ek_easy_info_offset(easy, EK_CURLINFO_SIZE_UPLOAD)
            case .headAndBody: head(EK_CURLINFO_REQUEST_SIZE)
            case .nothing: nil
            }
        }

        private func head(_ info: Int) -> Int64 { Int64(ek_easy_info_long(easy, info)) }
    }
#endif
