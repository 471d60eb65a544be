// What says where a message ends, or who may read it, is the transport's to write: of two who read it differently, the second takes a
// part of one request for the next (RFC 9112, section 11.2).
extension HTTPRequest {
    /// The fields that ``framingFault(of:)`` has something to say about.
    static let framingNames = [
        "TE", "Host", "Trailer", "Upgrade", "Keep-Alive", "Connection", "Content-Length", "HTTP2-Settings", "Proxy-Connection",
        "Transfer-Encoding",
    ]

    /// What is wrong with a field that frames the message, or is for one connection only (RFC 9110, section 7.6.1); nil for any other.
    func framingFault(of field: HTTPHeaders.Field) -> String? {
        // Most names are told apart by their length.
        switch field.name.utf8.count {
        case 2 where field.name.equalsIgnoringASCIICase("TE"):
            return "a TE is for one connection, and codings of a transfer can't be undone; leave it out"
        case 4 where field.name.equalsIgnoringASCIICase("Host"):
            return headers.values(for: "Host").count > 1 ? "it has more than one Host; set the one field" : nil
        case 7 where field.name.equalsIgnoringASCIICase("Trailer"):
            return "a Trailer announces fields after the body, which aren't sent; leave it out"
        case 7 where field.name.equalsIgnoringASCIICase("Upgrade"):
            return "an Upgrade asks for another protocol than HTTP, which can't be spoken; leave it out"
        case 10 where field.name.equalsIgnoringASCIICase("Keep-Alive"):
            return "a Keep-Alive is the transport's to write; leave it out"
        case 10 where field.name.equalsIgnoringASCIICase("Connection"):
            // Any other value has a proxy take away fields of that name.
            let isKnown = ["close", "keep-alive"].contains { field.value.equalsIgnoringASCIICase($0) }
            return isKnown ? nil : "its Connection field is other than close and keep-alive; leave it out"
        case 14 where field.name.equalsIgnoringASCIICase("Content-Length"):
            return isLength(field.value) ? nil : "its Content-Length isn't that of its body; leave it out, as the transport writes it"
        case 14 where field.name.equalsIgnoringASCIICase("HTTP2-Settings"):
            return "an HTTP2-Settings is the transport's to write; leave it out"
        case 16 where field.name.equalsIgnoringASCIICase("Proxy-Connection"):
            return "a Proxy-Connection is the transport's to write; leave it out"
        case 17 where field.name.equalsIgnoringASCIICase("Transfer-Encoding"):
            return "a Transfer-Encoding is the transport's to write; leave it out: a body of unknown length is sent in chunks"
        default:
            return nil
        }
    }

    private func isLength(_ value: String) -> Bool {
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        guard let body else { return Int64(value) == 0 }
        return body.length.map { Int64(value) == $0 } ?? false
    }

    /// Of a method that has a body by its meaning, and none here: its length is said to be zero (RFC 9110, section 8.6).
    package var lacksExpectedBody: Bool { sharedBody == nil && [.post, .put, .patch].contains(method) }
}
