import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointClient

@Suite struct StepListTests {
    private static func names(configure: (inout APIConfiguration) -> Void) throws -> [String] {
        try APIClient.example(StubTransport(), configure: configure).core.steps.steps.map { "\(type(of: $0))" }
    }

    @Test func `Steps: the map of the sources lists the steps of a client in their order`() throws {
        let map = try String(
            contentsOf: URL(filePath: #filePath).appending(path: "../../../../../Sources/README.md").standardizedFileURL, encoding: .utf8)
        let listed = map.matches(of: /\| `([A-Za-z]+Step)` \|/).map { String($0.1) }
        let steps = try Self.names {
            $0.policies.cookies = CookieJar()
            $0.policies.cache = CachePolicy()
            $0.policies.sharesEqualRequests = true
            $0.policies.maxConcurrentCalls = 4
            $0.authentication = .custom(AnyAdapter { _ in })
            $0.credentials = ["token": .bearer(TokenRefresher { _ in Pass("a") })]
        }
        #expect(steps == listed)
    }

    @Test func `Steps: a client has only the steps that it needs`() throws {
        let steps = try Self.names { $0.policies.maxConcurrentCalls = nil }
        #expect(steps == ["RedirectStep", "CredentialStep", "TransportStep"])
    }
}
