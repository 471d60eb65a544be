import EndpointKit
import EndpointKitTesting
import Testing

@Suite struct CurlTransportTests {
    let transport = CurlTransport()

    @Test func `a response comes back with its status, headers, body and URL`() async throws {
        let server = try LoopbackServer { request in
            HTTPResponse(status: 201, headers: ["X-Url": request.urlText], body: Data(request.method.rawValue.utf8))
        }
        let request = HTTPRequest(method: .put, origin: server.origin, path: "items/3", query: ["x": "a b"])
        let response = try await transport.send(request)
        #expect(response.status == 201)
        #expect(response.headers["x-url"] == "\(server.origin)/items/3?x=a%20b")
        #expect(response.body == Data("PUT".utf8))
        #expect(response.url == request.url)
    }

    @Test func `header fields keep their order, their case and their duplicates`() async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write(
                """
                HTTP/1.1 200 OK\r\nSet-Cookie: a=1, b\r\nx-lower: 1\r\nSet-Cookie: c=2\r\nX-Tight:tight\r\nX-Empty:\r\n\
                X-Folded: one\r\n two\r\nX-Latin: caf\u{0}\r\nContent-Length: 0\r\n\r\n
                """.utf8.map { $0 == 0 ? 0xE9 : $0 })
        })
        let headers = try await transport.send(.get(server)).headers
        #expect(headers.values(for: "set-cookie") == ["a=1, b", "c=2"])
        #expect(
            headers.map(\.name) == [
                "Set-Cookie", "x-lower", "Set-Cookie", "X-Tight", "X-Empty", "X-Folded", "X-Latin", "Content-Length",
            ])
        #expect(headers["X-Tight"] == "tight")
        #expect(headers["X-Empty"] == "")
        #expect(headers["X-Folded"] == "one two")
        #expect(headers["X-Latin"] == "café")
    }

    @Test func `a request's header fields go out as written, empty ones and duplicates too`() async throws {
        let server = try LoopbackServer { request in
            HTTPResponse(body: Data(request.headers.map { "\($0.name)=\($0.value)" }.joined(separator: "\n").utf8))
        }
        var request = HTTPRequest.get(server)
        request.headers = ["X-One": "1", "X-Empty": "", "X-Two": "2"]
        request.headers.append("X-One", "again")
        let sent = String(decoding: try await transport.send(request).body, as: UTF8.self).split(separator: "\n")
        #expect(sent.filter { $0.hasPrefix("X-") } == ["X-One=1", "X-Empty=", "X-Two=2", "X-One=again"])
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch, .delete, "REPORT", .get])
    func `a body goes out with every method`(_ method: HTTPMethod) async throws {
        let server = try LoopbackServer { request in
            guard case .data(let body)? = request.body?.content else { return HTTPResponse(status: 400) }
            return HTTPResponse(headers: ["X-Method": request.method.rawValue, "X-Expect": request.headers["Expect"]], body: body)
        }
        let body = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        let entity = HTTPBodyEntity(contentType: "x/y", content: .data(body))
        let response = try await transport.send(HTTPRequest(method: method, origin: server.origin, body: entity))
        #expect(response.headers["X-Method"] == method.rawValue)
        #expect(response.headers["X-Expect"] == nil)
        #expect(response.body == body)
    }

    @Test func `an empty body goes out as one of length zero`() async throws {
        let server = try LoopbackServer { request in HTTPResponse(headers: ["X-Length": request.headers["Content-Length"]]) }
        let entity = HTTPBodyEntity(contentType: nil, content: .data(Data()))
        let response = try await transport.send(HTTPRequest(method: .post, origin: server.origin, body: entity))
        #expect(response.headers["X-Length"] == "0")
    }

    @Test func `HEAD has no body, whatever length it announces`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse(headers: ["X-Here": "yes"], body: Data("hello".utf8)) }
        let response = try await transport.send(HTTPRequest(method: .head, origin: server.origin))
        #expect(response.headers["Content-Length"] == "5")
        #expect(response.body.isEmpty)
    }

    @Test func `interim heads come before the real one and leave nothing behind`() async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write(
                "HTTP/1.1 100 Continue\r\nX-A: 1\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </s>\r\n\r\n"
                    + "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-Trailer: 1\r\n\r\n")
        })
        let response = try await transport.send(.get(server))
        #expect(response.status == 200)
        #expect(response.headers.map(\.name) == ["Transfer-Encoding"])
        #expect(response.body == Data("abc".utf8))
    }

    @Test(arguments: [201, 204, 301, 304, 404, 418, 500, 599, 999])
    func `every status is a response, redirects too`(_ status: Int) async throws {
        let server = try LoopbackServer { _ in HTTPResponse(status: HTTPStatus(rawValue: status), headers: ["Location": "/elsewhere"]) }
        #expect(try await transport.send(.get(server)).status.rawValue == status)
        #expect(server.acceptedCount == 1)
    }

    @Test func `one connection serves many requests, one after the other`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse(body: Data("x".utf8)) }
        for _ in 0..<50 { _ = try await transport.send(.get(server)) }
        #expect(server.acceptedCount == 1)
    }

    @Test func `a request that isn't idempotent doesn't go out on a connection that may be dead`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse() }
        _ = try await transport.send(.get(server))
        let body = HTTPBodyEntity(contentType: nil, content: .data(Data("x".utf8)))
        _ = try await transport.send(HTTPRequest(method: .post, origin: server.origin, body: body))
        #expect(server.acceptedCount == 2)
    }

    @Test func `a large body arrives whole`() async throws {
        let body = Data((0..<20_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        let server = try LoopbackServer { _ in HTTPResponse(body: body) }
        #expect(try await transport.send(.get(server)).body == body)
    }

    @Test func `a timeout of centuries is no trap`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse() }
        var request = HTTPRequest.get(server)
        request.timeout = .seconds(Int64.max / 2)
        request.connectTimeout = .seconds(Int64.max / 2)
        #expect(try await transport.send(request).status == .ok)
    }

    @Test func `a transport that is dropped ends its thread and its connections`() async throws {
        let closed = Signal()
        let server = try LoopbackServer(raw: { connection in
            guard let request = try connection.readRequest() else { return }
            try connection.write(HTTPResponse(), to: request)
            connection.waitForClose()
            closed.give()
        })
        _ = try await CurlTransport().send(.get(server))
        await closed.wait()
    }
}
