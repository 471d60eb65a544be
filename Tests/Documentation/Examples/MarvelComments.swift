import EndpointKit
import MarvelAPI
import MarvelGateway
import Testing

/// The code of the comments in the Marvel sample, and tests of what it does.
@Suite struct MarvelComments {
    @Test func `Marvel comments: the examples with the gateway, the client and its lists work`() async throws {
        #expect(try await Self.refusal()?.response?.status == 409)
        _ = Self.configured("abcd")
        #expect(Self.orders().compactMap { $0 as? CharacterFilter }.count == 2)
        #expect(Self.Book(isbn: "1", modified: nil).isbn == "1")
    }

    @Test func `Marvel comments: the examples with any resource and whole lists work`() async throws {
        let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
        let client = MarvelClient(configuration: MarvelConfiguration(publicKey: "1234", privateKey: "abcd", baseURL: gateway.url))
        var shown: [[String]] = []
        try await Self.everyKind(client) { shown.append($0) }
        #expect(shown.count == 6 && shown.allSatisfy { !$0.isEmpty })
        #expect(try await !Self.wholeLists(client).isEmpty)
    }

    /// The gateway's answer to a request without keys.
    private static func refusal() async throws -> APIError? {
        // Example: MarvelGateway.swift
        do { _ = try await client.data(.get("characters")).value } catch let error as APIError { return error }
        return nil
    }

    private static func configured(_ privateKey: Secret) -> APIClient {
        // Example: MarvelConfiguration.swift
        return client
    }

    struct Book {
        // Example: TextOrNumber.swift
        // Example: SentinelDate.swift
    }

    @Values private static func orders() -> [Any?] {
        // Example: ListOrder.swift
    }

    /// It needs the service's keys, so it is compiled but not run.
    @Values private static func pages(publicKey: String, privateKey: Secret) async throws -> [Any?] {
        // Example: MarvelClient.swift
        creators
    }

    private static func wholeLists(_ client: MarvelClient) async throws -> [Comic] {
        // Example: MarvelClient.swift
        return comics
    }

    private static func everyKind(_ client: MarvelClient, show: ([String]) async throws -> Void) async throws {
        // Example: MarvelResource.swift
    }
}

/// Uses the values of a comment's lines, which would otherwise be unused.
@resultBuilder enum Values {
    static func buildBlock(_ values: Any?...) -> [Any?] { values }
}
