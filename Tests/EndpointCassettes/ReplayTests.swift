import EndpointCassettes
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct ReplayTests {
    private static let image = Data([0x89, 0x50, 0x4E, 0x47, 0xFF, 0x00, 0xFE])

    @Test(arguments: [
        HTTPResponse(headers: ["Content-Type": "application/json"], body: Data(#"{"name": "Hulk", "size": 2.5}"#.utf8)),
        HTTPResponse(
            status: 404, headers: ["Content-Type": "text/plain", "X-A": "1", "x-a": "2"], body: Data("Nothing \u{1F40D}\r\n\0".utf8)),
        HTTPResponse(headers: ["Content-Type": "image/png"], body: image),
        HTTPResponse(headers: ["Content-Type": "text/html; charset=iso-8859-1"], body: Data([0x41, 0xE9])),
        HTTPResponse(status: 204),
        HTTPResponse(status: 799, headers: ["Content-Length": "3", "Content-Encoding": "gzip"], body: Data("decoded".utf8)),
    ])
    func `CassetteTransport: a response is replayed as it arrived`(response: HTTPResponse) async throws {
        let take = try Take()
        let recorder = try take.recorder(around: StubTransport(response))
        #expect(try await recorder.send(request()).body == response.body)
        try recorder.save()
        let replayed = try await take.player().send(request())
        #expect(replayed.status == response.status)
        #expect(replayed.headers == response.headers)
        #expect(replayed.body == response.body)
        #expect(replayed.url?.absoluteString == "https://api.example.com/a")
    }

    @Test func `CassetteTransport: the format is HTTP Archive 1.2, with text as text and bytes as Base64`() async throws {
        let take = try Take()
        let stub = StubTransport { request in
            request.path.encoded == "/image"
                ? HTTPResponse(headers: ["Content-Type": "image/png"], body: Self.image)
                : HTTPResponse(headers: ["Content-Type": "application/json"], body: Data(#"{"a":1}"#.utf8))
        }
        let recorder = try take.recorder(around: stub)
        _ = try await recorder.send(request(.get, "/a", query: ["n": 1, "q": "x y"]))
        _ = try await recorder.send(request(.get, "/image"))
        try recorder.save()
        let log = try JSON(parsing: take.text)["log"]
        #expect(log?["version"] == "1.2" && log?["creator"]?["name"] == "EndpointKit")
        let entries = try take.entries
        #expect(entries.count == 2)
        #expect(entries[0]["request"]?["url"] == "https://api.example.com/a?n=1&q=x%20y")
        #expect(entries[0]["request"]?["queryString"]?[1] == ["name": "q", "value": "x y"])
        #expect(entries[0]["response"]?["content"]?["text"] == #"{"a":1}"#)
        #expect(entries[0]["response"]?["content"]?["encoding"] == nil)
        #expect(entries[1]["response"]?["content"]?["text"]?.string == Self.image.base64EncodedString())
        #expect(entries[1]["response"]?["content"]?["encoding"] == "base64")
        #expect(try take.folder.permissions("take.har") == 0o600)
        #expect(take.folder.names == ["take.har"])
    }

    @Test func `CassetteTransport: a call is replayed through decisions, decoding and paging`() async throws {
        struct Item: Decodable, Sendable, Equatable { let id: Int }
        let take = try Take()
        let calls = Counter()
        let stub = StubTransport { request in
            if calls.next() == 2 { return HTTPResponse(status: 503, headers: ["Retry-After": "1"]) }
            let page = Int(request.query["page"] ?? "") ?? 1
            let items = page < 3 ? "[{\"id\": \(page)}, {\"id\": \(page * 10)}]" : "[]"
            return HTTPResponse(headers: ["Content-Type": "application/json"], body: Data(items.utf8))
        }
        func items(_ transport: any Transport) async throws -> [Item] {
            let list = Route.get("items").authenticated().paged(by: .number("page"), as: [Item].self)
            let authentication: any Authentication = .hashedQuery(publicKey: "1234", privateKey: "abcd")
            return try await example(transport, authentication: authentication).elements(of: list).collect().get()
        }
        let recorder = try take.recorder(around: stub)
        let recorded = try await items(recorder)
        try recorder.save()
        #expect(recorded.map(\.id) == [1, 10, 2, 20])
        let player = try take.player(.strict)
        // These requests have another timestamp and hash.
        #expect(try await items(player) == recorded)
        #expect(player.unplayed == [])
        #expect(try take.entries.count == 4)
    }

    @Test func `CassetteTransport: equal requests get their responses in the recorded order, each once`() async throws {
        let take = try Take()
        let counter = Counter()
        let recorder = try take.recorder(around: StubTransport { _ in HTTPResponse(body: Data("\(counter.next())".utf8)) })
        for path in ["/a", "/b", "/a"] as [Path] { _ = try await recorder.send(request(.get, path)) }
        try recorder.save()
        let player = try take.player()
        #expect(player.unplayed.count == 3)
        func text(_ path: Path) async throws -> String { String(decoding: try await player.send(request(.get, path)).body, as: UTF8.self) }
        #expect(try await text("/a") == "1")
        #expect(try await text("/a") == "3")
        #expect(player.unplayed == ["GET https://api.example.com/b"])
        let error = await #expect(throws: APIError.self) { try await text("/a") }
        #expect(error?.code == .unanswered)
        #expect(error?.message.contains("entry 1, GET https://api.example.com/a, was played already") == true)
        #expect(try await text("/b") == "2")
        #expect(player.unplayed.isEmpty)
    }

    @Test func `CassetteTransport: the last response can be repeated`() async throws {
        let take = try Take()
        let counter = Counter()
        let recorder = try take.recorder(around: StubTransport { _ in HTTPResponse(body: Data("\(counter.next())".utf8)) })
        for _ in 0..<2 { _ = try await recorder.send(request()) }
        try recorder.save()
        let player = try take.player(.repeating)
        var texts: [String] = []
        for _ in 0..<4 { texts.append(String(decoding: try await player.send(request()).body, as: UTF8.self)) }
        #expect(texts == ["1", "2", "2", "2"])
    }

    @Test func `CassetteTransport: in strict order, a request out of turn is an error that names the expected one`() async throws {
        let take = try Take()
        let recorder = try take.recorder()
        for path in ["/a", "/b"] as [Path] { _ = try await recorder.send(request(.get, path)) }
        try recorder.save()
        let player = try take.player(.strict)
        let error = await #expect(throws: APIError.self) { try await player.send(request(.get, "/b")) }
        #expect(error?.code == .unanswered)
        #expect(
            error?.message == """
                GET https://api.example.com/b is not the next request in the cassette \(take.file.path). The closest: entry 1, \
                GET https://api.example.com/a, has the path /a, not /b.
                """)
        for path in ["/a", "/b"] as [Path] { _ = try await player.send(request(.get, path)) }
        let end = await #expect(throws: APIError.self) { try await player.send(request(.get, "/b")) }
        #expect(end?.message.hasSuffix("all of its 2 were played.") == true)
    }

    @Test func `CassetteTransport: missing exchanges are recorded, and the others are replayed`() async throws {
        let take = try Take()
        _ = try await take.recorder(around: StubTransport(HTTPResponse(body: Data("old".utf8)))).send(request(.get, "/a"))
        let stub = StubTransport(HTTPResponse(body: Data("new".utf8)))
        let both = try take.recorder(.replayOrRecord, around: stub)
        #expect(try await both.send(request(.get, "/a")).body == Data("old".utf8))
        #expect(try await both.send(request(.get, "/b")).body == Data("new".utf8))
        try both.save()
        #expect(stub.requests.map(\.path.encoded) == ["/b"])
        #expect(try take.entries.count == 2)
        let player = try take.player(.strict)
        #expect(try await player.send(request(.get, "/a")).body == Data("old".utf8))
        #expect(try await player.send(request(.get, "/b")).body == Data("new".utf8))
    }

    @Test func `CassetteTransport: any number of tasks record and replay concurrently`() async throws {
        let take = try Take()
        let recorder = try take.recorder(around: StubTransport { HTTPResponse(body: Data(($0.query["n"] ?? "").utf8)) })
        @Sendable func all(_ transport: CassetteTransport) async throws -> Int {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for n in 0..<200 {
                    group.addTask { try await transport.send(request(query: ["n": n])).body == Data("\(n)".utf8) }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
        }
        #expect(try await all(recorder) == 200)
        try recorder.save()
        let player = try take.player()
        #expect(try await all(player) == 200)
        #expect(player.unplayed.isEmpty)
    }

    @Test func `CassetteTransport: a recording replaces the file when saved, unless it has no exchange`() async throws {
        let take = try Take("{\"log\": {\"entries\": []}}")
        let old = try take.text
        do {
            let failed = try take.recorder(.record)
            _ = try await failed.send(request())
        }
        try take.recorder(.record).save()
        #expect(try take.text == old)
        let recorder = try take.recorder(.record)
        _ = try await recorder.send(request())
        #expect(try take.text == old)
        try recorder.save()
        _ = try await recorder.send(request(.get, "/b"))
        try recorder.save()
        #expect(try take.entries.count == 2)
    }

    @Test func `CassetteTransport: a replay respects the limits and the cancellation of a transfer`() async throws {
        let take = try Take()
        _ = try await take.recorder(around: StubTransport(HTTPResponse(body: Data("12345".utf8)))).send(request())
        let player = try take.player(.repeating)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await player.send(request()).status
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        let invalid = try request(headers: ["A": "1\r\nB: 2"])
        #expect(await failure { try await player.send(invalid) }?.code == .invalidRequest)
        #expect(player.unplayed.count == 1)
        let limited = TransferContext(bodyLimit: 4)
        #expect(await failure { try await player.send(request(), in: limited) }?.code == .bodyTooLarge)
        #expect(try await player.send(request()).body == Data("12345".utf8))
    }

    @Test func `CassetteTransport: a request without a recording names the closest ones and how each differs`() async throws {
        let take = try Take()
        let recorder = try take.recorder()
        let json = HTTPBodyEntity(contentType: "application/json", content: .data(Data(#"{"items":[{"n":1}],"b":2}"#.utf8)))
        _ = try await recorder.send(request(.get, "/v1/characters", query: ["limit": 10, "offset": 0]))
        _ = try await recorder.send(request(.post, "/v1/orders", body: json))
        _ = try await recorder.send(request(.get, "/status"))
        try recorder.save()
        let player = try take.player()
        func message(_ request: HTTPRequest) async -> String {
            let error = await #expect(throws: APIError.self) { try await player.send(request) }
            #expect(error?.code == .unanswered && error?.underlying == nil)
            return error?.message ?? ""
        }
        let other = await message(try request(.get, "/v1/characters", query: ["limit": 20, "order": "name", "token": "planted-secret"]))
        #expect(
            other.hasPrefix(
                "The cassette \(take.file.path) has no recording for GET https://api.example.com/v1/characters?limit=20&order=name. "))
        #expect(other.contains("entry 1, GET https://api.example.com/v1/characters?limit=10&offset=0, has limit=10, not limit=20"))
        #expect(other.contains("and has offset=0 and lacks order=name"))
        #expect(!other.contains("planted-secret"))
        let body = HTTPBodyEntity(contentType: "application/json", content: .data(Data(#"{"b":2,"items":[{"n":3}]}"#.utf8)))
        #expect(
            await message(try request(.post, "/v1/orders", body: body)).contains(
                "entry 2, POST https://api.example.com/v1/orders, has 1 in body.items[0].n, not 3;"))
        #expect(await message(try request(.put, "/v1/orders", body: json)).contains("is a POST, not a PUT;"))
        let same = HTTPBodyEntity(contentType: "application/json", content: .data(Data(#"{"b": 2, "items": [{"n": 1}]}"#.utf8)))
        #expect(try await player.send(request(.post, "/v1/orders", body: same)).status == 200)
    }

    @Test func `CassetteTransport: fields are compared if they are named, and the origin unless it is ignored`() async throws {
        let take = try Take()
        _ = try await take.recorder().send(request(headers: ["Accept": "text/csv", "User-Agent": "one"]))
        var matching = RequestMatching.standard
        matching.headers = ["accept"]
        let player = try take.player(.repeating, matching: matching)
        #expect(try await player.send(request(headers: ["Accept": "text/csv", "User-Agent": "other"])).status == 200)
        let error = await #expect(throws: APIError.self) { try await player.send(request(headers: ["Accept": "text/plain"])) }
        #expect(error?.message.contains("has accept: text/csv, not accept: text/plain") == true)

        let origin = try #require(Origin(scheme: .http, host: "127.0.0.1", port: 8080))
        let elsewhere = HTTPRequest(origin: origin, path: "/a")
        let refusal = await #expect(throws: APIError.self) { try await take.player().send(elsewhere) }
        #expect(refusal?.message.contains("went to https://api.example.com, not to http://127.0.0.1:8080") == true)
        #expect(try await take.player(matching: .standard.ignoringOrigin).send(elsewhere).status == 200)
    }

    @Test func `CassetteTransport: multipart bodies match even if their boundaries differ`() async throws {
        let take = try Take()
        func upload() throws -> HTTPRequest {
            try request(.post, "/photo", body: MultipartBody([.data("file", Data([0, 0xFF])), .text("note", "x")]).entity())
        }
        _ = try await take.recorder().send(upload())
        #expect(try await take.player().send(upload()).status == 200)
    }

    /// Bodies of two requests, and whether they match.
    private static let bodies: [(String, String, Bool)] = [
        (#"{"a":1,"b":[true,null]}"#, " { \"b\" : [ true , null ],\r\n\"a\":1 }", true), (#"{"a":"\u00e9\/"}"#, #"{"a":"é/"}"#, false),
        (#"{"a":"\u00e9\/"}"#, #"{ "a": "\u00e9\/" }"#, true), (#"{"\u0061":1}"#, #"{"a":1}"#, false),
        (#"{"a":1,"b":2,"a":3}"#, #"{"b":2,"a":1,"a":3}"#, true), (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#, false),
        (#"{"a":1,"a":2}"#, #"{"a":2}"#, false), (#"["é"]"#, "[\"e\u{301}\"]", false), (#"{"é":1}"#, "{\"e\u{301}\":1}", false),
        ("[12345678901234567890123]", "[12345678901234567890124]", false), ("[0.1]", "[0.10000000000000000555]", false),
        ("[1e-400]", "[0]", false), ("[1e-400]", "[ 1e-400 ]", true), ("[1]", "[1.0]", false), ("[1,2]", "[2,1]", false),
        ("é", "e\u{301}", false), ("a", "a ", false), ("\u{FEFF}[1]", "[1]", false), ("[1", "[ 1", false),
    ]

    @Test(arguments: bodies.indices)
    func `CassetteTransport: bodies match if they have the same bytes, or the same JSON apart from white space and member order`(
        index: Int
    ) async throws {
        let (recorded, asked, isSame) = Self.bodies[index]
        func post(_ text: String) throws -> HTTPRequest {
            try request(.post, body: HTTPBodyEntity(contentType: "application/json", content: .data(Data(text.utf8))))
        }
        let take = try Take()
        _ = try await take.recorder().send(post(recorded))
        if isSame {
            #expect(try await take.player().send(post(asked)).status == 200)
        } else {
            let error = await failure { try await take.player().send(post(asked)) }
            #expect(error?.code == .unanswered)
            #expect(error?.message.contains("is the same") == false && error?.message.contains("played already") == false)
        }
    }

    @Test func `CassetteTransport: items in a query or a form match if they have the same bytes`() async throws {
        let take = try Take()
        func post(_ text: String) throws -> HTTPRequest {
            try request(.post, query: ["q": text], body: FormBody(["q": text]).entity())
        }
        _ = try await take.recorder().send(post("é"))
        let error = await failure { try await take.player().send(post("e\u{301}")) }
        #expect(error?.message.contains("has q=é, not q=e\u{301} and has q=é, not q=e\u{301} in its body") == true)
    }

    @Test(arguments: ["%FF", "%C3%28", "a%80b"])
    func `CassetteTransport: bytes that aren't UTF-8 are compared too, in a query and in a form`(text: String) async throws {
        let take = try Take()
        func post(_ text: String) throws -> HTTPRequest {
            let body = HTTPBodyEntity(contentType: "application/x-www-form-urlencoded", content: .data(Data("q=\(text)".utf8)))
            var request = try request(.post, body: body)
            request.query = Query(asIs: "q=\(text)")
            return request
        }
        _ = try await take.recorder().send(post(text))
        #expect(try await take.player().send(post(text)).status == 200)
        #expect(await failure { try await take.player().send(post("%FE")) }?.code == .unanswered)
    }

    /// Other places in which the path's secret is hidden: the same request, an earlier one, a later one, or a response.
    @Test(arguments: ["same", "earlier", "later", "response"], [CassetteTransport.Order.byRequest, .strict])
    func `CassetteTransport: a request is matched even if its path and query contain a secret that is hidden elsewhere`(
        place: String, order: CassetteTransport.Order
    ) async throws {
        let secret = "abc123secret"
        let stub = StubTransport { request in
            place == "response" && request.path.encoded.hasPrefix("/keys")
                ? HTTPResponse(headers: ["Content-Type": "application/json"], body: Data(#"{"token":"\#(secret)"}"#.utf8)) : HTTPResponse()
        }
        let bearer: HTTPHeaders = ["Authorization": "Bearer \(secret)"]
        let uses = try request(
            .get, "/keys/\(secret)/bot\(secret):send", query: ["n": 1, "of": secret], headers: place == "same" ? bearer : [:])
        let other = try request(.get, "/session", headers: bearer)
        let requests = place == "earlier" ? [other, uses] : place == "later" ? [uses, other] : [uses]
        let take = try Take()
        let recorder = try take.recorder(.record, around: stub)
        for request in requests { _ = try await recorder.send(request) }
        try recorder.save()
        #expect(!(try take.text.contains(secret)))
        let player = try take.player(order)
        for request in requests { #expect(try await player.send(request).status == 200) }
        // The request matches the recorded one, because secrets aren't compared. Everything else is.
        let again = try take.player(order)
        for (path, query) in [("/keys/x/bot\(secret):get", "x"), ("/keys/x/y/bot\(secret):send", "x"), ("/key/x/bot\(secret):send", "x")] {
            let asked = try request(.get, Path(path), query: ["n": 1, "of": query])
            #expect(await failure { try await again.send(asked) }?.code == .unanswered)
        }
        let less = try request(.get, "/keys/\(secret)/bot\(secret):send", query: ["n": 2, "of": secret])
        #expect(await failure { try await again.send(less) }?.code == .unanswered)
    }

    private static func bodies(_ secret: String) -> [HTTPBodyEntity?] {
        func body(_ type: String, _ text: String) -> HTTPBodyEntity { HTTPBodyEntity(contentType: type, content: .data(Data(text.utf8))) }
        return [
            body("application/json", #"{"note":"see \#(secret)","list":["\#(secret)",1]}"#),
            body("application/x-www-form-urlencoded", "note=\(secret)&a=1"), body("text/plain", "see \(secret), and \(secret) again"),
        ]
    }

    @Test(arguments: 0..<3, [true, false])
    func `CassetteTransport: a request is matched even if its body contains a value that is hidden elsewhere`(
        kind: Int, isFirst: Bool
    ) async throws {
        let body = { (secret: String) in Self.bodies(secret)[kind] }
        let login = try request(
            .post, "/login", body: .init(contentType: "application/json", content: .data(Data(#"{"password":"hunter22xyz"}"#.utf8))))
        let note = try request(.post, "/note", body: body("hunter22xyz"))
        let take = try Take()
        let recorder = try take.recorder(.record, around: StubTransport { _ in HTTPResponse() })
        for request in isFirst ? [note, login] : [login, note] { _ = try await recorder.send(request) }
        try recorder.save()
        #expect(!(try take.text.contains("hunter22xyz")))
        let player = try take.player()
        for request in isFirst ? [note, login] : [login, note] { #expect(try await player.send(request).status == 200) }
        // Everything else is compared.
        let other = try request(.post, "/note", body: Self.bodies("x")[(kind + 1) % 3])
        #expect(await failure { try await take.player().send(other) }?.code == .unanswered)
    }

    @Test func `CassetteTransport: a request is matched even if its body contains a number that is hidden in an earlier one`() async throws
    {
        func post(_ path: Path, _ text: String) throws -> HTTPRequest {
            try request(.post, path, body: .init(contentType: "application/json", content: .data(Data(text.utf8))))
        }
        let take = try Take()
        let recorder = try take.recorder(.record, around: StubTransport { _ in HTTPResponse() })
        let requests = [try post("/login", #"{"pin":4711471}"#), try post("/note", #"{"note":4711471,"text":"4711471"}"#)]
        for request in requests { _ = try await recorder.send(request) }
        try recorder.save()
        let player = try take.player()
        for request in requests { #expect(try await player.send(request).status == 200) }
        #expect(await failure { try await take.player().send(post("/note", #"{"note":4711472,"text":"x"}"#)) }?.code == .unanswered)
    }

    @Test(arguments: [("%C3%A9=1", "e%CC%81=1"), ("a", "a="), ("a=", "a"), ("a=1", "a=2"), ("a&b=1", "a=&b=1")])
    func `CassetteTransport: queries that differ in a byte don't match`(recorded: String, asked: String) async throws {
        func get(_ query: String) throws -> HTTPRequest {
            var request = try request(.get, "/x")
            request.query = Query(asIs: query)
            return request
        }
        let take = try Take()
        _ = try await take.recorder().send(get(recorded))
        #expect(try await take.player().send(get(recorded)).status == 200)
        #expect(await failure { try await take.player().send(get(asked)) }?.code == .unanswered)
    }

    @Test func `CassetteTransport: a replayed value matches itself in a path, and nothing else`() async throws {
        let counter = Counter()
        let stub = StubTransport { request in
            request.path == "/sessions"
                ? HTTPResponse(
                    headers: ["Content-Type": "application/json"], body: Data(#"{"token":"abc123secret\#(counter.next())"}"#.utf8))
                : HTTPResponse()
        }
        let take = try Take()
        let recorder = try take.recorder(.record, around: stub)
        for _ in 0..<2 { _ = try await recorder.send(request(.post, "/sessions")) }
        _ = try await recorder.send(request(.get, "/sessions/abc123secret1"))
        try recorder.save()
        #expect(try await take.player().send(request(.get, "/sessions/redacted-1")).status == 200)
        #expect(await failure { try await take.player().send(request(.get, "/sessions/redacted-2")) }?.code == .unanswered)
    }
}
