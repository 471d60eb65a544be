/// Which version of HTTP requests use.
///
/// All except ``automatic`` are strict: if the version can't be used, the call fails, and no other version replaces it. The error has the
/// code ``APIError/Code/configuration`` if the engine lacks the version, if the version can't be used for the request, or if the server
/// chooses another one in the TLS handshake. The request isn't sent in that case, unless libcurl is older than 7.80 or uses a TLS library
/// other than OpenSSL: then the choice is known only with the response. Without TLS, the server can't choose. If it doesn't support HTTP/2,
/// the call fails with ``APIError/Code/connection``. The policy applies to every request of a client, even after a redirect to another
/// origin. URLSession lacks `http1` and `http2`, and may fall back from ``http3`` to an older version.
///
/// Requests with different policies never share a connection.
public enum HTTPVersionPolicy: String, Sendable, CaseIterable {
    /// With TLS, HTTP/2 if the server chooses it in the handshake (ALPN, RFC 7301), otherwise HTTP/1.1. Without TLS, HTTP/1.1, and the
    /// server isn't asked to upgrade. With libcurl before 8.1.0, a body of more than 65,535 bytes or of unknown length is sent in HTTP/1.1,
    /// because over HTTP/2 these versions may lose a response that comes before the server has read the whole body.
    case automatic
    /// HTTP/1.1. A server may respond in HTTP/1.0.
    case http1
    /// HTTP/2. With TLS the server must choose it. Without TLS the client must know that the server supports it ("prior knowledge", RFC
    /// 9113, section 3.3); the client then requests a tunnel from an HTTP proxy, as it does for https.
    case http2
    /// HTTP/3, which requires https, and can't be used over a Unix socket.
    case http3
}
