#if canImport(CurlShim)
    internal import CurlShim
    internal import Glibc

    /// libcurl's result codes in the framework's terms.
    enum CurlFailure {
        static func error(code: Int32, of transfer: CurlTransfer) -> APIError {
            // libcurl has a limit for one line, and calls it a lack of memory; newer ones have one for the number of lines, which they name.
            if code == 100 || code == 27 && !transfer.hasHead {
                let text = transfer.handle.map { String(cString: $0.errorText) } ?? ""
                let detail = text.contains("header") ? text : "a line of its head is too long"
                return TransportFailure(.malformed, detail: detail).error(for: transfer.request)
            }
            let detail = detail(code: code, of: transfer)
            // A broken chunk has the code of a broken connection, and only the text tells.
            let isBrokenChunk = code == 56 && ["chunk", "hexadecimal"].contains { detail.contains($0) }
            if isBrokenChunk { return TransportFailure(.malformed, detail: detail).error(for: transfer.request) }
            // So has a proxy that refuses a tunnel to the server.
            let isRefusedTunnel = code == 56 && detail.contains("CONNECT")
            return TransportFailure(isRefusedTunnel ? .connect : reason(code), detail: detail).error(for: transfer.request)
        }

        private static func reason(_ code: Int32) -> TransportFailure.Reason {
            switch code {
            case 5, 6: .nameResolution
            // A proxy's own protocol is a part of connecting.
            case 7, 97: .connect
            case 28: .timeout
            case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: .tls
            case 52, 55, 56, 65: .disconnected
            case 18: .truncated
            // HTTP/0.9, not HTTP, a broken frame, a bad encoding, a broken stream.
            case 1, 8, 16, 61, 92: .malformed
            default: .other
            }
        }

        private static func detail(code: Int32, of transfer: CurlTransfer) -> String {
            if let handle = transfer.handle {
                let systemError = ek_easy_info_long(handle.easy, EK_CURLINFO_OS_ERRNO)
                if code == 7, systemError != 0 { return String(cString: strerror(Int32(systemError))) }
                let text = String(cString: handle.errorText)
                if !text.isEmpty { return text }
            }
            return String(cString: ek_easy_error_text(code))
        }
    }
#endif
