@_exported public import EndpointHTTP
@_exported public import EndpointStores
