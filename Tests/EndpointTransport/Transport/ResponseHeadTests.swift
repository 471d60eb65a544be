import Testing

// The public API has no way to make an engine repeat a request.
@testable import EndpointTransport

@Suite struct ResponseHeadTests {
    private func head(_ lines: String...) throws -> ResponseHead {
        var head = ResponseHead()
        for line in lines { try Array("\(line)\r\n".utf8).withUnsafeBytes { try head.receive($0) } }
        return head
    }

    @Test func `a status line after the head is a second answer, and malformed`() throws {
        #expect(throws: ResponseHead.Malformed.self) { try head("HTTP/1.1 200 OK", "Content-Length: 5", "", "HTTP/1.1 200 OK") }
        #expect(throws: ResponseHead.Malformed.self) { try head("HTTP/2 200", "", "HTTP/1.1 503 Service Unavailable") }
    }

    // libcurl ignores the length then, so a body that is cut off would pass as whole.
    @Test(arguments: ["identity", "", "chunked, identity", "identity, chunked", "chunked,", ",chunked", "chunked, chunked", "chunked;q=1"])
    func `a coding of the transfer other than chunked is malformed`(_ coding: String) {
        #expect(throws: ResponseHead.Malformed.self) {
            try head("HTTP/1.1 200 OK", "Content-Length: 5", "Transfer-Encoding: \(coding)", "")
        }
        #expect(throws: ResponseHead.Malformed.self) {
            try head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "Transfer-Encoding: \(coding)", "")
        }
    }

    @Test(arguments: ["chunked", "Chunked", " chunked\t"])
    func `chunked is chunked in any case`(_ coding: String) throws {
        #expect(try head("HTTP/1.1 200 OK", "Transfer-Encoding: \(coding)", "").isComplete)
    }

    @Test func `a status line after an interim head, and a trailer, are neither`() throws {
        let head = try head("HTTP/1.1 103 Early Hints", "Link: </s>", "", "HTTP/1.1 200 OK", "X-A: 1", "", "X-A: 2", "HTTP: 3")
        #expect(head.status == .ok)
        #expect(head.headers.values(for: "X-A") == ["1"])
    }
}
