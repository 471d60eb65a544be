import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Connections that die unnoticed, and the requests that may be sent again because of that.
@Suite struct CurlDeadConnectionTests {
    let transport = CurlTransport()
    private let seen = Recorder<HTTPRequest>()

    /// A server that answers the first `count` requests on a connection, and reads the whole next request before it closes.
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

    @Test func `Dead connection: a POST after the server closed the connection arrives once with its body, or fails`() async throws {
        let server = try LoopbackServer(raw: { [seen] connection in
            guard let request = try connection.readRequest() else { return }
            seen.record(request)
            try connection.write(HTTPResponse(), to: request)
        })
        var answered = 0
        for _ in 0..<20 {
            #expect(try await transport.send(.get(server)).status == .ok)
            do {
                #expect(try await transport.send(post(server)).status == .ok)
                answered += 1
            } catch {
                // The end of the connection and the request crossed on the wire.
                #expect(reason(of: error as? APIError) == .disconnected)
            }
        }
        #expect(bodies(.post) == Array(repeating: Data("hello".utf8), count: answered))
    }

    @Test
    func `Dead connection: a POST that the server reads but doesn't answer is sent once, and the error says that the connection closed`()
        async throws
    {
        let server = try server(answering: 0)
        let error = await failure { try await transport.send(post(server)) }
        #expect(error?.code == .connection)
        #expect(reason(of: error) == .disconnected)
        #expect(error?.message.contains("closed the connection") == true)
        #expect(bodies(.post) == [Data("hello".utf8)])
        #expect(server.acceptedCount == 1)
    }

    @Test(arguments: [HTTPMethod.post, .patch, "NOTIFY"])
    func `Dead connection: a non-idempotent request isn't sent again, and the error says so`(
        method: HTTPMethod
    ) async throws {
        let server = try server(answering: 1)
        #expect(try await transport.send(.get(server)).status == .ok)
        let error = await failure { try await transport.send(post(server, method: method)) }
        #expect(reason(of: error) == .disconnected)
        #expect(error?.message.contains("callback") == false)
        #expect(bodies(method) == [Data("hello".utf8)])
    }

    @Test func `Dead connection: a non-idempotent request without a body gets its own connection`() async throws {
        let server = try server(answering: 1)
        for body in [nil, HTTPBodyEntity(contentType: nil, content: .data(Data()))] {
            #expect(try await transport.send(.get(server)).status == .ok)
            #expect(try await transport.send(HTTPRequest(method: .post, origin: server.origin, body: body)).status == .ok)
        }
        #expect(bodies(.post).count == 2)
    }

    @Test(arguments: ["Idempotency-Key", "idempotency-key"]) func `Dead connection: a POST with an idempotency key is sent again`(
        name: String
    ) async throws {
        let server = try server(answering: 1, of: 1...1)
        #expect(try await transport.send(.get(server)).status == .ok)
        var request = post(server)
        request.headers[name] = "1"
        #expect(try await transport.send(request).status == .ok)
        #expect(bodies(.post) == [Data("hello".utf8), Data("hello".utf8)])
    }

    @Test func `Dead connection: a POST is sent again if its endpoint or the policy allows that`() async throws {
        for isIdempotent in [false, true] {
            let server = try server(answering: 1, of: 1...1)
            #expect(try await transport.send(.get(server)).status == .ok)
            var policies = ClientPolicies.standard
            policies.connection.reusesConnectionsForUnsafeRequests = !isIdempotent
            var request = HTTPRequest(method: .post, origin: server.origin, body: post(server).body)
            request.isIdempotent = isIdempotent
            let context = TransferContext(connection: policies.connection)
            #expect(try await transport.send(request, in: context).status == .ok)
        }
        #expect(bodies(.post).count == 4)
    }

    @Test func `Dead connection: a PUT that says it isn't idempotent isn't sent again`() async throws {
        let server = try server(answering: 1)
        #expect(try await transport.send(.get(server)).status == .ok)
        var request = post(server, method: .put)
        request.isIdempotent = false
        let error = await failure { [request] in try await transport.send(request) }
        #expect(reason(of: error) == .disconnected)
        #expect(bodies(.put).count == 1)
    }

    @Test(arguments: [HTTPMethod.post, .put]) func `Dead connection: a file that is sent again is sent from its start`(
        method: HTTPMethod
    ) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "endpointkit-\(UUID().uuidString)")
        try Data(repeating: 65, count: 300_000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let server = try server(answering: 1)
        #expect(try await transport.send(.get(server)).status == .ok)
        let body = HTTPBodyEntity(contentType: nil, content: .file(file))
        let error = await failure { try await transport.send(HTTPRequest(method: method, origin: server.origin, body: body)) }
        #expect(reason(of: error) == .disconnected)
        #expect(bodies(method).map { $0?.count } == [300_000])
    }

    @Test func `Dead connection: 300 consecutive POSTs use one connection`() async throws {
        let server = try server(answering: .max)
        for _ in 0..<300 { #expect(try await transport.send(post(server)).status == .ok) }
        #expect(bodies(.post).count == 300)
        #expect(server.acceptedCount == 1)
    }

    @Test func `Dead connection: a request that may be sent only once reaches no server twice, even after lost connections`() async throws {
        let rounds = 3
        let table = try await resendRounds(rounds)
        #expect(table.count == 4 * 7 * 2)
        for row in table {
            #expect(row.otherFailures.isEmpty, "\(row)")
            if !row.method.isIdempotent { #expect(row.mostSeen <= 1, "\(row)") }
            guard row.server == .readsAndCloses else { continue }
            // These requests reach the server, which would notice a repetition.
            #expect(row.method.isIdempotent ? row.mostSeen > 1 : row.seen == rounds, "\(row)")
        }
    }

    @Test func `Dead connection: a GET succeeds on a fresh connection`() async throws {
        let server = try server(answering: 1)
        #expect(try await transport.send(.get(server)).status == .ok)
        #expect(try await transport.send(.get(server)).status == .ok)
        #expect(server.acceptedCount == 2)
        #expect(seen.values.count == 3)
    }

    @Test func `Dead connection: a GET isn't tried forever`() async throws {
        let server = try server(answering: 0)
        let error = await failure { try await transport.send(.get(server)) }
        #expect(reason(of: error) == .disconnected)
        #expect(seen.values.count == 1)
    }

    @Test func `Dead connection: a request that is sent again has its whole body`() async throws {
        let server = try server(answering: 1, of: 1...1)
        #expect(try await transport.send(.get(server)).status == .ok)
        #expect(try await transport.send(post(server, method: .put)).status == .ok)
        #expect(bodies(.put) == [Data("hello".utf8), Data("hello".utf8)])
    }
}
