import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// A recording transport keeps the contract of the one that it records, and what it has recorded keeps as much of it as can be without a
/// server.
@Suite struct CassetteConformanceTests {
    /// Looking through their megabytes for secrets takes seconds in a debug build.
    private static let long: Set = [
        "a large body arrives whole", "a reader that releases an endless stream closes the connection",
        "a stream's reader that stalls holds the server back",
    ]

    @Test(arguments: TransportConformance.checks.filter { !long.contains($0.name) })
    func `a transport that is recorded keeps the contract`(_ check: TransportConformance.Check) async throws {
        let take = try Take()
        try await check.run(CassetteTransport(take.file, .record, around: CurlTransport()))
    }

    @Test func `each check that is left out is one`() {
        #expect(Self.long.subtracting(TransportConformance.checks.map(\.name)).isEmpty)
    }

    /// The checks of what a response holds; the others are about what a server sees.
    @Test(arguments: TransportConformance.checks.filter { check in replayed.contains { check.name.contains($0) } })
    func `a replay keeps the contract`(_ check: TransportConformance.Check) async throws {
        let take = try Take()
        do {
            let recorder = try CassetteTransport(take.file, .record, around: CurlTransport())
            try await check.run(recorder)
            try recorder.save()
        }
        // The server of the second run has another port.
        try await check.run(take.player(matching: .standard.ignoringOrigin))
    }

    private static let replayed = [
        "is a value", "one value", "is read as such", "differ in case are one", "no space before it",
        "keep their order and their case",
        "HEAD has no body", "needs no reason", "put together", "no header field", "a body goes out with",
        "a stream goes out",
        "body over the limit", "context's limit", "ended before", "content codings",
    ]
}
