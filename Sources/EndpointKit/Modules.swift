// Users import only this module. Of the engines they see the platform's own.
@_exported public import EndpointClient
@_exported public import EndpointHTTP
@_exported public import EndpointPaging
@_exported public import EndpointSettings
@_exported public import EndpointStores

#if os(Linux)
    @_exported public import EndpointCurl
#elseif canImport(Darwin)
    @_exported public import EndpointURLSession
#endif
