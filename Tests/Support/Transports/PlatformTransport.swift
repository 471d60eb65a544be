public import EndpointKit

/// The engine of this platform, for tests of what holds of each.
#if os(Linux)
    public typealias PlatformTransport = CurlTransport
#else
    public typealias PlatformTransport = URLSessionTransport
#endif
