import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct ContentCodingTests {
    let transport = CurlTransport()

    private func server(_ coding: String, _ body: Data) throws -> LoopbackServer {
        try LoopbackServer { _ in HTTPResponse(headers: ["Content-Encoding": coding], body: body) }
    }

    @Test(arguments: CodedBodies.all.map(\.coding))
    func `a body is undone from its coding, whole and streamed`(_ coding: String) async throws {
        let server = try server(coding, CodedBodies.bytes(coding))
        let response = try await transport.send(.get(server))
        #expect(String(decoding: response.body, as: UTF8.self) == CodedBodies.text)
        let streamed = try await transport.stream(.get(server)).body.collected(limit: 1 << 20)
        #expect(String(decoding: streamed, as: UTF8.self) == CodedBodies.text)
    }

    @Test func `deflate without its frame is understood`() async throws {
        let server = try server("deflate", CodedBodies.rawDeflate)
        #expect(try await transport.send(.get(server)).body == Data(CodedBodies.text.utf8))
    }

    @Test func `codings one over the other are undone from the outside in`() async throws {
        let server = try server("GZIP , identity", CodedBodies.bytes("gzip"))
        #expect(try await transport.send(.get(server)).body == Data(CodedBodies.text.utf8))
    }

    @Test func `an unknown coding leaves the body as it came`() async throws {
        let server = try server("squeezed", Data("abc".utf8))
        #expect(try await transport.send(.get(server)).body == Data("abc".utf8))
    }

    @Test(arguments: ["gzip", "deflate", "br", "zstd"])
    func `no body at all is an empty body`(_ coding: String) async throws {
        let server = try server(coding, Data())
        #expect(try await transport.send(.get(server)).body.isEmpty)
        #expect(try await transport.stream(.get(server)).body.collected(limit: 10).isEmpty)
    }

    @Test(arguments: ["gzip", "deflate", "br", "zstd"], [1, 2, 10, 30])
    func `a coded body that ends too soon is an error, though its length is right`(_ coding: String, missing: Int) async throws {
        let server = try server(coding, CodedBodies.bytes(coding).dropLast(missing))
        #expect(reason(of: await failure { try await transport.send(.get(server)) }) == .truncated)
        let streamed = await failure { try await transport.stream(.get(server)).body.collected(limit: 1 << 20) }
        #expect(reason(of: streamed) == .truncated)
    }

    @Test(arguments: ["gzip", "deflate", "br", "zstd"])
    func `a coded body that is broken is an error`(_ coding: String) async throws {
        var bytes = CodedBodies.bytes(coding)
        for index in bytes.indices.dropFirst(4).prefix(12) { bytes[index] = 0xFF }
        let server = try server(coding, bytes)
        #expect(await failure { try await transport.send(.get(server)) }?.code == .connection)
        #expect(await failure { try await transport.stream(.get(server)).body.collected(limit: 1 << 20) }?.code == .connection)
    }

    @Test func `the codings that can be undone are asked for, but not for a part of a body`() async throws {
        let server = try LoopbackServer { request in HTTPResponse(headers: ["X-Asked": request.headers["Accept-Encoding"]]) }
        #expect(try await transport.send(.get(server)).headers["X-Asked"]?.hasPrefix("gzip, deflate") == true)
        var request = HTTPRequest.get(server)
        request.headers["Range"] = "bytes=10-"
        #expect(try await transport.send(request).headers["X-Asked"] == nil)
        request.headers = ["Accept-Encoding": "identity"]
        #expect(try await transport.send(request).headers["X-Asked"] == "identity")
    }

    @Test func `a bomb is too large, whole, and a stream gives it piece by piece`() async throws {
        let server = try server("gzip", CodedBodies.bomb)
        var request = HTTPRequest.get(server)
        request.bodyLimit = 10 << 20
        let error = await failure { [request] in try await transport.send(request) }
        #expect(error?.code == .bodyTooLarge)
        var count = 0
        for try await piece in try await transport.stream(request).body {
            #expect(piece.count <= 64 << 10)
            count += piece.count
        }
        #expect(count == 200 << 20)
    }
}
