#if !os(Linux)
    import EndpointKit

    /// The documents' examples name the engine of Linux.
    typealias CurlTransport = URLSessionTransport
#endif
