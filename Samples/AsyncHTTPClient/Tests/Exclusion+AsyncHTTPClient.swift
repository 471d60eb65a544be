package import EndpointKitTesting

extension [TransportConformance.Exclusion] {
    /// The checks that AsyncHTTPClientTransport fails because of SwiftNIO's parser.
    package static var asyncHTTPClient: [TransportConformance.Exclusion] {
        [
            .failing(
                "a folded value is one value",
                because: "SwiftNIO's parser takes a folded value for a broken head."),
            .failing(
                "a value in Latin-1 is read as such",
                because: "SwiftNIO reads header fields as UTF-8, and each other byte as U+FFFD."),
        ]
    }
}
