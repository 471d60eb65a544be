#if os(Linux)
    internal import EndpointCurl

    package let platformTransport: any Transport = CurlTransport.shared
#elseif canImport(Darwin)
    internal import EndpointURLSession

    package let platformTransport: any Transport = URLSessionTransport.shared
#endif
