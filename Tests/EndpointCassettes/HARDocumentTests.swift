import EndpointCassettes
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Archives from other tools, with their own fields.
@Suite struct HARDocumentTests {
    /// An archive like those of Chromium-based browsers: pseudo-fields of HTTP/2, fields that begin with an underscore, and Chromium's own
    /// errors.
    private static let chromium = """
        {"log": {"version": "1.2", "creator": {"name": "WebInspector", "version": "537.36"},
        "pages": [{"startedDateTime": "2025-03-01T10:00:00.000Z", "id": "page_1", "title": "A page", "pageTimings": {"onLoad": 12.5}}],
        "entries": [
        {"_connectionId": "17", "_initiator": {"type": "script", "stack": {"callFrames": []}}, "_priority": "High", "_resourceType": "fetch",
        "cache": {}, "connection": "443", "pageref": "page_1", "serverIPAddress": "192.0.2.1",
        "request": {"method": "GET", "url": "https://api.example.com/v1/heroes?apikey=real-key-of-somebody&limit=2", "httpVersion": "http/2.0",
        "headers": [{"name": ":authority", "value": "api.example.com"}, {"name": "accept", "value": "*/*"}],
        "queryString": [{"name": "apikey", "value": "real-key-of-somebody"}, {"name": "limit", "value": "2"}], "cookies": [],
        "headersSize": -1, "bodySize": 0},
        "response": {"status": 200, "statusText": "", "httpVersion": "http/2.0",
        "headers": [{"name": "content-type", "value": "application/json"}, {"name": "content-encoding", "value": "br"}], "cookies": [],
        "content": {"size": 23, "mimeType": "application/json", "text": "[{\\"name\\": \\"Hulk\\", \\"id\\": 1}]"}, "redirectURL": "",
        "headersSize": -1, "bodySize": -1, "_transferSize": 512, "_error": null, "_fetchedViaServiceWorker": false},
        "startedDateTime": "2025-03-01T10:00:01.123Z", "time": 41.9,
        "timings": {"blocked": 1.2, "dns": -1, "ssl": -1, "connect": -1, "send": 0.1, "wait": 40.1, "receive": 0.5, "_blocked_queueing": 0.4}},
        {"request": {"method": "GET", "url": "https://api.example.com/v1/gone", "httpVersion": "", "headers": [], "queryString": [],
        "cookies": [], "headersSize": -1, "bodySize": 0},
        "response": {"status": 0, "statusText": "", "httpVersion": "", "headers": [], "cookies": [], "content": {"size": 0, "mimeType":
        "x-unknown"}, "redirectURL": "", "headersSize": -1, "bodySize": -1, "_transferSize": 0, "_error": "net::ERR_NAME_NOT_RESOLVED"},
        "startedDateTime": "2025-03-01T10:00:02.000Z", "time": 3, "cache": {}, "timings": {"send": 0, "wait": 0, "receive": 3}},
        {"request": {"method": "GET", "url": "https://api.example.com/v1/large.bin", "httpVersion": "http/2.0", "headers": [],
        "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
        "response": {"status": 200, "statusText": "", "httpVersion": "http/2.0", "headers": [], "cookies": [],
        "content": {"size": 99999999, "mimeType": "application/octet-stream"}, "redirectURL": "", "headersSize": -1, "bodySize": -1},
        "startedDateTime": "2025-03-01T10:00:03.000Z", "time": 3, "cache": {}, "timings": {"send": 0, "wait": 0, "receive": 3}}
        ]}}
        """

    /// An archive like those of Firefox: a form as parameters, Base64 in lines, and a byte order mark before the document.
    private static let firefox = """
        \u{FEFF}{
          "log": {
            "version": "1.2",
            "creator": { "name": "Firefox", "version": "136.0" },
            "browser": { "name": "Firefox", "version": "136.0" },
            "entries": [
              {
                "startedDateTime": "2025-03-01T11:00:00.000+01:00",
                "_securityState": "secure",
                "request": {
                  "bodySize": 12, "method": "POST", "url": "https://api.example.com/v1/login", "httpVersion": "HTTP/1.1",
                  "headers": [{ "name": "Content-Type", "value": "application/x-www-form-urlencoded" }],
                  "cookies": [], "queryString": [], "headersSize": 300,
                  "postData": {
                    "mimeType": "application/x-www-form-urlencoded",
                    "params": [{ "name": "user", "value": "a b" }, { "name": "password", "value": "hunter2" }]
                  }
                },
                "response": {
                  "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "headers": [{ "name": "Content-Type", "value": "image/png" }],
                  "cookies": [], "content": { "mimeType": "image/png", "size": 4, "encoding": "base64", "text": "iVBO\\nRw==" },
                  "redirectURL": "", "headersSize": 200, "bodySize": 204
                },
                "cache": {}, "timings": { "blocked": 0, "dns": 0, "connect": 0, "ssl": 0, "send": 0, "wait": 20, "receive": 0 }, "time": 20
              }
            ]
          }
        }
        """

