import EndpointCassettes
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// A secret is hidden everywhere in the cassette: in each encoding, coding and spelling, and in exchanges other than its own.
@Suite struct ScrubberEchoTests {
    private static let secret = "plänted/Key 42"

    /// Records these exchanges, and returns everything in the cassette, including decoded Base64.
    private func recorded(
        _ exchanges: [(HTTPRequest, HTTPResponse)], in take: Take, redaction: Redaction? = nil
    ) async throws -> String {
        let responses = Recorder<HTTPResponse>()
        for (_, response) in exchanges { responses.record(response) }
        let next = Counter()
        let recorder = try take.recorder(
            .record, around: StubTransport { _ in responses.values[next.next() - 1] }, redaction: redaction)
        for (request, _) in exchanges { _ = try await recorder.send(request) }
        try recorder.save()
        return try take.entries.reduce(try take.text) { text, entry in
            [entry["response"]?["content"], entry["request"]?["postData"]].reduce(text) { text, content in
                guard (content?["encoding"] ?? content?["_encoding"]) == "base64" else { return text }
                let bytes = Data(base64Encoded: content?["text"]?.string ?? "") ?? Data()
                return text + "\n" + String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
            }
        }
    }

    private static func json(_ text: String, _ type: String = "application/json") -> HTTPResponse {
        HTTPResponse(headers: ["Content-Type": type], body: Data(text.utf8))
    }

    // MARK: Encodings and codings

    private static let document = #"{"token": "planted-Key-42", "name": "é", "n": 7}"#
    private static let latin = Data(#"{"token": "planted-Key-42", "name": ""#.utf8) + [0xE9] + Data(#"", "n": 7}"#.utf8)
    static let encodings: [(type: String?, body: Data)] = [
        ("application/json", document.data(using: .utf16LittleEndian) ?? Data()),
        (nil, document.data(using: .utf16BigEndian) ?? Data()),
        ("application/json; charset=utf-16", Data([0xFF, 0xFE]) + (document.data(using: .utf16LittleEndian) ?? Data())),
        ("text/plain", Data([0xFE, 0xFF]) + (document.data(using: .utf16BigEndian) ?? Data())),
        (nil, document.data(using: .utf32LittleEndian) ?? Data()),
        ("application/json", document.data(using: .utf32BigEndian) ?? Data()),
        (
            "text/plain; charset=utf-16be",
            Data("é".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }) + (document.data(using: .utf16BigEndian) ?? Data())
        ),
        ("text/plain; charset=iso-8859-1", latin),
        (nil, latin),
        ("image/png", Data(document.utf8)),
        ("video/mp4", latin),
        ("application/json", Data(document.utf8).dropLast(2) + [0xFF, 0x00]),
        // Truncated inside a character.
        ("application/json", (document.data(using: .utf16LittleEndian) ?? Data()).dropLast()),
    ]

    @Test(arguments: encodings.indices)
    func `Scrubber: a body is scrubbed in any encoding, and keeps its encoding`(index: Int) async throws {
        let (type, body) = Self.encodings[index]
        let response = HTTPResponse(headers: type.map { ["Content-Type": $0] } ?? [:], body: body)
        let sent = try request(.post, body: HTTPBodyEntity(contentType: type, content: .data(body)))
        let take = try Take()
        #expect(try await !recorded([(sent, response)], in: take).contains("planted"))
        let replayed = try await take.player().send(sent).body
        #expect(replayed.starts(with: body.prefix(3)) && replayed.suffix(3) == body.suffix(3))

        let whole = try Take()
        _ = try await recorded([(sent, response)], in: whole, redaction: .nothing)
        #expect(try await whole.player(redaction: .nothing).send(sent).body == body)
    }

