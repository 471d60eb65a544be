/// The bounds a client keeps to.
public struct ClientPolicies: Sendable {
    /// The most bytes of a buffered response body, after decoding. 64 MB.
    public var bodyLimit = 64 << 20
    /// The most attempts of one call, however its decisions restart it. 20.
    public var restartLimit = 20

    /// The longest a connection may take to be made, name resolution and TLS included. 10 seconds.
    public var connectTimeout: Duration = .seconds(10)

    /// How far a call goes after redirects. Up to ten.
    public var redirects = RedirectPolicy.standard

    public init() {}

    public static let standard = ClientPolicies()
}
