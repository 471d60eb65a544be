import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointHTTP

@Suite struct ContentCodingTests {
    let transport = CurlTransport()

    private func server(_ coding: String, _ body: Data) throws -> LoopbackServer {
        try LoopbackServer { _ in HTTPResponse(headers: ["Content-Encoding": coding], body: body) }
    }

    @Test(arguments: CodedBodies.all.map(\.coding))
    func `Content coding: a body is decoded, whether buffered or streamed`(_ coding: String) async throws {
        let server = try server(coding, CodedBodies.bytes(coding))
        let response = try await transport.send(.get(server))
        #expect(String(decoding: response.body, as: UTF8.self) == CodedBodies.text)
        let streamed = try await transport.stream(.get(server)).body.collected(limit: 1 << 20)
        #expect(String(decoding: streamed, as: UTF8.self) == CodedBodies.text)
    }

    @Test func `Content coding: raw deflate data is decoded`() async throws {
        let server = try server("deflate", CodedBodies.rawDeflate)
        #expect(try await transport.send(.get(server)).body == Data(CodedBodies.text.utf8))
    }

    // For these bodies, zlib has read all of the input and still has a few bytes to write.
    @Test(arguments: [
        (65_537, "7cEBAQAAAIIg/6+uIUABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADADQ=="),
        (65_540, "7cExAQAAAMKg9U/tYQ2gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA4AY="),
    ])
    func `Content coding: raw deflate data that ends just after a full buffer arrives complete`(count: Int, coded: String) async throws {
        let server = try server("deflate", try #require(Data(base64Encoded: coded)))
        #expect(try await transport.send(.get(server)).body == Data(count: count))
        #expect(try await transport.stream(.get(server)).body.collected(limit: 1 << 20) == Data(count: count))
    }

    @Test func `Content coding: nested codings are decoded from the outside in`() async throws {
        let server = try server("GZIP , identity", CodedBodies.bytes("gzip"))
        #expect(try await transport.send(.get(server)).body == Data(CodedBodies.text.utf8))
    }

    // RFC 9110, section 5.6.1.
    @Test(arguments: ["gzip, ,", "gzip, , identity", "gzip,\t,", ", gzip", " , ,gzip"])
    func `Content coding: an empty element among the codings is ignored`(_ codings: String) async throws {
        let server = try server(codings, CodedBodies.bytes("gzip"))
        #expect(try await transport.send(.get(server)).body == Data(CodedBodies.text.utf8))
        #expect(try await transport.stream(.get(server)).body.collected(limit: 1 << 20) == Data(CodedBodies.text.utf8))
    }

    @Test func `Content coding: an unknown coding leaves the body unchanged`() async throws {
        let server = try server("squeezed", Data("abc".utf8))
        #expect(try await transport.send(.get(server)).body == Data("abc".utf8))
    }

    @Test(arguments: ["gzip", "deflate", "br", "zstd"])
    func `Content coding: a missing body is an empty body`(_ coding: String) async throws {
        let server = try server(coding, Data())
        #expect(try await transport.send(.get(server)).body.isEmpty)
        #expect(try await transport.stream(.get(server)).body.collected(limit: 10).isEmpty)
    }

    private func closing(_ head: String, _ coding: String) throws -> LoopbackServer {
        try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("\(head)\r\nContent-Encoding: \(coding)\r\nConnection: close\r\n\r\n")
        })
    }

    @Test(arguments: ["gzip", "deflate", "br", "zstd", "x-gzip, identity"], ["HTTP/1.1 200 OK", "HTTP/1.0 404 Not Found"])
    func `Content coding: an empty encoded body that ends with its connection is truncated`(
        _ coding: String, head: String
    ) async throws {
        let server = try closing(head, coding)
        #expect(reason(of: await failure { try await transport.send(.get(server)) }) == .truncated)
        let streamed = await failure { try await transport.stream(.get(server)).body.collected(limit: 10) }
        #expect(reason(of: streamed) == .truncated)
    }

    @Test(arguments: [
        ("HTTP/1.1 204 No Content", "gzip"), ("HTTP/1.1 205 Reset Content", "gzip"), ("HTTP/1.1 304 Not Modified", "br"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 0", "gzip"), ("HTTP/1.1 200 OK", "identity"), ("HTTP/1.1 200 OK", "squeezed"),
    ])
    func `Content coding: a body that may be empty is accepted as empty, even before the connection ends`(
        head: String, coding: String
    ) async throws {
        let server = try closing(head, coding)
        #expect(try await transport.send(.get(server)).body.isEmpty)
        #expect(try await transport.stream(.get(server)).body.collected(limit: 10).isEmpty)
    }

    @Test func `Content coding: the response to HEAD and an empty chunked body are empty, whatever their coding`() async throws {
        let server = try closing("HTTP/1.1 200 OK", "gzip")
        var request = HTTPRequest.get(server)
        request.method = .head
        #expect(try await transport.send(request).body.isEmpty)
        #expect(try await transport.stream(request).body.collected(limit: 10).isEmpty)
        let chunked = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write(
                "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n")
        })
        #expect(try await transport.send(.get(chunked)).body.isEmpty)
        #expect(try await transport.stream(.get(chunked)).body.collected(limit: 10).isEmpty)
    }

    @Test(arguments: ["gzip", "deflate", "br", "zstd"], [1, 2, 10, 30])
    func `Content coding: a truncated encoded body is an error, even if its length is right`(_ coding: String, missing: Int) async throws {
        let server = try server(coding, CodedBodies.bytes(coding).dropLast(missing))
        #expect(reason(of: await failure { try await transport.send(.get(server)) }) == .truncated)
        let streamed = await failure { try await transport.stream(.get(server)).body.collected(limit: 1 << 20) }
        #expect(reason(of: streamed) == .truncated)
    }

    @Test(arguments: ["gzip", "deflate", "br", "zstd"])
    func `Content coding: a corrupt encoded body is an error`(_ coding: String) async throws {
        var bytes = CodedBodies.bytes(coding)
        for index in bytes.indices.dropFirst(4).prefix(12) { bytes[index] = 0xFF }
        let server = try server(coding, bytes)
        #expect(await failure { try await transport.send(.get(server)) }?.code == .connection)
        #expect(await failure { try await transport.stream(.get(server)).body.collected(limit: 1 << 20) }?.code == .connection)
    }

    @Test func `Content coding: supported codings are requested, but not for a part of a body`() async throws {
        let server = try LoopbackServer { request in HTTPResponse(headers: ["X-Asked": request.headers["Accept-Encoding"]]) }
        #expect(try await transport.send(.get(server)).headers["X-Asked"]?.hasPrefix("gzip, deflate") == true)
        var request = HTTPRequest.get(server)
        request.headers["Range"] = "bytes=10-"
        #expect(try await transport.send(request).headers["X-Asked"] == nil)
        request.headers = ["Accept-Encoding": "identity"]
        #expect(try await transport.send(request).headers["X-Asked"] == "identity")
    }

    @Test func `Content coding: a decompression bomb is too large, and a stream delivers it by chunks`() async throws {
        let server = try server("gzip", CodedBodies.bomb)
        var request = HTTPRequest.get(server)
        request.bodyLimit = 10 << 20
        let error = await failure { [request] in try await transport.send(request) }
        #expect(error?.code == .bodyTooLarge)
        var count = 0
        for try await chunk in try await transport.stream(request).body {
            #expect(chunk.count <= 64 << 10)
            count += chunk.count
        }
        #expect(count == 200 << 20)
    }

    @Test(arguments: ["gzip", "deflate", "br"])
    func `Content coding: a few bytes after the end of an encoded body are padding, and a missing end is an error`(
        _ coding: String
    ) async throws {
        let padded = try server(coding, CodedBodies.bytes(coding) + Data(repeating: 0, count: 1000))
        #expect(try await transport.send(.get(padded)).body == Data(CodedBodies.text.utf8))
        #expect(try await transport.stream(.get(padded)).body.collected(limit: 1 << 20) == Data(CodedBodies.text.utf8))
        let endless = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n\r\n")
            try connection.write(CodedBodies.bytes(coding))
            let more = Data(count: 10_000)
            while true { try connection.write(more) }
        })
        let error = await failure { try await transport.stream(.get(endless)).body.collected(limit: 1 << 20) }
        #expect(reason(of: error) == .malformed)
    }

    /// Encodes the data as zstd without compression, in one raw block. The window is 2^`windowLog` bytes, plus `eighths` eighths of that.
    private static func zstd(_ data: Data, windowLog: UInt8 = 10, eighths: UInt8 = 0) -> Data {
        let block = UInt32(data.count) << 3 | 1
        return Data([0x28, 0xB5, 0x2F, 0xFD, 0, (windowLog - 10) << 3 | eighths])
            + Data([UInt8(truncatingIfNeeded: block), UInt8(truncatingIfNeeded: block >> 8), UInt8(truncatingIfNeeded: block >> 16)]) + data
    }

    @Test func `Content coding: a zstd body may need a window of 8 MB, but no more`() async throws {
        let most = try server("zstd", Self.zstd(Data("abc".utf8), windowLog: 23))
        #expect(try await transport.send(.get(most)).body == Data("abc".utf8))
        for (windowLog, eighths) in [(23, 1), (24, 0), (27, 0)] as [(UInt8, UInt8)] {
            let more = try server("zstd", Self.zstd(Data("abc".utf8), windowLog: windowLog, eighths: eighths))
            #expect(reason(of: await failure { try await transport.send(.get(more)) }) == .malformed)
            let streamed = await failure { try await transport.stream(.get(more)).body.collected(limit: 100) }
            #expect(reason(of: streamed) == .malformed)
        }
    }

    @Test func `Content coding: five nested codings are decoded, and six are an error, whoever requested them`() async throws {
        var body = Data("abc".utf8)
        for _ in 0..<5 { body = Self.zstd(body) }
        let five = try server("zstd, zstd, zstd, zstd, zstd", body)
        #expect(try await transport.send(.get(five)).body == Data("abc".utf8))
        #expect(try await transport.stream(.get(five)).body.collected(limit: 100) == Data("abc".utf8))
        let six = try server("zstd, zstd, zstd, zstd, zstd, zstd", Self.zstd(body))
        for headers in [[:], ["Accept-Encoding": "zstd"]] as [HTTPHeaders] {
            var request = HTTPRequest.get(six)
            request.headers = headers
            let sent = await failure { [request] in try await transport.send(request) }
            #expect(reason(of: sent) == .malformed)
            let streamed = await failure { [request] in try await transport.stream(request).body.collected(limit: 100) }
            #expect(reason(of: streamed) == .malformed)
        }
    }

    // Most versions of libcurl reject six codings themselves, before the codings are counted here.
    @Test func `Content coding: six codings are rejected whatever libcurl does, and identity doesn't count`() throws {
        let five = Array(repeating: "zstd", count: 5).joined(separator: ", ")
        #expect(try ContentCoding.toUndo(["Content-Encoding": "identity, \(five)"], of: 200).count == 5)
        let error = #expect(throws: TransportFailure.self) { try ContentCoding.toUndo(["Content-Encoding": "zstd, \(five)"], of: 200) }
        #expect(error?.reason == .malformed)
    }
}
