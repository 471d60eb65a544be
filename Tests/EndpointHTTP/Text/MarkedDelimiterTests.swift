import EndpointKit
import EndpointPaging
import Foundation
import TestSupport
import Testing

@testable import EndpointHTTP

/// A delimiter is found even if a mark follows it.
@Suite struct MarkedDelimiterTests {
    @Test(arguments: MarkedTexts.marks)
    func `Searches in strings: they compare scalars`(mark: String) {
        let text = "/\(mark)a,\(mark)b=\(mark)"
        #expect(text.hasPrefix("/") && !text.hasSuffix("=") && text.hasSuffix("=\(mark)") && text[...].hasPrefix("/"))
        #expect(text.contains(",") && text.firstIndex(of: "=") == text.lastIndex(of: "="))
        #expect(text.split(separator: ",").map { Array($0.utf8) } == ["/\(mark)a", "\(mark)b=\(mark)"].map { Array($0.utf8) })
        #expect(text.replacing(mark, with: "").isExactly("/a,b="))
        #expect(text.trimmingPrefix("/").upTo { $0 == "," }.elementsEqual("\(mark)a"))
        #expect(
            "a\r\nb".split(separator: "\n") == ["a\r", "b"] && "a\r\n".hasSuffix("\n") && "e\u{301}" == "é" && !"e\u{301}".contains("é"))
    }

    @Test func `Searches in strings: splitting has the standard library's options`() {
        for text in ["", ",", "a", ",a,,b,", "a,b,c"] {
            for most in [0, 1, 2, Int.max] {
                for omits in [true, false] {
                    let wanted = Array(text).split(separator: Character(","), maxSplits: most, omittingEmptySubsequences: omits)
                    let found = text.split(separator: ",", maxSplits: most, omittingEmptySubsequences: omits)
                    #expect(found.map { String($0) } == wanted.map { String($0) }, "\(text) \(most) \(omits)")
                }
            }
        }
    }

    @Test(arguments: MarkedTexts.marks)
    func `Redaction: a secret is hidden although a mark follows it`(mark: String) throws {
        let secret = "s3cret-0123456789"
        for text in [
            "password=\(mark)\(secret)", "a;\(mark)token=\(secret)\(mark)", "https://u:\(secret)@\(mark)h/",
            "\"token\": \"\(mark)\(secret)\"",
        ] {
            #expect(!Redaction.standard.redact(text: text).utf8.contains(secret), "\(text)")
        }
        var request = HTTPRequest(origin: try #require(Origin(scheme: .https, host: "api.example.com")), path: "/a")
        request.headers = ["Cookie": "a=\(mark)\(secret);\(mark)b=\(secret)", "Set-Cookie": "a=\(mark)\(secret);\(mark)Path=/"]
        for field in Redaction.standard.redactedHeaders(of: request) { #expect(!field.value.utf8.contains(secret), "\(field.value)") }
    }

    @Test(arguments: MarkedTexts.marks)
    func `Fields: a parameter is found although a mark is beside its delimiters`(mark: String) {
        let type = MediaType("multipart/form-data;\(mark)x=1; boundary=\"\(mark);b\(mark)\"; charset=\(mark)u")
        #expect(type.name == "multipart/form-data" && type.parameter("boundary")?.isExactly("\(mark);b\(mark)") == true)
        #expect(type.parameter("charset")?.isExactly("\(mark)u") == true)
        #expect(LinkHeader(["Link": "<https://a.example/>; rel=\"next\"; title=\"\(mark)\""])["next"] != nil)
        let challenge = Challenge.all(in: "Digest realm=\"\(mark)\\\"\(mark)\", nonce=\(mark)n, qop=\"auth\"").first
        #expect(challenge?["realm"]?.isExactly("\(mark)\"\(mark)") == true && challenge?["qop"] == "auth")
        let answer = HTTPResponse(headers: ["Content-Disposition": "attachment; filename=\"\(mark)a;b\(mark)\"; x=\(mark)"])
        #expect(answer.suggestedFilename?.utf8.contains("a;b") == true)
    }

    @Test(arguments: MarkedTexts.lines(beside: "\"\\/[]{}:,&=?#%+;'"))
    func `Writers: JSON, a query, a form and a path keep a text's bytes`(text: String) async throws {
        #expect(try JSON(parsing: Data(JSON.string(text).description.utf8)).string?.isExactly(text) == true)
        #expect(try #require(JSONSerialization.jsonObject(with: Data("[\(JSON.string(text))]".utf8)) as? [String])[0].isExactly(text))
        var query = Query()
        query.append(text, text)
        let items = URLComponents(string: "http://h/?\(query.encoded)")?.queryItems ?? []
        #expect(items.count == 1 && items.first?.name.isExactly(text) == true && items.first?.value?.isExactly(text) == true)
        let form = String(decoding: try await FormBody(query).entity().bytes(), as: UTF8.self)
        let parts = form.split(separator: "=").map { PercentEncoding.decode($0.utf8) }
        #expect(parts.count == 2 && parts.allSatisfy { $0.isExactly(text) }, "\(form)")
        #expect(query.encoded.utf8.allSatisfy { $0 < 0x80 } && ("a/\(text)" as Path).encoded.split(separator: "/").count == 2)
    }

    @Test func `HTTPHeaders: fields are equal only if their bytes are`() {
        let (composed, decomposed): (HTTPHeaders, HTTPHeaders) = (["X-User": "Ren\u{E9}"], ["x-user": "Rene\u{301}"])
        #expect(composed != decomposed && Set([composed, decomposed]).count == 2)
        #expect(composed == ["X-USER": "Ren\u{E9}"])
        #expect(HTTPHeaders.Field(name: "a", value: "\u{212A}") != HTTPHeaders.Field(name: "a", value: "K"))
    }
}

extension String.UTF8View {
    fileprivate func contains(_ text: String) -> Bool { firstRange(of: text.utf8) != nil }
}
