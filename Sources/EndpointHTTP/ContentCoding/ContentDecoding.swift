/// Decodes content codings (RFC 9110, section 8.4.1), for transports whose engine doesn't decode them as the contract requires.
///
/// It supports gzip, deflate, brotli and zstd, if their libraries are on this machine. On Apple's platforms it supports none, because
/// URLSession decodes there.
public enum ContentDecoding {
    /// The `Accept-Encoding` of a request that has none, such as `gzip, deflate, br`; `identity` if no coding is supported. Don't add it to
    /// a request with a `Range`, because a part of an encoded body can't be decoded alone.
    public static var accepted: String {
        #if os(Linux)
            ContentCoding.accepted
        #else
            "identity"
        #endif
    }
}

extension HTTPResponse {
    /// The response with its body decoded; its fields stay as they were received. A part of an encoded body stays coded (206).
    ///
    /// Throws an ``APIError`` of code `bodyTooLarge` for more than `limit` decoded bytes, and of code `connection` for a body that is
    /// truncated, is invalid, or has more than five codings. A body in an unknown coding stays coded.
    public func decoded(for request: HTTPRequest, limit: Int) throws -> HTTPResponse {
        #if os(Linux)
            var response = self
            response.body = try DecodedBody.whole(body, status, headers, for: request, limit: limit)
            return response
        #else
            return self
        #endif
    }
}

extension HTTPResponseStream {
    /// The response with a body that is decoded while it is read, in constant memory; its fields stay as they were received.
    ///
    /// Throws an ``APIError`` of code `connection` for more than five codings. Reading a truncated or invalid body throws the same error. A
    /// body in an unknown coding stays coded.
    public func decoded(for request: HTTPRequest) throws -> HTTPResponseStream {
        #if os(Linux)
            var stream = self
            stream.body = try DecodedBody.stream(body, status, headers, for: request)
            return stream
        #else
            return self
        #endif
    }
}
