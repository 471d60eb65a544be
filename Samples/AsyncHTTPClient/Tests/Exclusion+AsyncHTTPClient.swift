package import EndpointKitTesting

extension [TransportConformance.Exclusion] {
    /// The checks that AsyncHTTPClientTransport fails because of SwiftNIO's parser.
    package static var asyncHTTPClient: [TransportConformance.Exclusion] {
        [
            .failing(
                "a folded value is one value",
                because: "SwiftNIO's parser takes a folded value for a broken head."),
            .failing(
                "an answer with a length and chunks ends with the last chunk",
                because: "SwiftNIO's parser refuses a length beside chunks, which RFC 9112 (section 6.3) allows."),
            .failing(
                "a value in Latin-1 is read as such",
                because: "SwiftNIO reads header fields as UTF-8, and each other byte as U+FFFD."),
        ]
    }
}
