import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct MultipartBodyTests {
    @Test func `MultipartBody: its bytes are as the standard says`() async throws {
        let file = try TemporaryFile(Data("PNG".utf8), name: "a.png")
        let body = MultipartBody(
            [
                .text("title", "Zoë\r\n"), .file("photo", file.url), .data("raw", Data([0, 255]), filename: "r"),
                .body("place", .json(["lat": 1])), .text("empty", ""),
            ], boundary: "XX")
        var wire = Data(
            """
            --XX\r\nContent-Disposition: form-data; name="title"\r\n\r\nZoë\r\n\r\n\
            --XX\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nPNG\r\n\
            --XX\r\nContent-Disposition: form-data; name="raw"; filename="r"\r\nContent-Type: application/octet-stream\r\n\r\n
            """.utf8)
        wire += [0, 255]
        wire += Data(
            """
            \r\n--XX\r\nContent-Disposition: form-data; name="place"\r\nContent-Type: application/json\r\n\r\n{"lat":1}\r\n\
            --XX\r\nContent-Disposition: form-data; name="empty"\r\n\r\n\r\n--XX--\r\n
            """.utf8)
        let entity = try body.entity()
        #expect(entity.contentType == "multipart/form-data; boundary=XX")
        #expect(try await entity.bytes() == wire)
        #expect(entity.length == Int64(wire.count))
    }

    @Test func `MultipartBody: a form with a file arrives as it was sent`() async throws {
        let server = try LoopbackServer { request in
            guard case .data(let body)? = request.body?.content else { return HTTPResponse(status: 400) }
            return HTTPResponse(headers: ["X-Length": request.headers["Content-Length"], "X-Type": request.body?.contentType], body: body)
        }
        let file = try TemporaryFile(HTTPBodyStreamChunksTests.pattern(300_000))
        let body = MultipartBody([.text("title", "Zoë"), .file("f", file.url)])
        let client = server.client()
        let response = try await client.data(.post("items", body: body)).response
        let entity = try body.entity()
        #expect(try await response.value == entity.bytes())
        #expect(response.headers["X-Length"] == entity.length.map { String($0) })
        #expect(response.headers["X-Type"] == entity.contentType)
    }

    @Test func `MultipartBody: a form without parts consists of its last line`() async throws {
        #expect(try await MultipartBody([], boundary: "b").text() == "--b--\r\n")
    }

    @Test(arguments: [
        ("plain", "plain"), (#"a"b"#, "a%22b"), ("a\r\nb", "a%0D%0Ab"), ("Zoë 👩‍👩‍👧", "Zoë 👩‍👩‍👧"),
        (#"back\slash"#, #"back\slash"#), ("100%22", "100%22"), ("", ""), ("a\r\n\r\n--XX--", "a%0D%0A%0D%0A--XX--"),
        ("x\"\u{301}", "x%22\u{301}"),
    ])
    func `MultipartBody: names and file names are escaped as in browsers`(name: String, escaped: String) async throws {
        let entity = try MultipartBody([.data(name, Data("v".utf8), filename: name)], boundary: "XX").entity()
        let part = try #require(try await MultipartReader.parts(of: entity)?.first)
        #expect(part.headers.first == "Content-Disposition: form-data; name=\"\(escaped)\"; filename=\"\(escaped)\"")
        #expect(part.headers.count == 2)
        #expect(part.body == Data("v".utf8))
    }

    @Test(arguments: [
        ("a\nb", "a%0D%0Ab", "a%0Ab"), ("a\rb", "a%0D%0Ab", "a%0Db"), ("\n\r", "%0D%0A%0D%0A", "%0A%0D"),
        ("\r\r\n\n", "%0D%0A%0D%0A%0D%0A", "%0D%0D%0A%0A"),
        ("\r", "%0D%0A", "%0D"), ("a\";\n filename=\"x", "a%22;%0D%0A filename=%22x", "a%22;%0A filename=%22x"),
    ])
    func `MultipartBody: a line break in a field's name is sent as browsers send it, and begins no new line`(
        name: String, escaped: String, filename: String
    ) async throws {
        let entity = try MultipartBody([.data(name, Data("v".utf8), filename: name)], boundary: "XX").entity()
        let part = try #require(try await MultipartReader.parts(of: entity)?.first)
        #expect(part.headers.first == "Content-Disposition: form-data; name=\"\(escaped)\"; filename=\"\(filename)\"")
        #expect(part.headers.count == 2)
    }

    @Test func `MultipartBody: a value is written as in a query`() async throws {
        let id = UUID(uuid: (0xAB, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
        let parts: [MultipartBody.Part] = [
            .text("id", id), .text("n", 3), .text("flag", true), .text("ids", [1, 2]), .text("text", "a b"), .text("none", [Int]()),
        ]
        let sent = try await MultipartReader.parts(of: try MultipartBody(parts).entity())
        #expect(
            sent?.map { String(decoding: $0.body, as: UTF8.self) } == [
                "ab000000-0000-0000-0000-000000000001", "3", "true", "1,2", "a b", "",
            ])
        #expect(sent?.allSatisfy { $0.headers.count == 1 } == true)
        let error = #expect(throws: APIError.self) { try MultipartBody([.text("n", Double.nan)]).entity() }
        #expect(error?.code == .bodyEncoding)
        #expect(error?.message == "The part \"n\" of a form has a number that isn't finite, or a date outside the years 0 to 9999.")
    }

    @Test func `MultipartBody: a value always has the same bytes, and a different value has another boundary`() async throws {
        let file = try TemporaryFile(Data("x".utf8))
        let body = MultipartBody([.text("a", "1"), .file("f", file.url)])
        let entity = try body.entity()
        #expect(entity.isReplayable)
        let first = try await entity.bytes()
        #expect(try await entity.bytes() == first)
        #expect(try await body.entity().bytes() == first)
        #expect(try await MultipartReader.parts(of: entity)?.count == 2)
        #expect(try MultipartBody(body.parts).entity().contentType != entity.contentType)
    }

    @Test func `MultipartBody: large and small parts are sent unchanged`() async throws {
        let large = HTTPBodyStreamChunksTests.pattern(300_000)
        let file = try TemporaryFile(large)
        let entity = try MultipartBody([
            .file("f", file.url), .data("d", large), .body("s", .stream(length: 300_000) { stream([large]) }), .text("t", "\r\n--"),
        ]).entity()
        #expect(try await Int64(entity.bytes().count) == entity.length)
        #expect(try await MultipartReader.parts(of: entity)?.map(\.body) == [large, large, large, Data("\r\n--".utf8)])
    }

    @Test func `MultipartBody: a body with a one-time part is one-time, and a body with a part of unknown length has unknown length`()
        async throws
    {
        let once = try MultipartBody([.text("a", "b"), .body("s", .stream(stream([Data("x".utf8)]), length: 1))]).entity()
        #expect(!once.isReplayable)
        #expect(try await MultipartReader.parts(of: once)?.count == 2)
        #expect(throws: APIError.self) { try once.chunks() }

        let unknown = try MultipartBody([.body("s", .stream { stream([Data("x".utf8)]) })]).entity()
        #expect(unknown.length == nil)
        #expect(unknown.isReplayable)
        #expect(try await MultipartReader.parts(of: unknown)?.count == 1)
    }

    @Test func `MultipartBody: lengths whose sum overflows make the length unknown`() throws {
        let part = MultipartBody.Part.body("s", .stream(stream([Data()]), length: .max))
        #expect(try MultipartBody([part, part]).entity().length == nil)
    }

    @Test func `MultipartBody: a part that fails to encode fails the body`() throws {
        let missing = URL(filePath: "/nowhere/a.png")
        #expect(throws: APIError.self) { try MultipartBody([.file("f", missing)]).entity() }
        let smuggling = MultipartBody.Part.data("d", Data(), contentType: "text/plain\r\nX-Evil: 1")
        #expect(throws: APIError.self) { try MultipartBody([smuggling]).entity() }
    }

    @Test func `MultipartBody: a value without a body sends no part`() async throws {
        let parts: [MultipartBody.Part] = [.body("a", .json(nil as [Int]?)), .text("b", "1"), .body("c", .json(nil as [Int]?))]
        let without = try await MultipartBody([parts[1]], boundary: "x").text()
        #expect(try await MultipartBody(parts, boundary: "x").text() == without)
        #expect(try await MultipartBody([parts[0]], boundary: "x").text() == "--x--\r\n")
    }
}
