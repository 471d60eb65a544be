import EndpointKit
import Foundation
import TestSupport
import Testing

@testable import EndpointHTTP
@testable import EndpointStores

/// Names, tokens and tags that differ only in their Unicode form are different.
@Suite struct ExactKeyTests {
    private static let (composed, decomposed) = ("Ren\u{E9}", "Rene\u{301}")

    private func areApart<Key: Hashable>(_ make: (String) -> Key) -> Bool {
        make(Self.composed) != make(Self.decomposed) && make(Self.composed) == make(Self.composed)
            && Set([make(Self.composed), make(Self.decomposed)]).count == 2
    }

    private struct Names: CursorResponse, Decodable, Sendable {
        let elements: [String]
        let nextCursor: String?
    }

    @Test func `Keys: they are equal only if their bytes are`() throws {
        #expect(areApart { Secret($0) })
        #expect(areApart { Identity(Secret($0)) })
        #expect(areApart { CredentialUse.named($0) })
        #expect(areApart { Cookie(name: $0, value: "a", domain: "a.example") })
        #expect(areApart { Cookie(name: "a", value: Secret($0), domain: "a.example") })
        #expect(areApart { PageCursor<Names>(name: $0) })
        #expect(areApart { HTTPHeaders.Field(name: "X-User", value: $0) })
        #expect(areApart { Query.Item(name: "user", value: $0) })
        #expect("W/\"\(Self.composed)\"".weakTag != "\"\(Self.decomposed)\"".weakTag)
        #expect("W/\"\(Self.composed)\"".weakTag == "\"\(Self.composed)\"".weakTag)
    }

    @Test func `CredentialUse: an endpoint gets only the credentials whose name has the same bytes`() async throws {
        let requests = Recorder<HTTPRequest>()
        var configuration = APIConfiguration(baseURL: try exampleURL())
        configuration.credentials = [Self.composed: .bearer("one")]
        let client = APIClient(
            configuration: configuration,
            transport: AnyTransport { request in
                requests.record(request)
                return HTTPResponse()
            })
        try await client.call(.get("a").authenticated(by: .named(Self.composed))).value
        await #expect(throws: APIError.self) { try await client.call(.get("a").authenticated(by: .named(Self.decomposed))).value }
        #expect(requests.values.map { $0.headers["Authorization"] } == ["Bearer one"])
    }
}
