#if canImport(CurlShim)
    import EndpointKit
    import Testing

    // The public API can't make an engine repeat a request or fold a line.
    @testable import EndpointCurl

    @Suite struct ResponseHeadTests {
        /// The parts of a head that can be copied.
        private struct Parsed {
            var status: HTTPStatus
            var headers: HTTPHeaders
            var isComplete: Bool
            var contentLength: Int?
        }

        private func head(_ lines: String...) throws -> Parsed { try head(lines.map { Array($0.utf8) }) }

        private func head(_ lines: [[UInt8]]) throws -> Parsed {
            var head = ResponseHead()
            for line in lines { _ = try (line + Array("\r\n".utf8)).withUnsafeBytes { try head.receive($0) } }
            return Parsed(
                status: head.status, headers: head.takeFields().headers, isComplete: head.isComplete, contentLength: head.contentLength)
        }

        @Test func `ResponseHead: a status line after the head counts as a second response, and is malformed`() throws {
            #expect(throws: ResponseHead.Malformed.self) { try head("HTTP/1.1 200 OK", "Content-Length: 5", "", "HTTP/1.1 200 OK") }
            #expect(throws: ResponseHead.Malformed.self) { try head("HTTP/2 200", "", "HTTP/1.1 503 Service Unavailable") }
        }

        @Test(arguments: ["HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 20", "HTTP/1.1 2000 OK", "HTTP/1.1 2x0 OK", "HTTP/1.1 099", "HTTP/1.1 +20 OK"])
        func `ResponseHead: a first line without a status code is malformed`(_ line: String) {
            #expect(throws: ResponseHead.Malformed.self) { try head(line, "") }
        }

        @Test(arguments: ["HTTP/1.1 204", "HTTP/1.1 204 No Content", "HTTP/2 204 ", "HTTP/1.1  204  No"])
        func `ResponseHead: the status code is the second word`(_ line: String) throws {
            #expect(try head(line, "").status == .noContent)
        }

        // With such a coding, libcurl ignores the length, so a truncated body would pass as complete.
        @Test(
            arguments: [
                "identity", "", "chunked, identity", "identity, chunked", "chunked,", ",chunked", "chunked, chunked", "chunked;q=1",
            ])
        func `ResponseHead: a transfer coding other than chunked is malformed`(_ coding: String) {
            #expect(throws: ResponseHead.Malformed.self) {
                try head("HTTP/1.1 200 OK", "Content-Length: 5", "Transfer-Encoding: \(coding)", "")
            }
            #expect(throws: ResponseHead.Malformed.self) {
                try head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "Transfer-Encoding: \(coding)", "")
            }
        }

        @Test(arguments: ["chunked", "Chunked", " chunked\t"])
        func `ResponseHead: chunked is case-insensitive`(_ coding: String) throws {
            #expect(try head("HTTP/1.1 200 OK", "Transfer-Encoding: \(coding)", "").isComplete)
        }

        @Test(arguments: ["5", " 5\t", "5, 5", "5 ,\t5", "05"])
        func `ResponseHead: equal lengths are treated as one`(_ length: String) throws {
            #expect(try head("HTTP/1.1 200 OK", "content-LENGTH:\(length)", "").contentLength == 5)
        }

        @Test(arguments: ["", "5,", ",5", "5,6", "5 5", "-5", "+5", "0x5", "5.0", "9223372036854775808", "99999999999999999999"])
        func `ResponseHead: a length that isn't a number, or two lengths, are malformed`(_ length: String) {
            #expect(throws: ResponseHead.Malformed.self) { try head("HTTP/1.1 200 OK", "Content-Length: \(length)", "") }
        }

        // Progress and downloads know the length only from the fields.
        @Test(arguments: ["", "Content-Length: 5", "Content-Length: 5, 5", "Transfer-Encoding: chunked"], [200, 204, 205, 206, 304, 404])
        func `ResponseHead: a body's framing states the length that is computed from its fields`(_ field: String, status: Int) throws {
            for method in [HTTPMethod.get, .head, .post] {
                var head = ResponseHead()
                for line in ["HTTP/1.1 \(status) X"] + (field.isEmpty ? [] : [field]) + [""] {
                    _ = try Array((line + "\r\n").utf8).withUnsafeBytes { try head.receive($0) }
                }
                let framing = head.framing(of: method)
                let length = BodyLength(of: head.status, to: method, head.takeFields().headers)
                switch (framing, length) {
                case (.none, .none), (.chunked, .chunks), (.untilEnd, .untilEnd): break
                case (.length(let missing), .bytes(let count)): #expect(missing == count)
                default: Issue.record("\(method) \(status) is framed as \(framing), and its length is \(length)")
                }
            }
        }

        @Test func `ResponseHead: a status line after an interim head and a trailer are both fine`() throws {
            let head = try head("HTTP/1.1 103 Early Hints", "Link: </s>", "", "HTTP/1.1 200 OK", "X-A: 1", "", "X-A: 2", "HTTP: 3")
            #expect(head.status == .ok)
            #expect(head.headers.map(\.name) == ["X-A"])
            #expect(head.headers.values(for: "X-A") == ["1"])
        }

        @Test func `ResponseHead: a hundred interim heads may precede the final one, and not more`() throws {
            let interim = ["HTTP/1.1 102 Processing", ""]
            let heads = Array(repeating: interim, count: ResponseHead.interimLimit).flatMap(\.self) + ["HTTP/1.1 200 OK", ""]
            #expect(try head(heads.map { Array($0.utf8) }).isComplete)
            #expect(throws: ResponseHead.Malformed.self) { try self.head((interim + heads).map { Array($0.utf8) }) }
        }

        @Test func `ResponseHead: a folded line continues the previous value`() throws {
            let head = try head("HTTP/1.1 200 OK", " lost", "X-A: 1", "\t 2 ", " ", "X-B:", " 3", "no field", "")
            #expect(head.headers.values(for: "X-A") == ["1 2"])
            #expect(head.headers.values(for: "X-B") == ["3"])
            for name in ["Content-Length", "Transfer-Encoding"] {
                #expect(throws: ResponseHead.Malformed.self) { try self.head("HTTP/1.1 200 OK", "\(name): 5", " 6") }
            }
        }

        // libcurl is case-insensitive here too.
        @Test func `ResponseHead: a status line is case-insensitive`() throws {
            #expect(try head("http/1.1 500 NO", "").status == .internalServerError)
            let head = try head("HTTP/1.1 103 Early Hints", "", "hTtP/1.1 401 S", "X-A: 1", "")
            #expect(head.status == .unauthorized && head.isComplete)
            for lines in [["http/1.1 101 S", ""], ["HTTP/1.1 200 OK", "http/1.1 500: x"], ["X-A: 1", ""], [""]] {
                #expect(throws: ResponseHead.Malformed.self) { try self.head(lines.map { Array($0.utf8) }) }
            }
        }

        @Test(arguments: ["a\rb", "a\u{0}b", "a\r b"])
        func `ResponseHead: a carriage return or a NUL inside a value is malformed`(_ value: String) {
            #expect(throws: ResponseHead.Malformed.self) { try head("HTTP/1.1 200 OK", "X-A: \(value)") }
            #expect(throws: ResponseHead.Malformed.self) { try head("HTTP/1.1 200 OK", "X-A: 1", " \(value)") }
        }

        @Test func `ResponseHead: a space before the colon is malformed`() {
            #expect(throws: ResponseHead.Malformed.self) { try head("HTTP/1.1 200 OK", "X-A : 1") }
            #expect(throws: ResponseHead.Malformed.self) { try head("HTTP/1.1 200 OK", "X-A\t: 1") }
        }

        @Test(arguments: ["Location", "link", "Content-Location"])
        func `ReceivedFields: bytes in a URL that aren't UTF-8 are percent-encoded`(name: String) throws {
            let field = Array("\(name): /".utf8)
            let head = try head([
                Array("HTTP/1.1 200 OK".utf8), field + [0xE9] + Array("?a=%C3".utf8), field + Array("é".utf8), [],
            ])
            #expect(head.headers.values(for: name) == ["/%E9?a=%C3", "/é"])
        }

        @Test func `ResponseHead: text is UTF-8, or otherwise Latin-1`() throws {
            let name = Array("X-A: ".utf8)
            let long = [UInt8](repeating: 0x61, count: 40)
            let head = try head([
                Array("HTTP/1.1 200 OK".utf8), name + Array("größer".utf8), name + [0x67, 0xF6], name + long + [0xFC], name + long,
                [0xE4, 0x3A], [],
            ])
            let text = String(repeating: "a", count: 40)
            #expect(head.headers.values(for: "X-A") == ["größer", "gö", text + "ü", text])
            #expect(head.headers.last?.name == "ä")
        }
    }
#endif
