// Messages, bodies and transports are a module of their own, which doesn't depend on this one. Users import only EndpointKit.
@_exported public import EndpointTransport
