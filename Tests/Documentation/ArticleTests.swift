import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// The examples in the articles, run against a server on this machine or a stub.
@Suite struct ArticleTests {
    private let requests = Recorder<HTTPRequest>()
    private let server: LoopbackServer

    private static let timeline = [
        #"event: update\#ndata: {"id":"1","text":"old"}"#, #"event: update\#ndata: {"id":"2","text":"new"}"#, "event: delete\ndata: 1",
        "data: ping",
    ].map { $0 + "\n\n" }.joined()

    init() throws {
        let (requests, reports) = (requests, Counter())
        server = try LoopbackServer { request in
            requests.record(request)
            let isSignedIn = request.headers["Authorization"] == "Bearer abc"
            return switch (request.method, request.path) {
            case (.get, "/me"): isSignedIn ? HTTPResponse(body: Data("Ada".utf8)) : HTTPResponse(status: 401)
            case (.post, "/session"): HTTPResponse(body: Self.grant)
            case (.get, "/nearby"): HTTPResponse(status: 204)
            case (.get, "/reports/1"):
                reports.next() == 1
                    ? HTTPResponse(status: 202, headers: ["Retry-After": "5"])
                    : HTTPResponse(body: Data(#"{"id":1,"title":"Report"}"#.utf8))
            case (.get, "/wrapped"): HTTPResponse(body: Data(#"{"data":{"id":2,"title":"Wrapped"}}"#.utf8))
            case (.get, "/paintings"):
                HTTPResponse(
                    body: Data(
                        (request.query["page"] == "3" ? "[]" : request.query["page"] == "2" ? #"[{"id":3}]"# : #"[{"id":1},{"id":2}]"#).utf8
                    ))
            case (.get, "/search"): HTTPResponse(body: Data(#"{"elements":[{"id":\#(request.query["page"] ?? "0")}]}"#.utf8))
            case (.get, "/film.mp4"): HTTPResponse(body: Data("film".utf8))
            case (.put, "/film.mp4"), (.post, "/live"), (.post, "/logs"): HTTPResponse(status: 204)
            case (.get, "/log.txt"): HTTPResponse(headers: ["Content-Type": "text/plain"], body: Data("ok\nerror: one\nok\n".utf8))
            case (.get, "/readings.ndjson"): HTTPResponse(body: Data("{\"celsius\":1}\n{\"celsius\":7.5}\n".utf8))
            case (.get, "/notifications"):
                HTTPResponse(headers: ["Content-Type": "text/event-stream"], body: Data("data: one\n\nevent: end\ndata: two\n\n".utf8))
            case (.get, "/timeline"):
                HTTPResponse(headers: ["Content-Type": "text/event-stream"], body: Data(Self.timeline.utf8))
            case (.get, "/fast"): HTTPResponse(body: Data("fast".utf8))
            case (.get, "/issues"): isSignedIn ? HTTPResponse(body: Data(#"[{"number":1,"title":"a"}]"#.utf8)) : HTTPResponse(status: 401)
            case (.post, "/issues"): HTTPResponse(status: 201, body: Data(#"{"number":2,"title":"b"}"#.utf8))
            case (.delete, "/issues/2"): HTTPResponse(status: 204)
            default: HTTPResponse(status: 404)
            }
        }
    }

    private func client(clock: any Clock<Duration> = ContinuousClock()) -> APIClient {
        APIClient(configuration: server.configuration, clock: clock)
    }

    private static let grant = Data(
        #"{"access_token":"abc","refresh_token":"r","expires_in":"3600","accessToken":"abc","refreshToken":"r"}"#.utf8)

    @Test func `Articles: an API with six endpoints is defined in at most 24 lines, as a client or as an enum`() throws {
        let article = try Document(
            URL(filePath: #filePath).appending(path: "../../../Sources/EndpointKit/EndpointKit.docc/DefiningAnAPI.md")
                .standardizedFileURL)
        for type in ["MuseumClient", "MuseumEndpoint"] {
            let block = try #require(article.blocks.first { $0.lines.first?.contains(" \(type): ") == true })
            #expect(block.lines.count <= 24)
            #expect(block.lines.filter { $0.contains(".get(") || $0.contains(".post(") || $0.contains(".delete(") }.count == 6)
        }
    }

    @Test func `Articles: the examples of Defining an API work`() async throws {
        let museum = Museum.MuseumClient(
            configuration: server.configuration,
            transport: StubTransport([
                .get("paintings"): .json([["id": 1, "title": "Irises"]]), .get("paintings/1"): .json(["id": 1, "title": "Irises"]),
                .get("paintings/1/artists"): .json([["name": "Vincent"]]), .post("paintings"): .json(["id": 2, "title": "New"]),
                .delete("paintings/2"): .status(204),
            ]))
        #expect(try await museum.paintings("iris").value.count == 1)
        #expect(try await museum.artists(of: 1).value.map(\.name) == ["Vincent"])
        #expect(try await museum.add(Museum.NewPainting(title: "New")).value.id == 2)
        try await museum.remove(2).value
        var configuration = server.configuration
        configuration.authentication = .bearer("abc")
        let stub = StubTransport([.get("paintings/1"): .json(["id": 1, "title": "Irises"])])
        #expect(try await Museum.requested(Museum.MuseumClient(configuration: configuration, transport: stub)).title == "Irises")
        #expect(stub.requests.first?.headers["Authorization"] == "Bearer abc")
        Museum.cancelImages(museum)
        #expect(
            Museum.queries(Date(timeIntervalSince1970: 1_767_225_600)).encoded
                == "sort=-date&since=2026-01-01T00%3A00%3A00Z&tag=red&tag=blue&ids=1,2&signed=true")
        let changes = StubTransport([.get("changes"): .text(#"[{"at":1000}]"#)])
        struct Change: Decodable { let at: Date }
        Museum.convention(&configuration)
        #expect(configuration.policies.json.keys == .snakeCase)
        let changed: [Change] = try await APIClient(configuration: configuration, transport: changes).call(Museum.ChangesEndpoint()).value
        #expect(changed.map(\.at) == [Date(timeIntervalSince1970: 1)])
        let room = try JSONDecoder().decode(Museum.Room.self, from: Data(#"{"name":"A","paintings":[{"id":1,"title":"a"},{"id":2}]}"#.utf8))
        #expect(room.paintings.count == 1 && room.$paintings.count == 1)
    }

    @Test func `Articles: the examples in The values of an API work`() async throws {
        func body(_ route: Route) throws -> String {
            guard case .data(let data)? = try route.body?.entity().content else { return "" }
            return String(decoding: data, as: UTF8.self)
        }
        let id = UUID(uuid: (0xAB, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
        let order = MuseumValues.order(id, id)
        #expect(order.path.encoded == "orders/ab000000-0000-0000-0000-000000000001")
        #expect(try body(order) == #"{"customer":"ab000000-0000-0000-0000-000000000001"}"#)
        let loans = try JSONDecoder().decode([MuseumValues.Loan].self, from: Data(#"[{"painting":1,"until":"1970-01-02"}]"#.utf8))
        #expect(MuseumValues.overdue(loans, Date(timeIntervalSince1970: 86_400), .gmt) == [])
        #expect(MuseumValues.overdue(loans, Date(timeIntervalSince1970: 172_800), .gmt) == [Date(timeIntervalSince1970: 86_400)])
        #expect(try body(MuseumValues.change()) == #"{"room":null,"title":"Irises"}"#)
        let works = #"[{"type":"painting","width":3},{"type":"film","minutes":90}]"#
        let read = try ResponseDecoder().decode([MuseumValues.Work].self, from: HTTPResponse(body: Data(works.utf8)))
        guard case .painting(let painting) = read[0], case .unknown(let film) = read[1] else { throw APIError(.decoding, "") }
        #expect(painting == MuseumValues.Canvas(width: 3) && film["minutes"] == 90)
        for (text, message) in [
            (#"[{"type":"painting"}]"#, #"Could not decode Array<Work>: `[0].width` is missing, in the variant "painting" of Work"#),
            (#"[{"op":"fly"}]"#, #"[0].op: no variant of Change has this tag. The tags are: "move""#),
        ] {
            let response = HTTPResponse(body: Data(text.utf8))
            let error = #expect(throws: APIError.self) {
                if text.contains("op") {
                    _ = try ResponseDecoder().decode([MuseumValues.Change].self, from: response)
                } else {
                    _ = try ResponseDecoder().decode([MuseumValues.Work].self, from: response)
                }
            }
            #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        }
        #expect(try JSONEncoder().encode(MuseumValues.LoanState.returned) == Data("3".utf8))
        let route = MuseumValues.list(id, Date(timeIntervalSince1970: 784_111_777), nil)
        #expect(
            route.headers.map(\.value) == ["-date", "20", "ab000000-0000-0000-0000-000000000001", "Sun, 06 Nov 1994 08:49:37 GMT"])
        var configuration = server.configuration
        MuseumValues.strings(&configuration)
        let stub = StubTransport { request in
            HTTPResponse(
                headers: ["Content-Type": "application/json", "X-Total-Count": 7],
                body: Data((request.path == "/title" ? #""Irises""# : #"[{"id":1}]"#).utf8))
        }
        let client = APIClient(configuration: configuration, transport: stub)
        #expect(try await client.call(.get("title"), as: String.self).value == "Irises")
        let list = try await client.call(.get("paintings"), as: MuseumValues.PaintingList.self).value
        #expect(list.total == 7 && list.paintings == [MuseumValues.Painting(id: 1)])
    }

    @Test func `Articles: the examples of Configuring a client work`() async throws {
        let request = try Configuring.configured(server.url).request(for: .get("x"))
        #expect(request.path == "/v1/x" && request.headers["Accept-Language"] == "en" && request.timeout == .seconds(10))
        #expect(try Configuring.own(server.url, ["MUSEUM_KEY": "k"]).request(for: .get("x")).path == "/v1/x")
        var configuration = server.configuration
        Configuring.connection(&configuration, authorities: URL(filePath: "/ca.pem"))
        #expect(configuration.policies.connection.tls.minimumVersion == .tls13 && configuration.policies.connection.httpVersion == .http2)
        Configuring.proxied(&configuration, password: "p")
        #expect("\(configuration.policies.connection.proxy)" == "http://proxy.example:3128")
        let stub = StubTransport(HTTPResponse(body: Data("found".utf8)))
        // A deadline of seconds may pass on a busy machine.
        let client = APIClient(configuration: server.configuration, transport: stub, clock: ManualClock())
        #expect(try await Configuring.exceptions(client) == Data("found".utf8))
    }

    @Test func `Articles: the table of defaults matches the code`() throws {
        let configuration = APIConfiguration(baseURL: server.url)
        let (policies, budget) = (configuration.policies, RetryBudget())
        let firstStatuses = policies.retry.statusesWithRetryAfter.map(\.rawValue).sorted()
        func seconds(_ duration: Duration?) -> String { duration.map { "\($0 / .seconds(1)) s".replacing(".0 s", with: " s") } ?? "none" }
        func megabytes(_ bytes: Int) -> String { "\(bytes >> 20) MB" }
        let defaults: [String: String] = [
            "requestTimeout": seconds(configuration.requestTimeout),
            "policies.connection.connectTimeout": seconds(policies.connection.connectTimeout),
            "policies.deadline": seconds(policies.deadline),
            "policies.retry.maxAttempts": "\(policies.retry.maxAttempts)",
            "policies.retry.backoff.initial": seconds(policies.retry.backoff.initial),
            "policies.retry.backoff.maximum": seconds(policies.retry.backoff.maximum),
            "policies.retry.statusesWithRetryAfter": "\(firstStatuses[0]), \(firstStatuses[1]), …",
            "policies.retry.refusalStatuses": policies.retry.refusalStatuses.map { "\($0.rawValue)" }.sorted().joined(separator: ", "),
            "policies.retry.maxRetryAfter": seconds(policies.retry.maxRetryAfter),
            "policies.retry.budget": "\(budget.ratio), \(budget.reserve)",
            "policies.redirects.limit": "\(policies.redirects.limit)",
            "policies.redirects.crossOriginHeaders": policies.redirects.crossOriginHeaders.isEmpty ? "none" : "some",
            "policies.quota": policies.quota == nil ? "none" : "some",
            "policies.sharesEqualRequests": "\(policies.sharesEqualRequests)",
            "policies.cache": policies.cache == nil ? "none" : "some",
            "policies.cookies": policies.cookies == nil ? "none" : "some",
            "policies.bodyLimit": megabytes(policies.bodyLimit),
            "policies.maxConcurrentCalls": policies.maxConcurrentCalls.map(String.init) ?? "none",
            "policies.maxConcurrentStreams": policies.maxConcurrentStreams.map(String.init) ?? "none",
            "TextLines.standardLimit": megabytes(TextLines.standardLimit),
            "EventReconnection.standard.delay": seconds(EventReconnection.standard.delay),
            "EventReconnection.standard.silence": seconds(EventReconnection.standard.silence),
            "EventReconnection.standard.refusalLimit": EventReconnection.standard.refusalLimit.map(String.init) ?? "none",
            "EventReconnection.standard.maxRetryAfter": seconds(EventReconnection.standard.maxRetryAfter),
        ]
        let file = URL(filePath: #filePath).appending(path: "../../../Sources/EndpointKit/EndpointKit.docc/ConfiguringAClient.md")
        let article = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
        let rows = article.matches(of: /\n\| `([^`]+)` \| ([^|]+) \|/).map { (String($0.1), String($0.2)) }
        #expect(Dictionary(uniqueKeysWithValues: rows) == defaults)
    }

    @Test func `Articles: the examples of Authenticating work`() async throws {
        #expect(try await Authenticating.fixed(server.url, token: "abc") == "Ada")
        #expect(try await Authenticating.signedIn(server.url, password: "secret") == "Ada")
        for (json, seconds) in [(#"{"access_token":"b"}"#, nil), (#"{"access_token":"b","expires_in":60}"#, 60.0)] {
            let grant = try JSONDecoder().decode(Authenticating.Grant.self, from: Data(json.utf8))
            let old = Authenticating.Session(try JSONDecoder().decode(Authenticating.Grant.self, from: Self.grant))
            #expect(grant.lifetime == seconds && old.expiry != nil)
            #expect(Authenticating.Session(grant, replacing: old).refreshToken == "r")
        }
        var anonymous = server.configuration
        Authenticating.optional(nil, &anonymous)
        try await APIClient(configuration: anonymous).call(.get("nearby").authenticated()).value
        #expect(requests.last?.headers["Authorization"] == nil)
        let sessions = Authenticating.Sessions(server.configuration)
        let (ada, bob) = (await sessions.client(of: "Ada", token: "abc"), await sessions.client(of: "Bob", token: "b"))
        #expect(await sessions.client(of: "Ada", token: "abc") === ada && ada !== bob)
        #expect(try await ada.string(.get("me").authenticated()).value == "Ada")
        await #expect(throws: APIError.self) { try await bob.string(.get("me").authenticated()).value }
        #expect(Authenticating.kinds("a", password: "b", publicKey: "1234", privateKey: "abcd").count == 6)
        let signed = Authenticating.SignedRequests(key: "k") { text, key in "\(text)/\(key.reveal())" }
        let request = try await signed.adapt(HTTPRequest.get(server, "/x"))
        #expect(request.headers["X-Signature"] == "GET \(request.urlText)/k")
    }

    @Test func `Articles: the examples of Adapting requests work`() async throws {
        try await AdaptingRequests.adapted(server.configuration).call(.get("nearby")).value
        let first = try #require(requests.last)
        #expect(first.headers["X-Request-ID"] != nil)
        try await client().call(AdaptingRequests.Nearby(position: { "1,2" })).value
        #expect(requests.last?.query["near"] == "1,2")
        try await AdaptingRequests.once(client())
        #expect(requests.last?.headers["X-Debug"] == "1")
        let request = try await AdaptingRequests.SessionCookie(cookie: "s").adapt(HTTPRequest.get(server))
        #expect(request.headers["Cookie"] == "session=s")
    }

    @Test func `Articles: the examples of Judging responses work`() async throws {
        let clock = ManualClock(skipsSleeps: true)
        let report: Museum.Painting = try await client(clock: clock).call(JudgingResponses.Report(id: 1)).value
        #expect(report.title == "Report" && clock.sleeps == [.seconds(5)])
        let wrapped: Museum.Painting = try await JudgingResponses.client(server.configuration).call(.get("wrapped")).value
        #expect(wrapped.id == 2)
        await #expect(throws: APIError.self) { try await JudgingResponses.once(client()) }
    }

    @Test func `Articles: the examples of Cancelling and grouping work`() async throws {
        let silent = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            connection.waitForClose()
        })
        #expect(await Cancelling.task(silent.client()))
        let ended = Signal()
        let shown = Recorder<String>()
        Cancelling.handle(silent.client()) { text in
            shown.record(text)
            ended.give()
        }
        await ended.wait()
        #expect(shown.values == ["cancelled"])
        let error = await #expect(throws: APIError.self) { try await Cancelling.group(silent.client(), client()) }
        #expect(error?.response?.status == 404)
        #expect(try await Cancelling.nested(client()) == 0)
        Cancelling.kinds(silent.client())
        #expect(Cancelling.reason(APIError(.custom, "no")) == "not cancelled")
    }

    @Test func `Articles: the examples of Paged lists work`() async throws {
        #expect(try await Paging.all(client()) == [1, 2, 3])
        #expect(Paging.strategies().count == 4)
        let gallery = Paging.GalleryClient(configuration: server.configuration)
        #expect(try await gallery.paintings().collect().get().map(\.id) == [1, 2])
        #expect(try await Paging.some(client()) == 3)
        let halls = StubTransport { request in
            HTTPResponse(body: Data((request.query["offset"] == nil ? #"{"paintings":[{"id":1},null]}"# : #"{"paintings":[]}"#).utf8))
        }
        let lossy = APIClient(configuration: server.configuration, transport: halls)
        let sent = Route.get("gallery").paged(by: .offset(), as: Paging.Gallery.self)
        #expect(try await lossy.elements(of: sent).collect().get().map(\.id) == [1])
        #expect(halls.requests.map { $0.query["offset"] } == [nil, "2"])
        let results = StubTransport { request in
            let parameters = request.query.isEmpty ? #"results="true""# : #"results="false""#
            return HTTPResponse(headers: ["Link": #"<?cursor=2>; rel="next"; \#(parameters)"#], body: Data(#"[{"id":1}]"#.utf8))
        }
        let issues = Route.get("issues").paged(by: Paging.ResultsLink())
        let found = APIClient(configuration: server.configuration, transport: results)
        #expect(try await found.elements(of: issues).collect().get().map(\.id) == [1, 1])
        let list = await Paging.screen(client())
        #expect(list.ids == [1, 2] && list.error == nil)
        let position = Recorder<Int>()
        let stub = StubTransport([.get("search"): .sequence(.json(["elements": [["id": 1]]]), .status(404))])
        await #expect(throws: APIError.self) {
            try await Paging.resumed(APIClient(configuration: server.configuration, transport: stub)) { position.record($0.request.page) }
        }
        #expect(position.values == [2])
    }

    @Test func `Articles: the examples of Streaming and downloading work`() async throws {
        let folder = try Folder()
        let fractions = Recorder<Double>()
        try await Streaming.download(client(), to: folder.file("film.mp4")) { fractions.record($0) }
        #expect(fractions.last == 1)
        #expect(try await Streaming.stream(client()) == 4)
        #expect(try await Streaming.lines(client()) == ["error: one"])
        #expect(try await Streaming.jsonLines(client()) == 7.5)
        var events: [String] = []
        try await Streaming.events(client()) { events.append($0) }
        #expect(events == ["one", "two"])
        #expect(try await Streaming.timeline(client()) == ["2": Streaming.Post(id: "2", text: "new")])
        #expect(try await Streaming.newest(client()) == Streaming.Post(id: "2", text: "new"))
        let (chunks, sender) = AsyncStream<Data>.makeStream()
        sender.yield(Data("live".utf8))
        sender.finish()
        try await Streaming.compressed(client(), log: folder.file("film.mp4"))
        #expect(requests.last?.headers["Content-Encoding"] == "gzip")
        try await Streaming.upload(client(), film: folder.file("film.mp4"), chunks: chunks)
        #expect(requests.last?.path == "/live")
    }

    @Test func `Articles: the examples of Observing calls work`() async throws {
        let lines = Recorder<String>()
        let observed = Observing.observed(server.configuration) { lines.record($0.text) }
        _ = try await observed.data(.get("fast")).value
        #expect(lines.count > 0)
        let named = Recorder<String>()
        for client in Observing.named(server.configuration, write: { named.record($0) }) { _ = try await client.data(.get("fast")).value }
        #expect(named.values.map { $0.prefix { $0 != ":" } }.sorted() == ["comics", "comics", "heroes", "heroes"])
        #expect(try await Observing.measured(client()).hasPrefix("1 attempts, HTTP/1.1"))
        #expect(await Observing.failed(client())?.contains("404") == true)
        #expect(try Observing.command(client()).contains("curl"))
        var configuration = server.configuration
        Observing.redacted(&configuration)
        #expect(configuration.policies.redaction.names.contains("ssn"))
        let slow = Recorder<String>()
        let observer = Observing.SlowCalls { slow.record($0) }
        for seconds in [1, 3] {
            observer.observe(CallEvent(callID: 1, endpoint: Route.get("fast"), elapsed: .seconds(seconds), kind: .finished([])))
        }
        #expect(slow.values == ["GET fast took 3.0 seconds"])
        var activity: ActivityCounter? = ActivityCounter()
        let changes = try #require(activity)
        let followed = Task { await Observing.followed(changes) { _ in } }
        followed.cancel()
        await followed.value
        activity = nil
    }

    @Test func `Articles: the examples of the migration pages work`() async throws {
        #expect(try await Migration.use(server.url, token: "abc") == [Migration.Issue(number: 1, title: "a")])
        let client = APIClient(configuration: APIConfiguration(baseURL: server.url, authentication: .bearer("abc")))
        #expect(try await Migration.enumerated(client).count == 1)
        #expect(try await Migration.requested(server.url, token: "abc").count == 1)
        let since = Date(timeIntervalSince1970: 1_767_225_600)
        #expect(
            Migration.alamofireQuery(exact: true, since: since, tags: ["red", "blue"]).encoded
                == "exact=1&since=788918400&tag%5B%5D=red&tag%5B%5D=blue")
        #expect(Migration.moyaQuery(exact: true, tags: ["red", "blue"]).encoded == "exact=1&tag%5B%5D=red&tag%5B%5D=blue")
        struct Filter: Encodable {
            let exact = true
            let tag = ["red", "blue"]
        }
        let request = try Migration.likeASession(server.url).request(for: .get("x", query: Query(encoding: Filter())))
        #expect(request.query.encoded == "exact=1&tag%5B%5D=red&tag%5B%5D=blue" && request.timeout == .seconds(60))
        let issues = Data(#"[{"number":1,"title":"a"}]"#.utf8)
        for type in ["application/json; charset=utf-8", "text/html"] {
            let stub = StubTransport(HTTPResponse(headers: ["Content-Type": type], body: issues))
            let typed = APIClient(configuration: server.configuration, transport: stub)
            let accepted = try? await Migration.typed(typed, .get("issues"))
            #expect(accepted?.count == (type == "text/html" ? nil : 1))
        }
        let signedIn = Migration.Tokens(accessToken: "old", refreshToken: "r")
        let renewed = Migration.intercepted(server.configuration, signedIn)
        #expect(try await renewed.issues().value.count == 1)
    }

    @Test func `Articles: the table of silent changes shows what EndpointKit sends`() throws {
        let query: Query = [
            "exact": true, "tag": ["red", "blue"], "since": Date(timeIntervalSince1970: 1_767_225_600), "room": nil, "plus": "a+b",
            "ratio": 2.0, "path": "/a?",
        ]
        #expect(query.encoded == "exact=true&tag=red&tag=blue&since=2026-01-01T00%3A00%3A00Z&plus=a%2Bb&ratio=2&path=%2Fa%3F")
        #expect(Query(encoded: "path=/a?").encoded == "path=/a?")
        let form = try FormBody(["text": "a ~"]).entity()
        if case .data(let bytes) = form.content { #expect(bytes == Data("text=a+%7E".utf8)) } else { #expect(Bool(false)) }
        #expect(form.contentType == "application/x-www-form-urlencoded")
        let nested: JSON = ["page": 1, "filter": ["id": 2]]
        #expect(Query(encoding: nested).encoded == "page=1&filter%5Bid%5D=2")
        let name = "owner/name"
        let client = APIClient(configuration: server.configuration)
        #expect(try client.request(for: .get("repos/\(name)")).path == "/repos/owner%2Fname")
        let request = try client.request(for: .get("repos/\(segments: name)"))
        #expect(request.path == "/repos/owner/name" && request.headers["Accept-Language"] == nil)
    }

    @Test func `Articles: the table of error codes contains every code`() throws {
        let sources = URL(filePath: #filePath).appending(path: "../../../Sources/").standardizedFileURL
        func text(_ path: String) throws -> String { try String(contentsOf: sources.appending(path: path), encoding: .utf8) }
        let code = try ["EndpointHTTP/Errors/APIError.swift", "EndpointPaging/APIClient+Paging.swift"].map(text).joined()
        let codes = code.matches(of: /static let `?(\w+)`? = (APIError\.)?Code\(/).map { String($0.1) }
        let article = try text("EndpointKit/EndpointKit.docc/Cookbook.md")
        let rows = article.matches(of: /\n\| ``APIError\/Code\/(\w+)`` \|/).map { String($0.1) }
        #expect(codes.count > 20 && rows.count == codes.count && Set(rows) == Set(codes))
    }

    @Test func `Articles: the first page's example works`() async throws {
        let server = try LoopbackServer { request in
            HTTPResponse(body: Data((request.path == "/heroes/7" ? #"{"id":7,"name":"Thor"}"# : #"[{"id":7,"name":"Thor"}]"#).utf8))
        }
        #expect(try await FirstPage.first(server.url) == ("Thor", 1))
    }

    @Test func `Articles: the example transport in The transport contract responds from its folder`() async throws {
        let folder = try Folder()
        try folder.write(Array("one".utf8), to: "a.txt")
        var configuration = server.configuration
        configuration.policies.bodyLimit = 3
        let client = Contract.client(configuration, folder: folder.url)
        #expect(try await client.string(.get("a.txt")).value == "one")
        let missing = await #expect(throws: APIError.self) { try await client.string(.get("b.txt")).value }
        #expect(missing?.response?.status == .notFound)
        let written = await #expect(throws: APIError.self) { try await client.call(.post("a.txt")).value }
        #expect(written?.response?.status == .methodNotAllowed)
        try folder.write(Array("four".utf8), to: "a.txt")
        let long = await #expect(throws: APIError.self) { try await client.string(.get("a.txt")).value }
        #expect(long?.code == .bodyTooLarge)
    }

    @Test func `Articles: the examples of Settings files work`() throws {
        let folder = try Folder()
        try folder.write(Array(#"{"baseURL":"https://example.com","app":{"pageSize":50}}"#.utf8), to: "a.json")
        let own = try ownSettings(folder.file("a.json"))
        #expect(own.size == 50 && own.key == nil)
    }
}
