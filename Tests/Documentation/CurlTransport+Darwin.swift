#if !os(Linux)
    import EndpointKit

    /// The examples in the documents use the name of the Linux transport.
    typealias CurlTransport = URLSessionTransport
#endif
