// Messages, bodies and transports are a module of their own, which knows nothing of what is here. Users import this one alone.
@_exported public import EndpointTransport
