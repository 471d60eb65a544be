#if URLSessionTransport
    import EndpointKit
    import EndpointKitTesting
    import Testing

    // One at a time: one queue serves all sessions of FoundationNetworking.
    @Suite(.serialized, .timeLimit(.minutes(1))) struct URLSessionTransportTests {
        @Test(arguments: TransportConformance.checks.filter { excluded[$0.name] == nil })
        func `URLSessionTransport keeps the contract`(_ check: TransportConformance.Check) async throws {
            try await check.run(URLSessionTransport())
        }

        /// What FoundationNetworking can't do, and why.
        static let excluded: [String: String] = [:]
    }
#endif