    private struct Hero: Decodable, Sendable, Equatable { let name: String }

    @Test(arguments: [CassetteTransport.Order.byRequest, .strict])
    func `CassetteTransport: a cassette whose entries can't be replayed isn't called empty`(order: CassetteTransport.Order) async throws {
        let take = try Take(
            #"{"log": {"entries": [{"request": {"method": "GET", "url": "data:,a"}, "response": {"status": 200, "content": {}}}]}}"#)
        let request = HTTPRequest(origin: try #require(Origin(scheme: .https, host: "api.example.com")), path: "/a")
        let error = await #expect(throws: APIError.self) {
            try await take.player(order).send(request, in: .standard)
        }
        #expect(error?.message.contains("None of its entries can be replayed") == true && error?.message.contains("empty") == false)
    }

    @Test func `RequestMatching: users whose names differ only in their Unicode form have their own recordings`() async throws {
        let names = ["Ren\u{E9}", "Rene\u{301}", "\u{212B}", "\u{C5}"]
        func fields(_ name: String) -> String { #"[{"name": "X-User", "value": "\#(name)"}]"# }
        let entries = names.enumerated().map { index, name in
            #"""
            {"request": {"method": "GET", "url": "https://api.example.com/me?id=1", "headers": \#(fields(name))},
            "response": {"status": 200, "headers": [], "content": {"text": "\#(index)"}}}
            """#
        }
        let take = try Take(#"{"log": {"entries": [\#(entries.joined(separator: ","))]}}"#)
        var matching = RequestMatching.standard
        matching.headers = ["X-User"]
        let player = try take.player(matching: matching, redaction: .nothing)
        for (index, name) in names.enumerated().reversed() {
            var request = HTTPRequest(
                origin: try #require(Origin(scheme: .https, host: "api.example.com")), path: "/me", query: ["id": "1"])
            request.headers["X-User"] = name
            #expect(try await player.send(request, in: .standard).body == Data("\(index)".utf8))
        }
    }

    @Test(arguments: MarkedTexts.lines(beside: "\"\\{}[],:"))
    func `HARDocument: a body keeps its bytes, although a mark is beside a delimiter`(text: String) async throws {
        let take = try Take()
        var request = HTTPRequest(method: .post, origin: try #require(Origin(scheme: .https, host: "api.example.com")), path: "/a")
        request.body = HTTPBodyEntity(contentType: "text/plain", content: .data(Data(text.utf8)))
        let answer = HTTPResponse(headers: ["Content-Type": "text/plain"], body: Data(text.utf8))
        _ = try await take.recorder(around: StubTransport(answer), redaction: .nothing).send(request, in: .standard)
        #expect(try take.entries.count == 1 && JSONSerialization.jsonObject(with: Data(contentsOf: take.file)) is [String: Any])
        #expect(try await take.player(redaction: .nothing).send(request, in: .standard).body == Data(text.utf8))
    }

    @Test func `HARDocument: an export of Chromium is replayed`() async throws {
        let take = try Take(Self.chromium)
        let client = try example(take.player(), authentication: .query(["apikey": "another key"]))
        let heroes = try await client.call(.get("heroes", query: ["limit": 2]).authenticated(), as: [Hero].self).value
        #expect(heroes == [Hero(name: "Hulk")])
        let gone = await failure { try await take.player().send(request(.get, "/v1/gone")) }
        #expect(gone?.code == .connection && gone?.message.contains("net::ERR_NAME_NOT_RESOLVED") == true)
        let large = await failure { try await take.player().send(request(.get, "/v1/large.bin")) }
        #expect(large?.message == "Entry 3 of the cassette was saved without the response's body.")
    }

    @Test func `HARDocument: an export of Firefox is replayed`() async throws {
        let take = try Take(Self.firefox)
        let form = try FormBody(["password": "another", "user": "a b"]).entity()
        let response = try await take.player().send(request(.post, "/v1/login", body: form))
        #expect(response.body == Data([0x89, 0x50, 0x4E, 0x47]))
        let other = try FormBody(["user": "b", "password": "another"]).entity()
        let error = await failure { try await take.player().send(request(.post, "/v1/login", body: other)) }
        #expect(error?.message.contains("has user=a b, not user=b in its body") == true)
        #expect(error?.message.contains("hunter2") == false && error?.message.contains("another") == false)
    }

    /// An archive of one exchange, with these members in its request and its response.
    private static func archive(_ request: String = "", _ response: String, method: String = "GET") -> String {
        """
        {"log": {"entries": [{"request": {"method": "\(method)", "url": "https://api.example.com:443/a"\(request)},
        "response": {\(response)}}]}}
        """
    }

    static let broken: [(request: String, response: String, problem: String)] = [
        ("", #""status": -2"#, "response.status: expected 100 to 999, or 0 or -1 for no response, found -2"),
        ("", #""status": 99999"#, "response.status: expected 100 to 999, or 0 or -1 for no response, found 99999"),
        (
            "", #""status": 200, "content": {"text": "a", "encoding": "rot13"}"#,
            #"response.content.encoding: expected "base64" or none, found "rot13""#
        ),
        (
            "", #""status": 200, "content": {"text": "YQ=?", "encoding": "base64"}"#,
            "response.content.text: expected Base64, found something else"
        ),
        (
            "", #""status": 200, "headers": [{"name": "A", "value": "1"}, {"name": "B\r\nC", "value": "2"}]"#,
            "response.headers[1].name: expected the name of a field, found something else"
        ),
        (
            "", #""status": 200, "headers": [{"name": "A", "value": "1\u0000"}]"#,
            "response.headers[0].value: expected the value of a field, found control characters"
        ),
        ("", #""status": -2"#, "response.status: expected 100 to 999, or 0 or -1 for no response, found -2"),
        (
            #", "postData": {"text": "%%", "_encoding": "base64"}"#, #""status": 200"#,
            "request.postData.text: expected Base64, found something else"
        ),
        (
            "", #""status": 200, "content": {"text": "\ud800"}"#,
            "response.content.text: at byte 238: found a lone surrogate"
        ),
        ("", #""status": "200""#, "response.status: expected Int, found a string"),
        (#", "headers": {}"#, #""status": 200"#, "request.headers: expected an array, found an object"),
    ]

    @Test(arguments: broken.indices)
    func `HARDocument: an invalid entry is an error when a request needs it, and doesn't affect other entries`(index: Int) async throws {
        let (request, response, problem) = Self.broken[index]
        let other = #"{"request": {"method": "GET", "url": "https://api.example.com/b"}, "response": {"status": 201}}, "#
        let text = Self.archive(request, response).replacing(#""entries": ["#, with: #""entries": [\#(other)"#)
        let player = try Take(text).player()
        #expect(try await player.send(TestSupport.request(.get, "/b")).status == 201)
        let error = await failure { try await player.send(TestSupport.request()) }
        #expect(error?.code == .file)
        #expect(error?.message == "Entry 2 of the cassette can't be replayed: log.entries[1].\(problem).")
    }

    @Test func `HARDocument: an entry whose body can't be read is named if a request nearly matches it`() async throws {
        let take = try Take(
            Self.archive(#", "postData": {"text": "%%", "_encoding": "base64"}"#, #""status": 200"#, method: "POST"))
        let body = HTTPBodyEntity(contentType: "text/plain", content: .data(Data("a".utf8)))
        let message = await failure { try await take.player().send(request(.post, body: body)) }?.message ?? ""
        #expect(
            message.contains(
                "entry 1, which can't be replayed (log.entries[0].request.postData.text: expected Base64, found something else), POST"),
            "\(message)")
    }

    @Test(arguments: ["data:image/gif;base64,R0lGODlhAQABAAAAACw=", "blob:https://api.example.com/1", "about:blank"])
    func `HARDocument: an entry that no request can match is skipped`(url: String) async throws {
        let odd = #"{"request": {"method": "GET", "url": "\#(url)"}, "response": {"status": 200}}, {"request": null}, 1, "#
        let player = try Take(Self.archive("", #""status": 200"#).replacing(#""entries": ["#, with: #""entries": [\#(odd)"#)).player(
            .strict)
        #expect(player.unplayed == ["GET https://api.example.com:443/a"])
        #expect(try await player.send(request()).status == 200)
    }

    @Test func `HARDocument: a request field that can't be sent is omitted`() async throws {
        let fields = #", "headers": [{"name": "GET /a?x=http", "value": "//b HTTP/1.1"}, {"name": "A", "value": "1"}]"#
        var matching = RequestMatching.standard
        matching.headers = ["A"]
        let player = try Take(Self.archive(fields, #""status": 200"#)).player(matching: matching)
        #expect(try await player.send(request(headers: ["A": "1"])).status == 200)
    }

    @Test func `HARDocument: a URL matches with and without escapes of invalid characters`() async throws {
        let text = Self.archive("", #""status": 200"#).replacing(":443/a", with: "/a;[b]/%5B?c={d|e}")
        let asked = try request(.get, "/a;%5Bb%5D/%5B", query: ["c": "{d|e}"])
        #expect(try await Take(text).player().send(asked).status == 200)
    }

    @Test(arguments: ["id=0f8fad5b-d9cb-469f; a=b", "id=another-visitor", nil])
    func `HARDocument: a cookie's value that is also in the query is ignored`(cookie: String?) async throws {
        let text = Self.archive(
            #", "headers": [{"name": "Cookie", "value": "id=0f8fad5b-d9cb-469f"}]"#, #""status": 200"#
        ).replacing(":443/a", with: "/a?visitor=0f8fad5b-d9cb-469f&n=1")
        let asked = try request(
            query: ["visitor": "0f8fad5b-d9cb-469f", "n": 1], headers: cookie.map { ["Cookie": $0] } ?? [:])
        #expect(try await Take(text).player().send(asked).status == 200)
        let other = try request(query: ["visitor": "0f8fad5b-d9cb-469f", "n": 2])
        #expect(await failure { try await Take(text).player().send(other) }?.code == .unanswered)
    }

    @Test func `HARDocument: a missing body of unknown size is reported as not recorded`() async throws {
        for response in [#""content": {"size": -1, "mimeType": "text/html"}"#, #""bodySize": 5"#] {
            let take = try Take(Self.archive("", #""status": 200, \#(response)"#))
            #expect(
                await failure { try await take.player().send(request()) }?.message
                    == "Entry 1 of the cassette was saved without the response's body.")
        }
        let named = try Take(Self.archive("", #""status": 200, "_error": "", "_failureText": "", "content": {"text": "a"}"#))
        #expect(try await named.player().send(request()).body == Data("a".utf8))
        let bare = try Take(Self.archive("", #""status": 204, "content": {"size": -1}"#))
        #expect(try await bare.player().send(request()).body.isEmpty)
    }

    @Test func `HARDocument: a redirect's target may be missing from its fields, and fields of one name may be joined`() async throws {
        let take = try Take(
            Self.archive(
                "",
                #""status": 302, "headers": [{"name": "Set-Cookie", "value": "a=1\nb=2"}], "redirectURL": "/b", "content": {"size": -1}"#))
        let response = try await take.player(redaction: .nothing).send(request())
        #expect(response.headers["Location"] == "/b" && response.headers.values(for: "Set-Cookie") == ["a=1", "b=2"])
    }

    @Test func `HARDocument: a multipart form is matched by its parameters`() async throws {
        let data = """
            , "headers": [{"name": "Content-Type", "value": "multipart/form-data; boundary=x"}],
            "postData": {"mimeType": "multipart/form-data; boundary=x", "params": [{"name": "user", "value": "a b"},
            {"name": "f", "fileName": "a.txt", "contentType": "text/plain", "value": "hi"}]}
            """
        let take = try Take(Self.archive(data, #""status": 201"#, method: "POST"))
        func upload(_ user: String) throws -> HTTPRequest {
            let parts: [MultipartBody.Part] = [
                .text("user", user), .data("f", Data("hi".utf8), filename: "a.txt", contentType: "text/plain"),
            ]
            return try request(.post, body: MultipartBody(parts).entity())
        }
        #expect(try await take.player().send(upload("a b")).status == 201)
        #expect(await failure { try await take.player().send(upload("b")) }?.code == .unanswered)
    }

    @Test func `HARDocument: recording into another tool's archive keeps its entries`() async throws {
        let take = try Take(Self.chromium)
        let recorder = try take.recorder(.replayOrRecord, around: StubTransport(HTTPResponse(status: 201)))
        #expect(try await recorder.send(request(.get, "/v1/new")).status == 201)
        try recorder.save()
        let log = try JSON(parsing: take.text)["log"]
        #expect(log?["creator"]?["name"] == "WebInspector" && log?["pages"]?[0]?["title"] == "A page")
        #expect(log?["entries"]?.array?.count == 4)
        #expect(log?["entries"]?[0]?["_priority"] == "High")
    }

    /// The entries that browsers and Playwright write for a request without a response.
    @Test(arguments: [
        #""status": 0"#, #""status": -1"#, #""status": -1, "_failureText": "net::ERR_CONNECTION_RESET""#,
        #""status": 0, "_error": "net::ERR_EMPTY_RESPONSE""#,
    ])
    func `HARDocument: an attempt without a response is a lost connection, and the call is retried`(first: String) async throws {
        let second = #"{"request": {"method": "GET", "url": "https://api.example.com/a"}, "response": {"status": 204}}"#
        let text = Self.archive("", first).replacing("]}}", with: ", \(second)]}}")
        let player = try Take(text).player()
        let configuration = APIConfiguration(baseURL: try #require(URL(string: "https://api.example.com")))
        let client = APIClient(configuration: configuration, transport: player, clock: ManualClock(skipsSleeps: true))
        let response = try await client.call(.get("a")).response
        #expect(response.status == 204 && response.attempts.count == 2)
        let error = await failure { try await Take(text).player().send(request()) }
        #expect(reason(of: error) == .disconnected)
    }
}