    #if os(Linux)
        @Test(arguments: ["application/gzip", "application/json", "application/octet-stream"])
        func `Scrubber: a body compressed by its caller is scrubbed, and stays compressed`(type: String) async throws {
            let coded = try await Self.zipped(Data(Self.document.utf8))
            let coding: HTTPHeaders = type == "application/json" ? ["Content-Encoding": "gzip"] : [:]
            let sent = try request(.post, headers: coding, body: HTTPBodyEntity(contentType: type, content: .data(coded)))
            var headers = coding
            headers["Content-Type"] = type
            let take = try Take()
            let text = try await recorded([(sent, HTTPResponse(headers: headers, body: coded))], in: take)
            #expect(!text.contains("planted"))
            let replayed = try await take.player().send(sent)
            let unpacked = HTTPResponse(headers: ["Content-Encoding": "gzip"], body: replayed.body)
            let body = try unpacked.decoded(for: sent, limit: 1 << 20).body
            #expect(try JSON(parsing: body) == ["token": "redacted-1", "name": "é", "n": 7])
        }

        @Test(arguments: [(1, false), (2, false), (5, false), (6, true), (7, true)])
        func `Scrubber: a body that is compressed up to five times is scrubbed, and beyond that it is hidden`(
            times: Int, isHidden: Bool
        ) async throws {
            let headers: HTTPHeaders = [
                "Content-Type": "application/json", "Content-Encoding": Array(repeating: "gzip", count: times).joined(separator: ", "),
            ]
            func coding(_ text: String) async throws -> HTTPRequest {
                var coded = Data(text.utf8)
                for _ in 0..<times { coded = try await Self.zipped(coded) }
                return try request(.post, headers: headers, body: HTTPBodyEntity(contentType: nil, content: .data(coded)))
            }
            let sent = try await coding(Self.document)
            guard case .data(let coded)? = sent.body?.content else { return }
            let take = try Take()
            _ = try await recorded([(sent, HTTPResponse(headers: headers, body: coded))], in: take)
            let entry = try #require(try take.entries.first)
            let text = try #require(entry["request"]?["postData"]?["text"]?.string)
            let scrubbed: JSON = ["token": .string(Redaction.mark), "name": "é", "n": 7]
            #expect(isHidden ? text == Redaction.mark : try JSON(parsing: Data(text.utf8)) == scrubbed)

            // Another secret has another compressed form.
            let other = Self.document.replacing("planted-Key-42", with: "another-Key-43")
            var body = try await take.player().send(coding(other)).body
            guard !isHidden else {
                #expect(body == Data(Redaction.mark.utf8))
                return
            }
            body = try HTTPResponse(headers: headers, body: body).decoded(for: sent, limit: 1 << 20).body
            #expect(try JSON(parsing: body) == ["token": "redacted-1", "name": "é", "n": 7])
        }

        @Test func `Scrubber: a cassette without redaction keeps a body in any number of codings`() async throws {
            var coded = Data(Self.document.utf8)
            for _ in 0..<6 { coded = try await Self.zipped(coded) }
            let (sent, take) = (try request(), try Take())
            _ = try await recorded([(sent, HTTPResponse(body: coded))], in: take, redaction: .nothing)
            #expect(try await take.player(redaction: .nothing).send(sent).body == coded)
        }
    #endif

    private static func zipped(_ bytes: Data) async throws -> Data {
        let folder = try Folder()
        try folder.write(Array(bytes), to: "a")
        return Data(try await SystemProgram.run("gzip", ["-nc", "a"], in: folder.url))
    }

    // MARK: Echoes

