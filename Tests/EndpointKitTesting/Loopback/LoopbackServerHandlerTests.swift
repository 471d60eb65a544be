import EndpointKit
import EndpointKitTesting
import Synchronization
import TestSupport
import Testing

@Suite struct LoopbackServerHandlerTests {
    /// Answers with the method, the target and the body of the request.
    private static func echo(_ request: HTTPRequest) -> HTTPResponse {
        var text = "<\(request.method) \(request.path.encoded)"
        if case .data(let body)? = request.body?.content { text += " \(String(decoding: body, as: UTF8.self))" }
        return HTTPResponse(body: Data("\(text)>".utf8))
    }

    private let server: LoopbackServer

    init() throws { server = try LoopbackServer { Self.echo($0) } }

    @Test func `LoopbackServer: a connection is kept for the next request`() async throws {
        let client = try #require(WireClient(server))
        client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await client.read(through: ">") == "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n<GET /a>")
        client.send("GET /b HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await client.read(through: ">").hasSuffix("<GET /b>"))
        #expect(server.acceptedCount == 1)
        #expect(server.openCount == 1)
    }

    @Test func `LoopbackServer: pipelined requests are answered in order, even after an empty body`() async throws {
        let client = try #require(WireClient(server))
        client.send(
            "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\nPUT /b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcGET /c HTTP/1.1\r\nHost: a\r\n\r\nGET /d"
        )
        #expect(await client.read(through: ">").hasSuffix("<POST /a >"))
        #expect(await client.read(through: ">").hasSuffix("<PUT /b abc>"))
        #expect(await client.read(through: ">").hasSuffix("<GET /c>"))
        client.send(" HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await client.read(through: ">").hasSuffix("<GET /d>"))
    }

    @Test func `LoopbackServer: empty lines before a request are skipped`() async throws {
        let client = try #require(WireClient(server))
        client.send("\r\n\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await client.read(through: ">").hasSuffix("<GET /a>"))
        #expect(await client.read(through: ">").hasSuffix("<GET /b>"))
    }

    @Test func `LoopbackServer: a request's target and fields are kept as they were sent`() async throws {
        let requests = Recorder<HTTPRequest>()
        let server = try LoopbackServer { request in
            requests.record(request)
            return HTTPResponse(body: Data(">".utf8))
        }
        let client = try #require(WireClient(server))
        client.send("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\nGET /a%zz|?b[]=%C3%A9 HTTP/1.1\r\nHost: a\r\nX-Name: Ren")
        client.send([0xE9])
        client.send("\r\nX-Other: Ren\u{E9}\r\n\r\n")
        _ = await client.read(through: ">")
        _ = await client.read(through: ">")
        #expect(requests.values.map(\.target) == ["*", "/a%zz|?b[]=%C3%A9"])
        #expect(requests.values.first?.url.path() == "/*")
        #expect(requests.values.last?.url.absoluteString.hasSuffix("/a%25zz%7C?b%5B%5D=%C3%A9") == true)
        #expect(requests.values.last?.headers["X-Name"] == "Ren\u{E9}" && requests.values.last?.headers["X-Other"] == "Ren\u{E9}")
    }

    @Test func `LoopbackServer: a request may arrive byte by byte`() async throws {
        let client = try #require(WireClient(server))
        for byte in "PUT /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello".unicodeScalars { client.send(String(byte)) }
        #expect(await client.read(through: ">").hasSuffix("<PUT /slow hello>"))
    }

    @Test func `LoopbackServer: a chunked body is assembled, whatever else the chunks carry`() async throws {
        let client = try #require(WireClient(server))
        client.send("PUT /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
        client.send("00B;name=value\r\n0123456789a\r\n0\r\nX-Trailer: 1\r\n\r\n")
        #expect(await client.read(through: ">").hasSuffix("<PUT /a abc0123456789a>"))
        client.send("GET /b HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await client.read(through: ">").hasSuffix("<GET /b>"))
    }

    @Test func `LoopbackServer: a client that expects 100-continue gets it`() async throws {
        let client = try #require(WireClient(server))
        client.send("PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
        #expect(await client.read(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        client.send("abc")
        #expect(await client.read(through: ">").hasSuffix("<PUT /a abc>"))
    }

    private static let refusal = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

    private static let malformedHeads = [
        // The start line.
        "garbage\r\n\r\n", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", "G@T / HTTP/1.1\r\nHost: a\r\n\r\n",
        " / HTTP/1.1\r\nHost: a\r\n\r\n", "GET  HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/2\r\n\r\n", "GET / HTTP/1.foo\r\n\r\n", "GET / HTTP/1.\r\n\r\n", "GET / HTTP/1.10\r\n\r\n",
        "GET /a\u{0}b HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a\tb HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a\u{7F} HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /é HTTP/1.1\r\nHost: a\r\n\r\n",
        // Fields.
        "GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nfoo : b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n foo: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nfoo: a\r\n\tb: c\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nfoo: a\u{0}b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nfoo: a\u{1B}b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nfoo: a\rb\r\n\r\n",
        // Exactly one host.
        "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nAccept: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.0\r\nHost: a\r\nhost: b\r\n\r\n",
        // Line ends.
        "GET / HTTP/1.1\n\n", "GET / HTTP/1.1\nHost: a\n\n", "GET / HTTP/1.1\r\nHost: a\n\r\n",
        // The length of the body.
        "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: many\r\n\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: +2\r\n\r\n", "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 9223372036854775807\r\n\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chun\u{212A}ed\r\n\r\n0\r\n\r\n",
        "PUT / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ]

    private static let malformedChunks = [
        "xyz\r\n", "\r\n", "+3\r\nabc\r\n", "-3\r\nabc\r\n", "0x3\r\nabc\r\n", "3 \r\nabc\r\n", " 3\r\nabc\r\n", "3g\r\nabc\r\n",
        "３\r\nabc\r\n", "7fffffffffffffff\r\nabc\r\n", "ffffffffffffffff\r\nabc\r\n", "100000000\r\nabc\r\n",
        "3\nabc\r\n", "3\r\nabcd\r\n", "0\r\nno colon\r\n\r\n",
    ].map { "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + $0 }

    @Test(arguments: malformedHeads + malformedChunks)
    func `LoopbackServer: a malformed request gets 400, and its connection is closed`(_ text: String) async throws {
        let (client, other) = (try #require(WireClient(server)), try #require(WireClient(server)))
        // More than the server reads at once: bytes that nobody reads must not reset the connection before the response.
        client.send(text + String(repeating: "x", count: 100_000))
        #expect(await client.readToEnd() == (Self.refusal, .orderly))
        other.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await other.read(through: ">").hasSuffix("<GET /other>"))
    }

    @Test(arguments: [
        "GET /\(String(repeating: "a", count: 66_000)) HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX-A: \(String(repeating: "a", count: 2_000_000))",
        "GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X-A: \(String(repeating: "a", count: 1000))\r\n", count: 66))\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-A: \(String(repeating: "a", count: 66_000))\r\n\r\n",
    ])
    func `LoopbackServer: a head or trailers of more than 64 KB get 431`(_ text: String) async throws {
        let client = try #require(WireClient(server))
        await client.sendAll(text)
        #expect(
            await client.readToEnd()
                == ("HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", .orderly))
    }

    @Test func `LoopbackServer: a head of almost 64 KB is answered`() async throws {
        let client = try #require(WireClient(server))
        let path = "/" + String(repeating: "a", count: 65_000)
        await client.sendAll("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await client.read(through: ">").hasSuffix("<GET \(path)>"))
        #expect(await client.read(through: ">").hasSuffix("<GET /b>"))
    }

    @Test(arguments: [
        "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
        "\r\nPOST /a HTTP/1.1\r\nHost: a\r\nContent-Length:\t3 \r\n\r\nabc",
        "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\nX-Text: a\té:\r\nX-Empty:\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    ])
    func `LoopbackServer: an unusual but valid request is answered`(_ text: String) async throws {
        let client = try #require(WireClient(server))
        client.send(text + "GET /b HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await client.read(through: ">").hasSuffix("<POST /a abc>"))
        #expect(await client.read(through: ">").hasSuffix("<GET /b>"))
    }

    @Test(arguments: [
        "GET / HT", "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc",
        "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
    ])
    func `LoopbackServer: a truncated request gets 400, and doesn't reach the handler`(_ text: String) async throws {
        let isAsked = Mutex(false)
        let server = try LoopbackServer { request in
            isAsked.withLock { $0 = true }
            return Self.echo(request)
        }
        let client = try #require(WireClient(server))
        client.send(text)
        client.endSending()
        #expect(await client.readToEnd() == (Self.refusal, .orderly))
        #expect(!isAsked.withLock { $0 })
    }

    @Test func `LoopbackServer: a handler that throws produces a 500, and the connection is kept`() async throws {
        struct Broken: Error {}
        let server = try LoopbackServer { request in
            if request.path == "/broken" { throw Broken() }
            return Self.echo(request)
        }
        let client = try #require(WireClient(server))
        client.send("GET /broken HTTP/1.1\r\nHost: a\r\n\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        let text = await client.read(through: ">")
        #expect(text.hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
        #expect(text.contains("Broken()HTTP/1.1 200 OK\r\n"))
    }

    @Test func `LoopbackServer: a handler without a response closes the connection, and no other`() async throws {
        let server = try LoopbackServer { request in
            if request.path.encoded == "/none" { throw LoopbackServer.NoResponse() }
            return HTTPResponse()
        }
        let (client, other) = (try #require(WireClient(server)), try #require(WireClient(server)))
        client.send("GET /none HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await client.readToEnd() == ("", .orderly))
        other.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await other.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK"))
    }

    @Test(arguments: ["", "Connection: Close\r\n", "Connection: close, TE\r\n", "Connection: TE\r\nConnection: keep-alive ,\tclose\r\n"])
    func `LoopbackServer: a connection closes after the response if either side says so`(asking: String) async throws {
        let server = try LoopbackServer { _ in HTTPResponse(headers: asking.isEmpty ? ["Connection": "close"] : [:]) }
        let client = try #require(WireClient(server))
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\(asking)\r\n")
        let (text, end) = await client.readToEnd()
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(end == .orderly)
        await eventually { server.openCount == 0 }
    }

    @Test func `LoopbackServer: an HTTP/1.0 connection closes after the response, unless the client asks to keep it`() async throws {
        let (client, keeper) = (try #require(WireClient(server)), try #require(WireClient(server)))
        client.send("GET /a HTTP/1.0\r\n\r\n")
        let (text, end) = await client.readToEnd()
        #expect(text.hasSuffix("<GET /a>") && end == .orderly)
        for path in ["/b", "/c"] {
            keeper.send("GET \(path) HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")
            #expect(await keeper.read(through: ">").hasSuffix("<GET \(path)>"))
        }
    }

    @Test func `LoopbackServer: blocking handlers don't block other connections`() async throws {
        let (isBlocked, mayResume) = (Signal(), BlockingSignal())
        let server = try LoopbackServer { request in
            if request.path == "/block" {
                isBlocked.give()
                mayResume.wait()
            }
            return Self.echo(request)
        }
        let blocked = try (0..<20).map { _ in try #require(WireClient(server)) }
        for client in blocked { client.send("GET /block HTTP/1.1\r\nHost: a\r\n\r\n") }
        for _ in blocked { await isBlocked.wait() }
        let other = try #require(WireClient(server))
        for _ in 0..<3 {
            other.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await other.read(through: ">").hasSuffix("<GET /a>"))
        }
        for _ in blocked { mayResume.give() }
        for client in blocked { #expect(await client.read(through: ">").hasSuffix("<GET /block>")) }
    }

    @Test func `LoopbackServer: a client that closes its idle connection is no longer counted`() async throws {
        do {
            let client = try #require(WireClient(server))
            client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = await client.read(through: ">")
            #expect(server.openCount == 1)
        }
        await eventually { [server] in server.openCount == 0 }
        #expect(server.acceptedCount == 1)
    }

    private static let faulty: [(HTTPResponse, String)] = [
        (HTTPResponse(headers: ["X-A": "1\r\nX-B: 2"]), "the value of X-A has a control character, such as a line end"),
        (HTTPResponse(status: 100), "its status is 100, which isn't that of a final response"),
        (HTTPResponse(status: 0), "its status is 0, which isn't that of a final response"),
        (HTTPResponse(headers: ["Content-Length": "3", "content-length": "3"]), "it has several Content-Length fields"),
        (HTTPResponse(headers: ["X A": "1"]), "the field name \"X A\" isn't a token"),
        (HTTPResponse(headers: ["Content-Length": "5"], body: Data("abc".utf8)), "its Content-Length is 5, and its body has 3 bytes"),
        (
            HTTPResponse(headers: ["Transfer-Encoding": "chunked"], body: Data("abc".utf8)),
            "it has a Transfer-Encoding, and its body isn't written in chunks"
        ),
        (HTTPResponse(status: 204, body: Data("abc".utf8)), "its status is 204, which has no body, and it has one of 3 bytes"),
        (HTTPResponse(status: 304, body: Data("abc".utf8)), "its status is 304, which has no body, and it has one of 3 bytes"),
        (HTTPResponse(headers: ["Content-Encoding": "gzip"], body: Data("abc".utf8)), "its Content-Encoding is gzip, and its body isn't"),
    ]

    @Test(arguments: faulty.indices)
    func `LoopbackServer: a response that no client can read becomes a 500 that says why`(index: Int) async throws {
        let (response, fault) = Self.faulty[index]
        let server = try LoopbackServer { request in request.path == "/ok" ? HTTPResponse() : response }
        let client = try #require(WireClient(server))
        client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        let text = await client.read(through: "\(fault).")
        #expect(text.hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"), "\(text)")
        client.send("GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await client.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK"))
    }

    @Test func `LoopbackServer: a HEAD is answered with the length of the GET, and a stated length stays`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/own" ? HTTPResponse(headers: ["Content-Length": "99"]) : HTTPResponse(body: Data("abc".utf8))
        }
        let client = try #require(WireClient(server))
        for (path, length) in [("/a", 3), ("/own", 99), ("/a", 3)] {
            client.send("HEAD \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await client.read(through: "\r\n\r\n") == "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")
        }
    }

    @Test func `LoopbackServer: a target in absolute form names origin, path and query`() async throws {
        let requests = Recorder<HTTPRequest>()
        let server = try LoopbackServer { request in
            requests.record(request)
            return HTTPResponse()
        }
        let client = try #require(WireClient(server))
        for target in ["http://api.example.com:8080/a%2Fb?x=1&y=a+b", "http://api.example.com", "/plain?x=1"] {
            client.send("GET \(target) HTTP/1.1\r\nHost: api.example.com:8080\r\n\r\n")
            _ = await client.read(through: "\r\n\r\n")
        }
        #expect(
            requests.values.map(\.urlText) == [
                "http://api.example.com:8080/a%2Fb?x=1&y=a+b", "http://api.example.com/", "http://127.0.0.1:\(server.port)/plain?x=1",
            ])
    }
}
