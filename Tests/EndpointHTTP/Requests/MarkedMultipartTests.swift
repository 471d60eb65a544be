import EndpointKit
import Foundation
import TestSupport
import Testing

@Suite struct MarkedMultipartTests {
    @Test(arguments: MarkedTexts.lines(beside: "\";=,:"))
    func `MultipartBody: a name is quoted although a mark is beside a quote or a line end`(name: String) async throws {
        let body = try MultipartBody([.data(name, Data("content".utf8), filename: name)], boundary: "XX").entity()
        func escaped(_ name: String) -> String {
            name.replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
        }
        // A line break in a field's name becomes CRLF.
        let whole = name.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\n", with: "\r\n")
        let start = "--XX\r\nContent-Disposition: form-data; name=\"\(escaped(whole))\"; filename=\"\(escaped(name))\"\r\n"
        #expect(try await body.bytes().starts(with: start.utf8), "\(name.debugDescription)")
    }
}
