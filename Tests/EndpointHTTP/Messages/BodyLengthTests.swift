import EndpointKit
import EndpointHTTP
import Testing

@Suite struct BodyLengthTests {
    private static let rows: [(HTTPStatus, HTTPMethod, HTTPHeaders, BodyLength)] = [
        (200, .get, ["Content-Length": "5"], .bytes(5)), (200, .head, ["Content-Length": "5"], .none),
        (204, .get, ["Content-Length": "5"], .none), (304, .get, ["Content-Length": "5"], .none),
        (304, .get, ["Transfer-Encoding": "chunked"], .none), (204, .get, [:], .none),
        (205, .post, ["Content-Length": "5"], .bytes(5)), (205, .post, ["Content-Length": "0"], .bytes(0)),
        (205, .post, ["Transfer-Encoding": "chunked"], .chunks), (205, .post, [:], .untilEnd),
        (200, .get, ["Content-Length": "5", "Transfer-Encoding": "chunked"], .chunks), (200, .get, [:], .untilEnd),
        (200, .get, ["Content-Length": "5, 5"], .bytes(5)), (200, .get, ["Content-Length": "5", "content-length": "5"], .bytes(5)),
        (200, .get, ["Content-Length": "5", "content-length": "6"], .untilEnd), (200, .get, ["Content-Length": "-5"], .untilEnd),
        (200, .get, ["Content-Length": "+5"], .untilEnd), (200, .get, ["Content-Length": ""], .untilEnd),
    ]

    @Test(arguments: rows) func `Body length: a head determines the length of its body`(
        status: HTTPStatus, method: HTTPMethod, headers: HTTPHeaders, length: BodyLength
    ) {
        #expect(BodyLength(of: status, to: method, headers) == length)
        let stream = HTTPResponseStream(status: status, headers: headers, body: HTTPResponseStream.Body(Data()))
        switch length {
        case .none: #expect(stream.bodyLength(answering: method) == 0)
        case .bytes(let count): #expect(stream.bodyLength(answering: method) == Int64(count))
        case .chunks, .untilEnd: #expect(stream.bodyLength(answering: method) == nil)
        }
    }

    @Test func `Body length: the decoded length of an encoded body is unknown`() {
        let headers: HTTPHeaders = ["Content-Length": "5", "Content-Encoding": "gzip"]
        #expect(HTTPResponseStream(headers: headers, body: HTTPResponseStream.Body(Data())).bodyLength(answering: .get) == nil)
    }
}
