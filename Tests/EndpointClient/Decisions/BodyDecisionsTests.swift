import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// The decisions that transform a response's body.
@Suite struct BodyDecisionsTests {
    @Test(arguments: [200, 201, 204, 205, 299])
    func `EmptyBodyDecision: the empty body of a success becomes an empty object`(status: HTTPStatus) async throws {
        let context = try DecisionContext.example(HTTPResponse(status: status))
        #expect(await EmptyBodyDecision().verdict(on: context) == .continued(status: status, body: "{}"))
    }

    @Test func `EmptyBodyDecision: a nonempty body, another status and a failure pass through unchanged`() async throws {
        let decision = EmptyBodyDecision()
        #expect(await decision.verdict(on: try .example(HTTPResponse(body: Data(" ".utf8)))) == .passed)
        #expect(await decision.verdict(on: try .example(HTTPResponse(status: 304))) == .passed)
        #expect(await decision.verdict(on: try .example(HTTPResponse(status: 500))) == .passed)
        #expect(await decision.verdict(on: try .example(.failure(OwnError()))) == .passed)
    }

    struct Settings: Decodable, Equatable { var name: String? }

    struct Saving: Endpoint {
        var path: Path { "settings" }
        var method: HTTPMethod { .put }
        func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
            standard.inserting(EmptyBodyDecision(), before: ParseDecision.self)
        }
    }

    @Test func `EmptyBodyDecision: a type with only optional members can be decoded from an empty body`() async throws {
        let client = try APIClient.example(StubTransport(HTTPResponse(status: 204)))
        let reply = try await client.call(Saving(), as: Settings.self).response
        #expect(reply.value == Settings())
        #expect(reply.status == 204)
        let without = await failure { try await client.call(.put("settings"), as: Settings.self).value }
        #expect(without?.code == .decoding)
    }

    @Test func `EmptyBodyDecision: the body of a stream doesn't count as empty`() async throws {
        let mapping = DataMappingDecision { _ in throw OwnError() }
        let client = try APIClient.example(
            ChunkTransport([Data("one".utf8)]), decisions: [EmptyBodyDecision(), mapping, ParseDecision()])
        let reply = try await client.stream(.get("log")).response
        #expect(reply.http.body.isEmpty)
        #expect(try await reply.value.body.collected() == [Data("one".utf8)])
    }

    @Test func `DataMappingDecision: a body is mapped if the condition holds`() async throws {
        let decision = DataMappingDecision(condition: { $0.status == 200 && $0.body.starts(with: ")]}'".utf8) }) { body in
            body.drop { $0 != UInt8(ascii: "\n") }
        }
        let prefixed = HTTPResponse(body: Data(")]}'\n{}".utf8))
        #expect(await decision.verdict(on: try .example(prefixed)) == .continued(status: 200, body: "\n{}"))
        #expect(await decision.verdict(on: try .example(HTTPResponse(status: 201, body: prefixed.body))) == .passed)
        #expect(await decision.verdict(on: try .example(HTTPResponse(body: Data("{}".utf8)))) == .passed)
        #expect(await decision.verdict(on: try .example(.failure(OwnError()))) == .passed)
    }

    @Test func `DataMappingDecision: an error thrown by the mapping is the error of the call`() async throws {
        let decision = DataMappingDecision { _ in throw OwnError() }
        let client = try APIClient.example(StubTransport(), decisions: [decision, ParseDecision()])
        await #expect(throws: OwnError()) { try await client.data(.get("items")).value }
    }

    @Test func `DataMappingDecision: the result of the mapping is decoded`() async throws {
        let decision = DataMappingDecision { Data(#"{"name":"\#(String(decoding: $0, as: UTF8.self))"}"#.utf8) }
        let client = try APIClient.example(
            StubTransport(HTTPResponse(body: Data("x".utf8))),
            decisions: APIClient.standardDecisions.inserting(decision, before: ParseDecision.self))
        #expect(try await client.call(.get("settings"), as: Settings.self).value == Settings(name: "x"))
    }
}
