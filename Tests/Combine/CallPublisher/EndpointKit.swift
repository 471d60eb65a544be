// The source beside this one is a part of EndpointKit on Apple's platforms, so it doesn't import it.
@_exported public import EndpointKit
