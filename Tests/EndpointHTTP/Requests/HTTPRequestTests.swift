import EndpointKit
import Testing

@Suite struct HTTPRequestTests {
    let origin: Origin

    init() throws { origin = try #require(Origin(scheme: .https, host: "example.com")) }

    private func refusal(_ edit: (inout HTTPRequest) -> Void) -> APIError? {
        var request = HTTPRequest(origin: origin, path: "items")
        edit(&request)
        do {
            try request.validate()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: 0..<UInt8(128))
    func `HTTPRequest: a method or field name is a token`(byte: UInt8) {
        let character = String(UnicodeScalar(byte))
        let isToken = character.wholeMatch(of: /[A-Za-z0-9!#$%&'*+\-.^_`|~]/) != nil
        #expect((refusal { $0.method = HTTPMethod(rawValue: "GE" + character) } == nil) == isToken)
        #expect((refusal { $0.headers.append("X" + character, "1") } == nil) == isToken)
    }

    @Test(arguments: 0..<UInt8(128))
    func `HTTPRequest: a field value contains no control character except tab`(byte: UInt8) {
        let error = refusal { $0.headers["X-Field"] = "a\(UnicodeScalar(byte))b" }
        let isAllowed = byte == 9 || (32...126).contains(byte)
        #expect((error == nil) == isAllowed)
        if !isAllowed { #expect(error?.code == .invalidRequest) }
    }

    @Test(arguments: ["", "GET /", "GET\r\nX: y", "GÉT", "\0"])
    func `HTTPRequest: a method that isn't a token is rejected`(method: String) {
        let error = refusal { $0.method = HTTPMethod(rawValue: method) }
        #expect(error?.code == .invalidRequest)
        // The text of the reason contains no line break.
        #expect(error?.message.contains("\n") == false)
    }

    @Test(arguments: ["", "X Y", "X:", "Ünder", "X\r\nY"])
    func `HTTPRequest: a field name that isn't a token is rejected`(name: String) {
        #expect(refusal { $0.headers.append(name, "1") }?.code == .invalidRequest)
    }

    @Test func `HTTPRequest: a rejected field value isn't shown`() {
        let error = refusal { $0.headers["X-Field"] = "planted\n" }
        #expect(error.map { "\($0)".contains("planted") } == false)
    }

    @Test func `HTTPRequest: a value in UTF-8 or an empty value is valid`() {
        #expect(refusal { $0.headers = ["A": "ü 🦸‍♀️", "B": ""] } == nil)
    }

    @Test(arguments: [
        ("Content-Length", "4"), ("content-length", "+3"), ("Content-Length", ""), ("Content-Length", " 3"), ("Content-Length", "3, 3"),
        ("Transfer-Encoding", "chunked"), ("transfer-encoding", "gzip"), ("TE", "trailers"), ("Trailer", "X-Sum"), ("Upgrade", "h2c"),
        ("Connection", "X-Secret"), ("Keep-Alive", "timeout=5"), ("Proxy-Connection", "close"), ("HTTP2-Settings", "AAMAAABk"),
    ])
    func `HTTPRequest: a framing or connection field is rejected with a message that says what to do`(name: String, value: String) {
        let error = refusal {
            $0.body = HTTPBodyEntity(contentType: nil, content: .data(Data("abc".utf8)))
            $0.headers.append(name, value)
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.lowercased().contains(name.lowercased()) == true)
        #expect(error?.message.contains("remove it") == true)
    }

    @Test func `HTTPRequest: a Content-Length is valid if it is the known length of the body`() {
        let stream = HTTPBodyStream(AsyncStream<Data> { $0.finish() })
        #expect(refusal { $0.headers["Content-Length"] = "0" } == nil)
        #expect(refusal { $0.headers["Content-Length"] = "1" }?.code == .invalidRequest)
        #expect(
            refusal {
                $0.body = HTTPBodyEntity(contentType: nil, content: .data(Data("abc".utf8)))
                $0.headers["Content-Length"] = "3"
            } == nil)
        #expect(
            refusal {
                $0.body = HTTPBodyEntity(contentType: nil, content: .stream(stream))
                $0.headers["Content-Length"] = "3"
            }?.code == .invalidRequest)
    }

    @Test func `HTTPRequest: one Host and a close of the connection are valid`() {
        #expect(refusal { $0.headers = ["Host": "front.example.com", "Connection": "close"] } == nil)
        #expect(
            refusal {
                $0.headers.append("Host", "a.example")
                $0.headers.append("host", "b.example")
            }?.code == .invalidRequest)
    }

    @Test func `HTTPRequest: a timeout or limit that allows nothing is rejected`() {
        #expect(refusal { $0.timeout = .zero }?.code == .invalidRequest)
        #expect(refusal { $0.timeout = .seconds(-1) }?.code == .invalidRequest)
        #expect(refusal { $0.bodyLimit = -1 }?.code == .invalidRequest)
        #expect(refusal { $0.timeout = .nanoseconds(1) } == nil)
        #expect(refusal { $0.bodyLimit = 0 } == nil)
    }

    @Test(arguments: [
        ("", "", "https://example.com/"), ("/", "", "https://example.com/"), ("a", "", "https://example.com/a"),
        ("a/", "b=1", "https://example.com/a/?b=1"),
        ("", "b", "https://example.com/?b"), ("//evil.com", "", "https://example.com/evil.com"),
        ("é", "q=ü", "https://example.com/%C3%A9?q=%C3%BC"),
        ("\r\n", "a=\r\n", "https://example.com/%0D%0A?a=%0D%0A"),
    ])
    func `HTTPRequest: its URL is origin, path and query`(path: String, query: String, text: String) {
        let request = HTTPRequest(origin: origin, path: Path(path), query: Query(encoded: query))
        #expect(request.urlText == text)
        #expect(request.url.absoluteString == text)
    }

    @Test func `HTTPRequest: its method determines whether it is idempotent, unless overridden`() {
        #expect(HTTPRequest(method: .put, origin: origin).isIdempotent)
        #expect(!HTTPRequest(method: .post, origin: origin).isIdempotent)
    }

    @Test func `HTTPResponse: it keeps the values that it was created with, and has status 200 by default`() throws {
        let url = try #require(URL(string: "https://example.com/a?b"))
        let response = HTTPResponse(status: 404, headers: ["A": "1"], body: Data("x".utf8), url: url)
        #expect((response.status, response.headers, response.body, response.url) == (.notFound, ["A": "1"], Data("x".utf8), url))
        #expect(HTTPResponse().status == .ok)
        #expect(HTTPResponse().body.isEmpty)
        #expect(HTTPResponse().url == nil)
    }
}
