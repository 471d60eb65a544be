#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP
    internal import Glibc

    /// Turns libcurl's result codes into errors, and creates the errors for transfers that end without a code.
    enum CurlFailure {
        /// nil if there is a complete response.
        static func error(code: Int32, of transfer: CurlTransfer) -> APIError? {
            if transfer.isExpectationRefused, isStoppedRepeat(code) { return nil }
            // After its response, a server that doesn't need the rest of the body may end the stream or the connection (RFC 9113, section
            // 8.1).
            if transfer.hasWholeAnswer, code == 0 || isLoss(code) { return nil }
            if code == 0 {
                // libcurl reports success if a connection closes in the middle of the head.
                let part = transfer.hasHead ? "body" : "head"
                let failure = TransportFailure(.truncated, detail: "the connection closed in the middle of the response's \(part)")
                return failure.error(for: transfer.request)
            }
            // libcurl 7.88.1 reports this code for a first line that starts with a space.
            if code == 43, transfer.isConnected, !transfer.hasHead {
                return malformed("its first line isn't a status line", of: transfer.request)
            }
            // libcurl reports "out of memory" for a line that exceeds its limit. Newer versions also limit the number of lines, and report
            // that limit.
            if code == 100 || code == 27 && !transfer.hasHead {
                let text = transfer.handle.map { String(cString: $0.errorText) } ?? ""
                let detail = text.contains("header") ? text : "a line of its head is too long"
                return TransportFailure(.malformed, detail: detail).error(for: transfer.request)
            }
            var detail = detail(code: code, of: transfer)
            if transfer.isFirstInHTTP2 {
                // A server may end the handshake if libcurl offers no other protocol.
                if code == 35, detail.contains("application protocol") { return HTTPVersionPolicy.unchosen(transfer.request) }
                // A server without TLS closes the connection, or responds in HTTP/1.1.
                if transfer.request.origin.scheme == .http, transfer.isConnected, transfer.hasNoFrames(detail) {
                    detail +=
                        "; nothing in HTTP/2 was received, so the server may not speak HTTP/2 without TLS: if so, set the HTTP version to automatic"
                }
            }
            // The server's UDP port doesn't respond, or the response isn't QUIC. Failures with names and certificates have other causes.
            if transfer.context.httpVersion == .http3, !transfer.hasHead, ![.nameResolution, .tls].contains(reason(code)) {
                detail += "; the server may not speak HTTP/3: if so, set the HTTP version to automatic"
            }
            // The transport may have chosen HTTP/1.1.
            let (context, request) = (transfer.context, transfer.request)
            if transfer.isConnected, !transfer.hasHead, context.httpVersion == .http1, context.losesResponses(to: request) {
                detail += "; if the server speaks only HTTP/2, set the HTTP version to http2: this libcurl sends large bodies in HTTP/1.1"
            }
            // An invalid chunk and a lost connection have the same code, and differ only in the text.
            let isBrokenChunk = code == 56 && ["chunk", "hexadecimal"].contains { detail.contains($0) }
            if isBrokenChunk { return TransportFailure(.malformed, detail: detail).error(for: transfer.request) }
            // libcurl also reports this code if a proxy refuses a tunnel to the server.
            let isRefusedTunnel = code == 56 && detail.contains("CONNECT")
            var reason = isRefusedTunnel ? .connect : reason(code)
            if isLostStream(code, detail) { reason = transfer.hasHead ? .truncated : .disconnected }
            if [5, 7, 97].contains(code), let proxy = proxy(of: transfer) { detail = "\(proxy) can't be reached: \(detail)" }
            if [.connect, .disconnected].contains(reason), transfer.engine.transferCount > manyTransfers, detail != noDescriptors {
                detail +=
                    "; \(transfer.engine.transferCount) requests were in flight: set maxConcurrentCalls if the server allows fewer connections"
            }
            return TransportFailure(reason, detail: detail).error(for: transfer.request)
        }

        /// With more transfers than this, a refused or closed connection may mean that the server allows fewer.
        private static let manyTransfers = 32

        /// The proxy for the connection, as the subject of a sentence; nil if there is none.
        private static func proxy(of transfer: CurlTransfer) -> String? {
            switch transfer.context.connection.proxy {
            case .direct: return nil
            case .url: return transfer.context.proxy.map { "the proxy \($0.url)" }
            // Loopback requests don't use the environment's proxy.
            case .environment where transfer.request.origin.isLoopback: return nil
            case .environment:
                // libcurl names the host that it tried: "Failed to connect to proxy.local port 3128 after 0 ms".
                let words = transfer.handle.map { String(cString: $0.errorText).split(separator: " ") } ?? []
                guard let place = words.firstIndex(of: "port"), place > 0, words.indices.contains(place + 1) else { return nil }
                // The host may be an IPv6 address with or without brackets.
                let host = words[place - 1].removing { $0 == "[" || $0 == "]" }
                let port = words[place + 1].upTo { !("0"..."9").contains($0) }
                let origin = transfer.request.origin
                return host == origin.host.removing { $0 == "[" || $0 == "]" } && port == "\(origin.port)"
                    ? nil : "the environment's proxy \(host):\(port)"
            }
        }

        /// Whether a connection or one of its streams ended too early.
        private static func isLoss(_ code: Int32) -> Bool { [16, 18, 55, 56, 92].contains(code) }

        /// Whether libcurl couldn't send the rest of a request because the server ended the response's stream without an error (RFC 9113,
        /// section 8.1). In that case, libcurl has read the whole response.
        static func isEndOfStream(_ code: Int32, of transfer: CurlTransfer) -> Bool {
            guard transfer.request.body != nil, let handle = transfer.handle, handle.httpVersion == .http2 else { return false }
            let text = String(cString: handle.errorText)
            // There is no error text. libcurl 7.88.1 continues sending and then reports 92. Newer versions report 55, or end the stream
            // themselves because there is nothing more to receive.
            return [55, 92].contains(code) && text.isEmpty || code == 92 && text.contains("reset by curl (error 0x5")
        }

        /// Whether the server ended a stream or its connection as it would end an HTTP/1.1 connection, and had sent nothing invalid.
        private static func isLostStream(_ code: Int32, _ detail: String) -> Bool {
            let faults = ["_ERROR (err", "_ERROR)", "nghttp2", "before getting", "Invalid HTTP"]
            let isFault = faults.contains { detail.contains($0) } && !detail.contains("INTERNAL_ERROR")
            return code == 16 || code == 92 ? !isFault : false
        }

        private static func reason(_ code: Int32) -> TransportFailure.Reason {
            switch code {
            case 5, 6: .nameResolution
            // A proxy's handshake is part of connecting.
            case 7, 97: .connect
            case 28: .timeout
            case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: .tls
            case 52, 55, 56, 65: .disconnected
            case 18: .truncated
            // In order: HTTP/0.9, not HTTP, an invalid frame, an invalid encoding, an invalid stream.
            case 1, 8, 16, 61, 92: .malformed
            default: .other
            }
        }

        /// The failure of a call for which no file descriptor was available.
        static var noDescriptors: String {
            "\(DescriptorReserve.reason), or allow fewer calls at a time (maxConcurrentCalls)"
        }

        /// Whether a transfer has no connection because no descriptor was left.
        static func lacksDescriptor(_ code: Int32, _ transfer: CurlTransfer) -> Bool {
            !transfer.isConnected && transfer.socketError == EMFILE || [2, 6, 7, 27].contains(code) && CurlTransfer.lackDescriptors
        }

        /// The failure of a stream that the server has reset without an error. With a complete response, that would be allowed.
        private static var lostResponse: String {
            "the server ended the HTTP/2 stream without an error, and libcurl \(CurlVersion.text) may have lost a response that came with that, as "
                + "versions before 8.1.0 do; the server may have done what was requested"
        }

        private static func detail(code: Int32, of transfer: CurlTransfer) -> String {
            if let handle = transfer.handle {
                if lacksDescriptor(code, transfer) { return noDescriptors }
                let systemError = ek_easy_info_long(handle.easy, EK_CURLINFO_OS_ERRNO)
                if code == 7, systemError != 0 { return String(cString: strerror(Int32(systemError))) }
                if code == 7, transfer.socketError != 0 {
                    return "no socket could be opened: \(String(cString: strerror(transfer.socketError)))"
                }
                let text = String(cString: handle.errorText)
                // libcurl's text continues with the URL, including its password.
                if text.hasPrefix("Unsupported proxy") { return "the proxy's URL is not valid, or not one that libcurl supports" }
                // OpenSSL's messages for bytes that aren't TLS sound like a problem with the certificate or the version.
                if code == 35, ["wrong version number", "packet length too long", "http request"].contains(where: { text.contains($0) }) {
                    return "the server did not answer in TLS; this may be a port for plain http"
                }
                if !text.isEmpty { return text }
                if code == 92, !CurlVersion.loaded.deliversResetStreams { return lostResponse }
            }
            return String(cString: ek_easy_error_text(code))
        }

        /// Whether a callback prevented libcurl from repeating a request: one that opens sockets, receives headers, precedes a request, or
        /// rewinds. The response is complete except for its body, which libcurl drops unless the connection ends with it.
        private static func isStoppedRepeat(_ code: Int32) -> Bool {
            let codes = [
                EK_CURLE_COULDNT_CONNECT, EK_CURLE_WRITE_ERROR, EK_CURLE_ABORTED_BY_CALLBACK, EK_CURLE_SEND_FAIL_REWIND,
            ]
            return codes.contains(Int(code))
        }

        /// Why libcurl may not send the request again; nil if the server stated that it didn't process it. Otherwise nobody would count
        /// the second copy, and the call's retry policy decides.
        static func refusalToRepeat(_ transfer: CurlTransfer) -> APIError? {
            let detail: String
            if transfer.hasHead {
                detail = "the connection was lost inside the response, and libcurl tried to send the request again"
            } else if transfer.isRefusedVersion, transfer.context.httpVersion == .http2 {
                detail = "the server may require HTTP/1.1: if so, set the HTTP version to automatic"
            } else if !transfer.isRefusedUnread, !transfer.isRefusedVersion || !transfer.request.maySendTwice {
                detail = "the reused connection was lost, and the server may have read the request"
            } else if transfer.upload?.hasBegun == true {
                detail = "a part of the body has already been sent"
            } else {
                return nil
            }
            return TransportFailure(.disconnected, detail: detail).error(for: transfer.request)
        }

        /// Whether libcurl has reached its limit for resending the request, usually because the server declared it unprocessed.
        static func isGivenUp(_ handle: CurlHandle) -> Bool { String(cString: handle.errorText).hasPrefix("Connection died, tried") }

        static func unprocessed(_ request: HTTPRequest, times: Int) -> APIError {
            let detail =
                "the request was sent \(times) times, and each time the server closed the connection and stated that it did nothing"
            return TransportFailure(.disconnected, detail: detail).error(for: request)
        }

        static func silence(of transfer: CurlTransfer) -> APIError {
            let request = transfer.request
            if let response = transfer.openAnswer {
                let detail =
                    "it answered \(response.status), and read no more of the request's body for \(request.timeout); libcurl doesn't report "
                    + "whether that answer is complete"
                var error = TransportFailure(.timeout, detail: detail).error(for: request)
                error.response = response
                return error
            }
            let detail =
                transfer.phase == .lookingUp
                ? "its address was not found in \(transfer.context.connection.connectTimeout)"
                : transfer.isHeadLate
                    ? "the \(transfer.hasHead ? "end" : "head") of its response was not complete \(transfer.longestHead) after it had begun"
                    : transfer.isConnected
                        ? "nothing was sent or received for \(transfer.longestSilence)"
                        : "no connection \(proxy(of: transfer).map { "to \($0) " } ?? "")was made in \(transfer.context.connection.connectTimeout)"
            return TransportFailure(.timeout, detail: detail).error(for: request)
        }

        static func refusedTunnel(_ status: String, of request: HTTPRequest) -> APIError {
            TransportFailure(.connect, detail: "the proxy refused the tunnel: it answered \(status.isEmpty ? "without a status" : status)")
                .error(for: request)
        }

        /// An invalid frame has ended the connection, so libcurl reports nothing more.
        static func brokenConnection(_ request: HTTPRequest) -> APIError {
            let detail = "the server sent an invalid HTTP/2 frame in the middle of the response's body"
            return TransportFailure(.truncated, detail: detail).error(for: request)
        }

        static func malformed(_ reason: String, of request: HTTPRequest) -> APIError {
            TransportFailure(.malformed, detail: reason).error(for: request)
        }
    }

    extension APIError {
        var isLostConnection: Bool {
            (underlying as? TransportFailure).map { $0.reason == .disconnected || $0.reason == .truncated } ?? false
        }
    }
#endif
