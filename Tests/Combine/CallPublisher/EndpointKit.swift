// The source file beside this one is part of EndpointKit on Apple's platforms, so it contains no import of EndpointKit.
@_exported public import EndpointKit
