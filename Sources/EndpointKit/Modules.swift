// Users import only EndpointKit. Of the engines they see the platform's own.
@_exported public import EndpointHTTP

#if os(Linux)
    @_exported public import EndpointCurl

    package let platformTransport: any Transport = CurlTransport.shared
#elseif canImport(Darwin)
    @_exported public import EndpointURLSession

    package let platformTransport: any Transport = URLSessionTransport.shared
#endif
