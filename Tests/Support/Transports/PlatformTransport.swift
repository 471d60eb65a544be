public import EndpointKit

/// The engine of this platform, for tests that apply to every engine.
#if os(Linux)
    public typealias PlatformTransport = CurlTransport
#else
    public typealias PlatformTransport = URLSessionTransport
#endif
