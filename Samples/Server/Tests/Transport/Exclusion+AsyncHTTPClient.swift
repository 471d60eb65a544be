package import EndpointConformance

extension [TransportConformance.Exclusion] {
    /// The checks that AsyncHTTPClientTransport fails because of the libraries below it.
    package static var asyncHTTPClient: [TransportConformance.Exclusion] {
        [
            .failing(
                "a folded value is one value",
                because: "SwiftNIO's parser treats a folded value as a malformed head."),
            .failing(
                "an answer with a length and chunks ends with the last chunk",
                because: "SwiftNIO's parser rejects a length next to chunks, which RFC 9112 (section 6.3) allows."),
            .failing(
                "a value in Latin-1 is read as Latin-1",
                because: "SwiftNIO reads header fields as UTF-8, and any other byte as U+FFFD."),
            .failing(
                "brackets in a query stay unchanged",
                because: "AsyncHTTPClient takes the target from URLComponents, which escapes brackets."),
        ]
    }
}