    private static let spellings = [
        secret, "pl\\u00e4nted\\/Key 42", "pl%c3%a4nted%2fKey%2042", "pl%C3%A4nted/Key+42", "pl&#xe4;nted/Key&#32;42",
        Data(secret.utf8).base64EncodedString(), Data("user=\(secret)&x=1".utf8).base64EncodedString(),
        #"{\"t\": \"pl\\u00E4nted\\/Key 42\"}"#,
    ]
    static let sources: [(name: String, make: @Sendable () throws -> (HTTPRequest, HTTPResponse))] = [
        ("a field", { (try request(headers: ["X-Api-Key": secret]), HTTPResponse()) }),
        ("a query", { (try request(query: ["token": secret]), HTTPResponse()) }),
        ("a form", { (try request(.post, body: FormBody(["password": secret]).entity()), HTTPResponse()) }),
        ("a multipart body", { (try request(.post, body: MultipartBody([.text("password", secret)]).entity()), HTTPResponse()) }),
        ("a member of a hidden object", { (try request(), json(#"{"credentials": {"a": [{"b": "\#(secret)"}]}}"#)) }),
        ("an element of a hidden array", { (try request(), json(#"{"tokens": ["x", "\#(secret)"]}"#)) }),
        ("JSON lines", { (try request(), json("{\"n\": 1}\n{\"token\": \"\(secret)\"}", "application/jsonl")) }),
        ("XML", { (try request(), json("<a><token>\(secret)</token></a>", "application/xml")) }),
        ("a document in a text", { (try request(), json(#"{"body": "{\"token\": \"\#(secret)\"}"}"#)) }),
        (
            "the user of basic authentication",
            { (try request(headers: ["Authorization": "Basic " + Data("\(secret):".utf8).base64EncodedString()]), HTTPResponse()) }
        ),
        (
            "digest authentication",
            {
                (
                    try request(headers: ["Authorization": "Digest username=\"u\", realm=\"r\", nonce=\"n\", response=\"\(secret)\""]),
                    HTTPResponse()
                )
            }
        ),
        (
            "a redirect",
            { (try request(), HTTPResponse(status: 302, headers: ["Location": "https://h.example/?token=pl%C3%A4nted%2FKey%2042"])) }
        ),
        ("a cookie", { (try request(), HTTPResponse(headers: ["Set-Cookie": "sid=\(secret); Path=/"])) }),
    ]

    @Test(arguments: sources.indices)
    func `Scrubber: a hidden value is found in earlier and later exchanges, in each encoding`(source: Int) async throws {
        let echo = Self.json(#"{"count": 3, "all": ["\#(Self.spellings.joined(separator: #"", ""#))"]}"#)
        let take = try Take()
        let text = try await recorded(
            [(request(.get, "/before"), echo), Self.sources[source].make(), (request(.get, "/after"), echo)], in: take)
        for spelling in Self.spellings + ["nted", "Key 42"] { #expect(!text.contains(spelling), "\(text)") }
        for path in ["/before", "/after"] as [Path] {
            #expect(try JSON(parsing: await take.player().send(request(.get, path)).body)["count"] == 3)
        }
    }

    @Test func `Scrubber: hidden parts of a path are hidden in bodies and errors`() async throws {
        let take = try Take()
        let recorder = try take.recorder(
            .record,
            around: StubTransport { request in
                if request.path.encoded == "/list" { return Self.json(#"["bot planted-1:x"]"#) }
                throw APIError(
                    .connection, "No.", request: request, underlying: TransportFailure(.connect, detail: "no way to planted%2d1%3ax"))
            }, redaction: .standard.hiding(path: "bot*"))
        _ = try await recorder.send(request(.get, "/list"))
        _ = await failure { try await recorder.send(request(.get, "/botplanted-1:x/send")) }
        try recorder.save()
        #expect(try !take.text.contains("planted"))
    }

    @Test(arguments: [
        (#"{"pin": 1234567}"#, #"{"id": 1234567, "text": "no. 1234567, not 12345678"}"#, #"{"id": 0, "text": "no. 0, not 12345678"}"#),
        (
            #"{"pin": "hunter2"}"#, #"{"a": "hunter2", "b": "hunter22", "hunter2": 1}"#,
            #"{"a": "redacted-1", "b": "hunter22", "hunter2": 1}"#
        ),
        (#"{"pin": "letmein"}"#, #"{"a": "letmein"}"#, #"{"a": "letmein"}"#),
        (#"{"key": "accepted"}"#, #"{"accepted": true, "x": "unaccepted"}"#, #"{"accepted": true, "x": "unaccepted"}"#),
        (#"{"pin": "12345"}"#, #"{"n": 12345}"#, #"{"n": 12345}"#),
    ])
    func `Scrubber: a short value is found only where it stands alone, and a very short one is ignored`(
        hidden: String, echo: String, expected: String
    ) async throws {
        let take = try Take()
        _ = try await recorded([(request(.get, "/a"), Self.json(hidden)), (request(.get, "/b"), Self.json(echo))], in: take)
        #expect(try JSON(parsing: await take.player().send(request(.get, "/b")).body) == JSON(parsing: expected))
    }

    @Test func `Scrubber: a value that occurs twice in a request doesn't prevent its replay`() async throws {
        let take = try Take()
        func sent(_ password: String) throws -> HTTPRequest {
            try request(
                .post, query: ["token": password],
                body: .data(Data(#"{"password": "\#(password)", "repeated": "\#(password)"}"#.utf8), contentType: "application/json"))
        }
        _ = try await recorded([(sent("planted-Key-42"), HTTPResponse(status: 201))], in: take)
        #expect(try await take.player().send(sent("planted-Key-42")).status == 201)
        #expect(try await take.player().send(sent("another-Key-7")).status == 201)
    }

    @Test func `Scrubber: values that the client's redaction allows are written`() async throws {
        let take = try Take()
        let stub = StubTransport(Self.json(#"{"key": "photo-1", "token": "planted-1"}"#))
        func send(_ transport: any Transport) async throws -> JSON {
            let client = try example(transport, redaction: .standard.showing("key"))
            return try await client.call(.get("a", query: ["key": "x"]), as: JSON.self).value
        }
        _ = try await send(take.recorder(around: stub))
        #expect(try await send(take.player()) == ["key": "photo-1", "token": "redacted-1"])
        #expect(try take.entries[0]["request"]?["url"] == "https://api.example.com/v1/a?key=x")
    }

    // MARK: Values that are sent back

    static let values = [
        "tok_planted1234567", "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "2024-05-06T07:08:09Z", "cGxhbnRlZC1LZXktNDI=",
        "d41d8cd98f00b204e9800998ecf8427e", "plantedplantedplanted",
    ]
    static let ways: [@Sendable (String) throws -> HTTPRequest] = [
        { try request(query: ["after": $0]) },
        { try request(.get, Path("/items/\($0)/x")) },
        { try request(.post, body: .data(Data(#"{"ref": "\#($0)"}"#.utf8), contentType: "application/json")) },
        { try request(.post, body: FormBody(["ref": $0]).entity()) },
        { try request(.get, "/b", query: ["ref": $0], headers: ["Authorization": "Bearer \($0)"]) },
    ]

    @Test(arguments: values, ways.indices)
    func `Scrubber: a request that sends a response's hidden value under another name sends the replayed value`(
        value: String, way: Int
    ) async throws {
        let take = try Take()
        let stub = StubTransport { request in
            guard request.path.encoded == "/login" else { return Self.json(#"{"first": \#(request.urlText.contains("other"))}"#) }
            return Self.json(#"{"token": "\#(value)", "otherToken": "other-\#(value)"}"#)
        }
        func run(_ transport: any Transport) async throws -> [String] {
            let tokens = try JSON(parsing: await transport.send(request(.get, "/login")).body)
            var bodies: [String] = []
            for name in ["token", "otherToken"] {
                let sent = try Self.ways[way](#require(tokens[name]?.string))
                bodies.append(String(decoding: try await transport.send(sent).body, as: UTF8.self))
            }
            return bodies
        }
        let recorder = try take.recorder(.record, around: stub)
        let live = try await run(recorder)
        try recorder.save()
        #expect(try !take.text.contains(value))
        #expect(try await run(take.player(.strict)) == live)
        #expect(try await run(take.player()) == live)
    }

    @Test func `Scrubber: a request that sends a hidden value's digits in its body sends the replayed digits`() async throws {
        let take = try Take()
        let login = Self.json(#"{"sessionId": "0047110815471108"}"#)
        func run(_ transport: any Transport) async throws {
            let body = try JSON(parsing: await transport.send(request(.get, "/login")).body)
            let id = try #require(body["sessionId"]?.string)
            _ = try await transport.send(
                request(.post, body: .data(Data(#"{"ref": "\#(id)", "n": 47110815471108}"#.utf8), contentType: "application/json")))
        }
        let recorder = try take.recorder(.record, around: StubTransport(login))
        try await run(recorder)
        try recorder.save()
        #expect(try !take.text.contains("0047110815471108"))
        try await run(take.player())
    }

    @Test func `Scrubber: each hidden value in XML has its own number, and requests send the replayed value`() async throws {
        let take = try Take()
        let page = HTTPResponse(
            headers: ["Content-Type": "application/xml"],
            body: Data("<a><NextToken>planted-1-a</NextToken><UploadToken>planted-2-b</UploadToken></a>".utf8))
        func run(_ transport: any Transport) async throws {
            let text = String(decoding: try await transport.send(request(.get, "/list")).body, as: UTF8.self)
            for name in ["NextToken", "UploadToken"] {
                let parts = text.split(separator: "<\(name)>", maxSplits: 1)
                let token = try #require(parts.last?.split(separator: "<").first)
                _ = try await transport.send(request(query: ["after": String(token)]))
            }
        }
        let recorder = try take.recorder(.record, around: StubTransport(page))
        try await run(recorder)
        try recorder.save()
        #expect(try !take.text.contains("planted"))
        try await run(take.player(.strict))
    }

    @Test func `Scrubber: a request that contains its secret twice is replayed even with a secret in another form`() async throws {
        let take = try Take()
        func sent(_ key: String) throws -> HTTPRequest {
            try request(.post, query: ["again": key], headers: ["X-Api-Key": key], body: FormBody(["again": key]).entity())
        }
        let keys = ["d41d8cd98f00b204e9800998ecf8427e", "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "planted-Key-42", "cGxhbnRlZC1LZXktNDI="]
        for key in keys {
            _ = try await recorded([(sent(key), HTTPResponse(status: 201))], in: take)
            for other in keys { #expect(try await take.player().send(sent(other)).status == 201) }
        }
    }

    @Test func `Scrubber: a secret is found in a content type, as a URL's password, and after two spaces`() async throws {
        let take = try Take()
        func sent(_ key: String) throws -> HTTPRequest {
            try request(
                .post, headers: ["X-Api-Key": key],
                body: .data(Data("--\(key)--\r\n".utf8), contentType: "multipart/form-data; boundary=\"\(key)\""))
        }
        let links = Self.json(#"{"a": "https://u:planted-2@h.example/", "b": "https://planted-3:x@h.example/", "c": "planted-4"}"#)
        let text = try await recorded(
            [
                (sent("planted-1"), links), (request(headers: ["Authorization": "Bearer  planted-4"]), HTTPResponse()),
                (request(.get, "/b"), Self.json(#"["planted-1", "planted-2", "planted-3", "planted-4"]"#)),
            ], in: take)
        #expect(!text.contains("planted"), "\(text)")
        _ = try await take.player().send(sent("another-1"))
    }

    // MARK: Forms

    private struct Hidden: Decodable, Equatable {
        struct Secrets: Decodable, Equatable {
            var uuid: UUID
            var other: UUID
            var date: Date
            var data: Data
            var digits: String
            var hash: String
            var count: Int
        }
        var secrets: Secrets
    }

    @Test func `Scrubber: a hidden value can be decoded in a replay, and different values stay different`() async throws {
        let body = #"""
            {"secrets": {"uuid": "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "other": "16fd2706-8baf-433b-82eb-8c7fada847da",
            "date": "2024-05-06T07:08:09Z", "data": "cGxhbnRlZC1LZXktNDI=", "digits": "004711", "hash": "d41d8cd98f00b204e9800998ecf8427e",
            "count": 12}, "again": "id 6f9619ff-8b86-d011-b42d-00cf4fc964ff, 6F9619FF-8B86-D011-B42D-00CF4FC964FF"}
            """#
        let take = try Take()
        _ = try await example(take.recorder(around: StubTransport(Self.json(body)))).data(.get("a")).value
        #expect(try !take.text.contains("6F9619FF") && !take.text.contains("cGxhbnRl") && !take.text.contains("d41d8"))
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let hidden = try await decoder.decode(Hidden.self, from: example(take.player()).data(.get("a")).value).secrets
        #expect(hidden.uuid.uuidString == "00000000-0000-0000-0000-000000000001" && hidden.other != hidden.uuid)
        #expect(hidden.date == ISO8601.date(from: "2000-01-01T00:00:00Z"))
        #expect(hidden.data.count == 14 && hidden.count == 0)
        #expect(hidden.digits.utf8.count == 6 && Int(hidden.digits) != nil && hidden.hash.utf8.count == 32)
    }
}
