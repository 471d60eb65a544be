// Only the transport writes fields that frame the message. If two servers interpret them differently, the second one may mistake a part of
// a request for the next request (RFC 9112, section 11.2).
extension HTTPRequest {
    /// The fields that ``framingFault(of:)`` checks.
    package static let framingNames = [
        "TE", "Host", "Trailer", "Upgrade", "Keep-Alive", "Connection", "Content-Length", "HTTP2-Settings", "Proxy-Connection",
        "Transfer-Encoding",
    ]

    /// Why a field that frames the message or applies to only one connection (RFC 9110, section 7.6.1) can't be sent; nil for a valid
    /// field.
    func framingFault(of field: HTTPHeaders.Field) -> String? {
        // The length rules out nearly all names.
        switch field.name.utf8.count {
        case 2 where field.name.equalsIgnoringASCIICase("TE"):
            return "the TE field asks for transfer codings, which aren't supported; remove it"
        case 4 where field.name.equalsIgnoringASCIICase("Host"):
            return headers.values(for: "Host").count > 1 ? "it has more than one Host field; keep one" : nil
        case 7 where field.name.equalsIgnoringASCIICase("Trailer"):
            return "the Trailer field announces fields after the body, which aren't supported; remove it"
        case 7 where field.name.equalsIgnoringASCIICase("Upgrade"):
            return "the Upgrade field asks for another protocol, which isn't supported; remove it"
        case 10 where field.name.equalsIgnoringASCIICase("Keep-Alive"):
            return "only the transport may write the Keep-Alive field; remove it"
        case 10 where field.name.equalsIgnoringASCIICase("Connection"):
            // A proxy would remove the fields that any other value names.
            let isKnown = ["close", "keep-alive"].contains { field.value.equalsIgnoringASCIICase($0) }
            return isKnown ? nil : "its Connection field is not close or keep-alive; remove it"
        case 14 where field.name.equalsIgnoringASCIICase("Content-Length"):
            return isLength(field.value) ? nil : "its Content-Length isn't its body's length; remove it, because the transport writes it"
        case 14 where field.name.equalsIgnoringASCIICase("HTTP2-Settings"):
            return "only the transport may write the HTTP2-Settings field; remove it"
        case 16 where field.name.equalsIgnoringASCIICase("Proxy-Connection"):
            return "only the transport may write the Proxy-Connection field; remove it"
        case 17 where field.name.equalsIgnoringASCIICase("Transfer-Encoding"):
            return "only the transport may write the Transfer-Encoding field; remove it: a body of unknown length is sent in chunks"
        default:
            return nil
        }
    }

    private func isLength(_ value: String) -> Bool {
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        guard let body else { return Int64(value) == 0 }
        return body.length.map { Int64(value) == $0 } ?? false
    }

    /// Whether the method expects a body and the request has none. Such a request is sent with a Content-Length of 0 (RFC 9110, section
    /// 8.6).
    package var lacksExpectedBody: Bool { sharedBody == nil && [.post, .put, .patch].contains(method) }
}
