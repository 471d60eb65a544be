/// Decodes content codings (RFC 9110, section 8.4.1), for transports whose engine doesn't decode them in the way that the contract
/// requires.
///
/// It supports gzip, deflate, brotli and zstd, if their libraries are on this machine. On Apple's platforms it supports none, because
/// URLSession decodes there.
public enum ContentDecoding {
    /// The `Accept-Encoding` value for a request that has none, such as `gzip, deflate, br`; `identity` if no coding is supported. Don't
    /// add it to a request with a `Range`, because part of an encoded body can't be decoded on its own.
    public static var accepted: String {
        #if os(Linux)
            ContentCoding.accepted
        #else
            "identity"
        #endif
    }
}

extension HTTPResponse {
    /// The response with its body decoded; its header fields stay as they were received. Part of an encoded body (status 206) isn't
    /// decoded.
    ///
    /// Throws an ``APIError`` of code `bodyTooLarge` for more than `limit` decoded bytes, and of code `connection` for a body that is
    /// truncated, is invalid, or has more than five codings. A body in an unknown coding isn't decoded.
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
    /// The response with a body that is decoded while it is read, in constant memory; its header fields stay as they were received.
    ///
    /// Throws an ``APIError`` of code `connection` for more than five codings. Reading a truncated or invalid body throws the same error. A
    /// body in an unknown coding isn't decoded.
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
