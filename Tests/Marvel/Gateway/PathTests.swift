import EndpointKit
import MarvelGateway
import Testing

@Suite struct PathTests {
    @Test(arguments: ["1", "0", "-1", "spider-man", "99999999999999999999999"])
    func `an id that no character has is not found`(id: String) async throws {
        let caller = try GatewayCaller()
        for path in ["/characters/\(id)", "/characters/\(id)/comics"] {
            let response = try await caller.call(path)
            #expect(response.status == 404)
            #expect(response.text == #"{"code":404,"status":"We couldn't find that character"}"#)
        }
    }

    @Test(arguments: [
        "", "/", "/villains", "/characters/", "/characters//comics", "/characters/1009610/villains", "/characters/1009610/comics/1",
    ])
    func `a path that names nothing is no resource`(path: String) async throws {
        let response = try await GatewayCaller().call(path)
        #expect(response.status == 404)
        #expect(response.text == #"{"code":"ResourceNotFound","message":"/v1/public\#(path) does not exist"}"#)
    }

    @Test func `nothing is found outside the base path`() async throws {
        let caller = try GatewayCaller()
        let answer = try await RawExchange.get("/characters", port: caller.gateway.port)
        #expect(answer.head.hasPrefix("HTTP/1.1 404 "))
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch, .delete, .head, .options])
    func `only GET is allowed`(method: HTTPMethod) async throws {
        let response = try await GatewayCaller().call("/characters", method: method)
        #expect(response.status == 405)
        #expect(response.headers["Allow"] == "GET")
        #expect(response.text == (method == .head ? "" : #"{"code":"MethodNotAllowed","message":"\#(method) is not allowed"}"#))
    }

    @Test(arguments: [
        "garbage\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n", "\r\n\r\n", "\0\u{FFFF}",
        "GET /v1/public/characters?%&=&%zz=%ff&=1&&& HTTP/1.1\r\n\r\n",
        "GET //%2F?limit HTTP/1.1\r\nIf-None-Match: \"\r\nAccept-Encoding: ;q=,,gzip;q=nan\r\n\r\n",
        "POST /v1/public/characters HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST /v1/public/characters HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFFFF\r\n",
    ])
    func `the gateway still answers after a request that makes no sense`(text: String) async throws {
        let caller = try GatewayCaller()
        _ = try await RawExchange.send(text, to: caller.gateway.port)
        #expect(try await caller.call("/characters").status == 200)
    }

    @Test func `a stopped gateway answers no more`() async throws {
        let caller = try GatewayCaller()
        #expect(try await caller.call("/characters").status == 200)
        caller.gateway.stop()
        await #expect(throws: APIError.self) { try await caller.call("/characters") }
    }
}
