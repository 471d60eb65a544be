import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// Connections that die while nobody looks, and what is sent a second time because of it: nothing that mustn't be.
@Suite struct DeadConnectionTests {
    let transport = CurlTransport()
    private let seen = Recorder<HTTPRequest>()

    /// A server that answers the first `count` requests of a connection, and of the next one reads all before it closes.
    private func server(answering count: Int, of connections: ClosedRange<Int> = 1...(.max)) throws -> LoopbackServer {
        let number = Recorder<Void>()
        return try LoopbackServer(raw: { [seen] connection in
            number.record(())
            let limit = connections.contains(number.count) ? count : .max
            var answered = 0
            while let request = try connection.readRequest() {
                seen.record(request)
                if answered == limit { return }
                answered += 1
                try connection.write(HTTPResponse(), to: request)
            }
        })
    }

    private func post(_ server: LoopbackServer, method: HTTPMethod = .post) -> HTTPRequest {
        HTTPRequest(method: method, origin: server.origin, body: .init(contentType: nil, content: .data(Data("hello".utf8))))
    }

    private func bodies(_ method: HTTPMethod) -> [Data?] {
        seen.values.filter { $0.method == method }.map { if case .data(let data)? = $0.body?.content { data } else { nil } }
    }

    @Test func `a POST that the server reads and doesn't answer is sent once, and the error says that the connection closed`() async throws
    {
        let server = try server(answering: 0)
        let error = await failure { try await transport.send(post(server)) }
        #expect(error?.code == .connection)
        #expect(reason(of: error) == .disconnected)
        #expect(error?.message.contains("closed the connection") == true)
        #expect(bodies(.post) == [Data("hello".utf8)])
        #expect(server.acceptedCount == 1)
    }

    @Test func `a POST isn't sent again where a used connection was waiting`() async throws {
        let server = try server(answering: 1)
        #expect(try await transport.send(.get(server)).status == .ok)
        #expect(try await transport.send(post(server)).status == .ok)
        #expect(bodies(.post) == [Data("hello".utf8)])
        // The connection of the POST is one that could be reused, too.
        #expect(try await transport.send(post(server)).status == .ok)
        #expect(bodies(.post).count == 2)
    }

    @Test func `a GET on a used connection that turns out to be dead succeeds by a fresh one`() async throws {
        let server = try server(answering: 1)
        #expect(try await transport.send(.get(server)).status == .ok)
        #expect(try await transport.send(.get(server)).status == .ok)
        #expect(server.acceptedCount == 2)
        #expect(seen.values.count == 3)
    }

    @Test func `a GET isn't tried for ever`() async throws {
        let server = try server(answering: 0)
        let error = await failure { try await transport.send(.get(server)) }
        #expect(reason(of: error) == .disconnected)
        #expect(seen.values.count == 1)
    }

    @Test func `what is sent again on a fresh connection has its whole body`() async throws {
        let server = try server(answering: 1, of: 1...1)
        #expect(try await transport.send(.get(server)).status == .ok)
        #expect(try await transport.send(post(server, method: .put)).status == .ok)
        #expect(bodies(.put) == [Data("hello".utf8), Data("hello".utf8)])
    }
}
