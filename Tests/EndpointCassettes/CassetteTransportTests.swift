import EndpointCassettes
import EndpointConformance
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// A recording transport keeps the contract of the transport that it records, and a replay keeps as much of it as possible without a
/// server.
@Suite struct CassetteTransportTests {
    /// Checks with megabytes of data. Searching these for secrets when the cassette is written takes seconds in a debug build.
    private static let long: Set = [
        "a large body arrives complete", "a reader that releases an endless stream closes the connection",
        "a stalled reader of a stream slows the server down",
    ]

    @Test(.serialized, arguments: TransportConformance.checks)
    func `CassetteTransport: a recorded transport keeps the contract`(_ check: TransportConformance.Check) async throws {
        let take = try Take()
        try await check.run(CassetteTransport(take.file, .record, around: PlatformTransport()))
    }

    @Test func `CassetteTransport: every excluded check exists`() {
        #expect(Self.long.subtracting(TransportConformance.checks.map(\.name)).isEmpty)
    }

    /// The server of the recording no longer runs, and the server of the replay has a different port.
    @Test(.serialized, arguments: TransportConformance.checks.filter { !long.contains($0.name) })
    func `CassetteTransport: a replay keeps the contract, except for some checks`(_ check: TransportConformance.Check) async throws {
        // Checks that must not be replayed needn't be recorded.
        if [TransportConformance.Exclusion].replay.contains(where: { !$0.isTried && $0.checks.contains(check.name) }) { return }
        // A check whose exchanges are all cancelled leaves the file unchanged.
        let take = try Take("{\"log\": {\"entries\": []}}")
        do {
            let recorder = try CassetteTransport(take.file, .record, around: PlatformTransport())
            try await check.run(recorder)
            try recorder.save()
        }
        try await check.run(take.player(matching: .standard.ignoringOrigin), leavingOut: .replay)
    }

    @Test func `CassetteTransport: every exclusion names a check`() throws { try TransportConformance.validate(.replay) }

    /// Like the check `a large body arrives complete`, with fewer bytes.
    @Test func `CassetteTransport: a body with arbitrary bytes is replayed unchanged`() async throws {
        let body = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        let take = try Take()
        _ = try await take.recorder(around: StubTransport(HTTPResponse(body: body))).send(request())
        #expect(try await take.player().send(request()).body == body)
    }
}
