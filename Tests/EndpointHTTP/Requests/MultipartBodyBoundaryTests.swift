import EndpointKit
import Foundation
import Testing

@Suite struct MultipartBodyBoundaryTests {
    @Test(arguments: [
        ("a", "a"), ("abc-XYZ_0.9", "abc-XYZ_0.9"), ("a b", "\"a b\""), ("a/b:c=d?(e),'", "\"a/b:c=d?(e),'\""),
        (String(repeating: "x", count: 70), String(repeating: "x", count: 70)),
    ])
    func `MultipartBody: a boundary is quoted if it isn't a token`(boundary: String, parameter: String) async throws {
        let entity = try MultipartBody([.text("a", "b")], boundary: boundary).entity()
        #expect(entity.contentType == "multipart/form-data; boundary=\(parameter)")
        #expect(try await MultipartReader.parts(of: entity)?.count == 1)
    }

    @Test(arguments: ["", " ", "a ", "a\"b", "a\r\nb", "é", "a;b", "a\u{0}", "a*b", String(repeating: "x", count: 71)])
    func `MultipartBody: a boundary that RFC 2046 doesn't allow is rejected`(_ boundary: String) {
        let error = #expect(throws: APIError.self) { try MultipartBody([], boundary: boundary).entity() }
        #expect(error?.code == .bodyEncoding)
    }

    @Test(arguments: ["--XX", "a\r\n--XX\r\n", "---XXY"])
    func `MultipartBody: a given boundary that occurs in a part is rejected`(_ text: String) {
        #expect(throws: APIError.self) { try MultipartBody([.text("a", "b"), .text("c", text)], boundary: "XX").entity() }
    }

    @Test(arguments: ["XX", "-XX", "--X", "--X-X", ""])
    func `MultipartBody: a part that contains something similar to the boundary is sent`(_ text: String) async throws {
        let entity = try MultipartBody([.text("a", text)], boundary: "XX").entity()
        #expect(try await MultipartReader.parts(of: entity)?.map(\.body) == [Data(text.utf8)])
    }

    @Test func `MultipartBody: a random boundary that occurs in a part is replaced`() async throws {
        var body = MultipartBody([.text("a", "b")])
        for count in 2...4 {
            // Puts the body inside itself.
            let inner = try await body.entity().bytes()
            body.parts.append(.data("inner", inner))
            let entity = try body.entity()
            #expect(try await MultipartReader.parts(of: entity)?.count == count)
            #expect(try body.entity().contentType == entity.contentType)
        }
    }

    @Test func `MultipartBody: a random boundary is valid and long enough to be unique`() throws {
        let boundary = try #require(MultipartReader.boundary(of: try MultipartBody([]).entity()))
        #expect(boundary.wholeMatch(of: /[A-Za-z0-9\-]{30,70}/) != nil)
    }
}
