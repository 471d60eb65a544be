@_exported public import EndpointHTTP
