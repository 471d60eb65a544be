// Messages, bodies and transports are a separate module, which doesn't depend on this one. Users import only EndpointKit.
@_exported public import EndpointTransport
