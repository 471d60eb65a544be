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
            while (try? await transport.send(.get(server))) == nil {}
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

    @Test(arguments: [HTTPMethod.post, .patch, "NOTIFY", .put, .delete])
    func `Dead connection: the engine sends no request again, and the error says so`(
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
        for body in [nil, HTTPBodyEntity(contentType: nil, content: .data(Data()))] {
            let server = try server(answering: 1)
            #expect(try await transport.send(.get(server)).status == .ok)
            #expect(try await transport.send(HTTPRequest(method: .post, origin: server.origin, body: body)).status == .ok)
        }
        #expect(bodies(.post).count == 2)
    }

    @Test func `Dead connection: a call sends a body again from its start, in another attempt`() async throws {
        let server = try server(answering: 1, of: 1...1)
        let client = APIClient(
            configuration: APIConfiguration(baseURL: server.url, requestTimeout: .seconds(600)), transport: transport,
            clock: ManualClock(skipsSleeps: true))
        _ = try await client.data(.get("")).value
        let body = Data("hello".utf8)
        for (number, route) in [
            Route.put("", body: body), .post("", headers: ["idempotency-key": "1"], body: body),
        ].enumerated() {
            let response = try await client.data(route).response
            // The second connection stays open.
            #expect(response.attempts.count == (number == 0 ? 2 : 1))
        }
        #expect(bodies(.put) == [body, body])
        #expect(bodies(.post) == [body])
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

    @Test(arguments: [HTTPMethod.post, .put]) func `Dead connection: a file isn't sent again`(
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

    @Test func `Dead connection: a GET isn't tried forever`() async throws {
        let server = try server(answering: 0)
        let error = await failure { try await transport.send(.get(server)) }
        #expect(reason(of: error) == .disconnected)
        #expect(seen.values.count == 1)
    }
}
