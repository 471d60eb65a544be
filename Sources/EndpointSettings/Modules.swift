@_exported public import EndpointClient
