/// Whether requests go through a proxy.
public enum ProxyPolicy: Sendable {
    /// The proxies that `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` name; none for loopback requests.
    case environment
    /// No proxy.
    case direct
    /// One proxy for all requests: an `http`, `https`, `socks5` or `socks5h` URL.
    case url(URL, user: String? = nil, password: Secret? = nil)
}

extension ProxyPolicy: CustomStringConvertible, CustomReflectable {
    /// `environment`, `direct`, or the proxy's URL without user and password.
    public var description: String {
        switch self {
        case .environment: "environment"
        case .direct: "direct"
        case .url(let url, _, _): Redaction.standard.redact(urlText: url.absoluteString)
        }
    }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
