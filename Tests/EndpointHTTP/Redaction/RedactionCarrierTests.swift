import EndpointCassettes
import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// Secrets of all forms under harmless names, in every part of a request or response that can carry them, and everything that is printed.
@Suite struct RedactionCarrierTests {
    /// None of these has the form of a word, a short number or a date.
    static let secrets = [
        "hunter2", "Tr0ub4dor&3", "p@ss w0rd!", "correct-horse-7-staple", "12345678901", "0123456789abcdef0123456789abcdef",
        "AKEXAMPLE1A2B3C4D5E6",
        "tok_live_4eC39HqLyjWDarjtT1zdp7dc", "xoxe-2401-1234567-AbCdEfGh", "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.dBjftJeZ4CVPmB92K27uhbUJU1p1r", "c2VjcmV0IHZhbHVl+/8==", "T0123ABC/B0456DEF/x9Y8z7W6v5U4",
        #"{"token":"z9y8x7w6"}"#, "/cb?access_token=z9y8x7w6v5", "https://ann:z9y8x7w6v5@db.example.com/x", "Bearer z9y8x7w6v5u4",
        "-----BEGIN KEY----- MIIEow1",
        "пароль-123456", "🔑 z9y8x7",
    ]

    private struct ServiceError: Decodable, Error, CustomStringConvertible {
        var message: String
        var description: String { message }
    }

    private struct Key: AuthenticatedEndpoint, RoutedEndpoint {
        var route: Route
        func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
            standard.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: ServiceError.self))
        }
    }

    private static func encoded(_ text: String) -> String {
        var query = Query()
        query.append("a", text)
        return String(query.encoded.dropFirst(2))
    }

    /// A request with the secret under ordinary names.
    private static func route(_ secret: String, body: Int) throws -> Route {
        let bodies: [any HTTPBody] = [
            .text(secret), .json(["note": secret, "list": [secret]]), .form(["note": secret, "list": secret]),
            .multipart([.text("note", secret), .data("file", Data(secret.utf8), filename: "a.txt")]), .data(Data(secret.utf8)),
        ]
        return .post(
            "members/\(secret)/\(Secret(secret))/x-\(secret)",
            query: ["member": secret, "list": [secret, "a"], "next": "/cb?member=\(secret)"],
            headers: [
                "X-Member": secret.unicodeScalars.allSatisfy(\.isASCII) ? secret : "z9y8x7", "Cookie": "theme=\(encoded(secret)); lang=en",
                "X-Original-URL": "/a?member=\(encoded(secret))",
                "Referer": "https://example.com/\(encoded(secret))?a=\(encoded(secret))#\(encoded(secret))",
            ], body: bodies[body % bodies.count])
    }

    private static func answer(_ secret: String, _ status: HTTPStatus, _ body: String) -> HTTPResponse {
        let text = encoded(secret)
        return HTTPResponse(
            status: status,
            headers: [
                "Set-Cookie": "theme=\(text); Path=/\(text); Expires=\(text)", "Refresh": "5; url=/next?member=\(text)", "X-Echo": text,
                "Link": "</list/\(text)?member=\(text)>; rel=\"next\"; title=\"\(text)\"", "Content-Location": "/\(text)?\(text)",
                "WWW-Authenticate": "Negotiate \(text), Bearer realm=\"\(text)\"",
                "Content-Disposition": "attachment; filename=\"\(text)\"",
                "Location": "ftp://example.com/\(text)?member=\(text)",
            ], body: Data(body.utf8))
    }

    private func expectHidden(_ secret: String, in value: Any, _ place: String) {
        let forms = [
            secret, Self.encoded(secret), Data(secret.utf8).base64EncodedString(),
            JSON.string(secret).description.dropFirst().dropLast().description,
        ]
        for text in everyText(of: value) {
            for form in forms { #expect(!text.contains(form), "\(secret) is shown by \(place)") }
        }
    }

    @Test(arguments: secrets)
    func `Redaction: no text form of a call shows a secret under a harmless name`(secret: String) async throws {
        let json = JSON.string(secret).description
        let bodies = [
            // A body of the wrong type, with the secret as a value, as a key, before JSON, and in the service's own words.
            #"{"items": \#(json), "note": \#(json)}"#, #"{\#(json): "x"}"#, "<b>Warning</b>: \(secret) in line 3\n{}", "[\(json)]",
            #"{"message": "No member \#(json.dropFirst().dropLast()) here"}"#,
        ]
        for (index, body) in bodies.enumerated() {
            for status in [200, 302, 400] as [HTTPStatus] {
                let lines = Recorder<String>()
                let recorder = CallRecorder()
                let requests = Recorder<HTTPRequest>()
                let stub = StubTransport { request in
                    requests.record(request)
                    return Self.answer(secret, status, body)
                }
                let log = LogObserver(.trace) { lines.record($0.text) }
                var configuration = APIConfiguration(
                    baseURL: try exampleURL("https://api.example.com/\(Self.encoded(secret))/v1"), query: ["site": .some(secret)],
                    authentication: .custom(AnyAdapter { $0.query.append("visitor", secret) }))
                configuration.policies.retry = .never
                let client = APIClient(configuration: configuration, transport: stub, observers: [log, recorder])
                let call = client.call(Key(route: try Self.route(secret, body: index)), as: [String: Int].self)
                let error = try #require(await failure { try await call.value })
                let request = try #require(requests.values.first)
                #expect(request.urlText.contains(Self.encoded(secret)))
                let place = "\(status.rawValue), body \(index)"
                expectHidden(secret, in: lines.values, "the log, \(place)")
                expectHidden(secret, in: recorder.calls, "the recorder, \(place)")
                expectHidden(secret, in: request, "the request, \(place)")
                expectHidden(secret, in: request.curlCommand(), "cURL, \(place)")
                expectHidden(secret, in: error, "the error, \(place)")
                expectHidden(
                    secret, in: [error.localizedDescription, error.debugDescription, error.timeline, error.excerpt ?? ""],
                    "its texts, \(place)")
                expectHidden(secret, in: error.response?.headers as Any, "the fields, \(place)")
                expectHidden(secret, in: [client, call, configuration] as [Any], "the client, \(place)")
            }
        }
    }

    /// Values that are hidden in a request, and that the service repeats in its own messages.
    @Test(arguments: [
        (Route.get("a/\(Secret("swordfish"))"), "swordfish"), (.get("a/\("tok3nABC99")"), "tok3nABC99"),
        (.get("a", query: ["q": "c2VjcmV0LXRva2VuMQ=="]), "c2VjcmV0LXRva2VuMQ=="),
        (.get("a", query: ["next": "/cb?to=z9y8x7w6"]), "z9y8x7w6"),
        (.get("a", headers: ["X-Key": "ab/cd1+ef=="]), "ab%2fcd1%2bef%3d%3d"),
        (.get("a", headers: ["Authorization": "Basic YW5uOnN3b3JkZmlzaA=="]), "swordfish"),
        (.get("a", headers: ["Cookie": "a=z9y8x7; b=2"]), "z9y8x7"), (.post("a", body: .form(["password": "swordfish"])), "swordfish"),
        (.post("a", body: .json(["note": "tok3nABC99"])), "tok3nABC99"),
        (.post("a", body: .json(["card": 4_111_111_111_111_111])), "4111111111111111"),
        (.post("a", body: .multipart([.text("password", "swordfish")])), "swordfish"),
        (.post("a", body: .text(#"{"password":"swordfish"}"#)), "swordfish"), (.post("a", body: .text("tok3nABC99")), "tok3nABC99"),
        // Credentials of any scheme.
        (.get("a", headers: ["Authorization": #"Token token="a1b2c3d", realm="x""#]), "a1b2c3d"),
        (
            .get(
                "a", headers: ["Authorization": "AWS4-HMAC-SHA256 Credential=AKEX4MPLE/20300101/x, SignedHeaders=host, Signature=a1b2c3d"]),
            "a1b2c3d"
        ),
        (.get("a", headers: ["Authorization": "AWS4-HMAC-SHA256 Credential=AKEX4MPLE/20300101/x, Signature=a1b2c3d"]), "AKEX4MPLE"),
        (.get("a", headers: ["Cookie": #"x="a1b2c3"; b=2"#]), "a1b2c3"), (.get("a", headers: ["X-Auth": "user:swordfish"]), "swordfish"),
        // Strings inside strings.
        (.post("a", body: .json(["payload": #"{"token":"swordfish"}"#])), "swordfish"),
        (.post("a", body: .json(["payload": #"{"inner":"{\"token\":\"swordfish\"}"}"#])), "swordfish"),
        (.post("a", body: .json(["query": #"mutation { login(user: "ann", password: "swordfish") { id } }"#])), "swordfish"),
        (.post("a", body: .form(["next": "/cb?token=swordfish&a=1"])), "swordfish"),
        (.post("a", body: .json([["name": "token", "value": "swordfish"]])), "swordfish"),
        (.post("a", body: .text(#"{"a":1}"# + "\n" + #"{"password":"swordfish"}"# + "\n")), "swordfish"),
        (
            .post("a", body: .text("<login user='ann'><n:password>\(String(repeating: "sword", count: 60))</n:password></login>")),
            String(repeating: "sword", count: 60)
        ),
        (.post("a", body: .text("<login><password><![CDATA[sword>fish]]></password></login>")), "sword>fish"),
        (.post("a", body: .text("user: it's ann\npassword: correct horse battery\n")), "correct horse battery"),
        (
            .post("a", body: .data(Data([0xFF, 0xFE]) + Data("password=swordfish".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }))),
            "swordfish"
        ),
    ])
    func `BadStatusDecision: the service's text is shown without the values that the request hides`(
        route: Route, secret: String
    ) async throws {
        let body = Data(#"{"message": "There is no \#(JSON.string(secret).description.dropFirst().dropLast()) here."}"#.utf8)
        let client = try APIClient.example(StubTransport(HTTPResponse(status: 400, body: body))) { $0.authentication = .anonymous }
        let error = try #require(await failure { try await client.call(Key(route: route)).value })
        #expect(error.message.hasPrefix("The server answered 400 Bad Request: There is no "), "\(error.message)")
        for text in everyText(of: error) + [error.debugDescription] { #expect(!text.contains(secret)) }
    }

    /// How a service may encode repeated values.
    @Test(arguments: [
        ("my pass 12 word", "my+pass+12+word"), ("my pass 12 word", "my%20pass%2012%20word"), ("p@ss!w0rd", "p%40ss!w0rd"),
        ("p@ss!w0rd", "p%40ss%21w0rd"), ("p@ss!w0rd", "p%2540ss!w0rd"), ("a&b<c>1d", "a&amp;b&lt;c&gt;1d"),
        ("it's 1 \"q\"", "it&#39;s 1 &quot;q&quot;"),
        ("it's 1 \"q\"", #"it's 1 \"q\""#), ("pässwörd1", #"p\u00e4ssw\u00f6rd1"#), ("a/b/c/1", #"a\/b\/c\/1"#),
        ("hunter2", "68756E74657232"),
        ("hunter2", "68756e74657232"), ("hunter2", "aHVudGVyMg=="), ("hunter2", "eDpodW50ZXIy"),
    ])
    func `BadStatusDecision: a secret is recognized in any spelling`(secret: String, spelling: String) async throws {
        let body = try JSONEncoder().encode(["message": "There is no \(spelling) here."])
        let client = try APIClient.example(StubTransport(HTTPResponse(status: 400, body: body))) { $0.authentication = .anonymous }
        let route = Route.post("a", body: .json(["password": secret]))
        let error = try #require(await failure { try await client.call(Key(route: route)).value })
        #expect(error.message.hasPrefix("The server answered 400 Bad Request: There is no "), "\(error.message)")
        #expect(error.message.hasSuffix("here.") && !error.message.contains(spelling), "\(error.message)")
        for text in everyText(of: error) { #expect(!text.contains(spelling), "\(text)") }
    }

    /// Hidden parts of a request's path stay hidden in the redirect's location and in everything printed later.
    @Test func `Redaction: a path's Secret that a redirect repeats isn't shown`() async throws {
        let lines = Recorder<String>()
        let stub = StubTransport { request in
            request.path.encoded.contains("moved")
                ? HTTPResponse(status: 404, headers: ["Content-Location": "/moved/hunter"])
                : HTTPResponse(status: 302, headers: ["Location": "/v1/moved/hunter?token=x"])
        }
        let log = LogObserver(.trace) { lines.record($0.text) }
        let client = APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL("https://api.example.com/v1")), transport: stub, observers: [log])
        let error = try #require(await failure { try await client.call(.get("bot/\(Secret("hunter"))/x")).value })
        #expect(lines.values.contains { $0.contains("moved/<6 characters>") }, "\(lines.values)")
        for text in lines.values + everyText(of: error) + [error.timeline] { #expect(!text.contains("hunter"), "\(text)") }
    }

    @Test(
        arguments: [
            "bot/\(Secret("hunter"))/send?x=1", "bot/\(Secret("hunter"))/send#x", "https://h/\(Secret("hunter"))",
            "a/\(Secret("hun?ter"))/b?hunter",
            "\(Secret("hunter"))?x", "a\(Secret("hunter"))/\("")",
        ] as [Path])
    func `Path: an invalid path hides its Secret`(path: Path) async throws {
        let client = try APIClient.example(StubTransport(HTTPResponse()))
        let error = try #require(await failure { try await client.call(.get(path)).value })
        #expect(error.code == .invalidRequest)
        for text in everyText(of: error) + everyText(of: path) + everyText(of: Route.get(path)) {
            #expect(!text.contains("hun"), "\(text)")
        }
    }

    @Test func `CassetteTransport: a Secret of letters next to a literal is hidden where the server repeats it`() async throws {
        let folder = try Folder()
        let recording = try CassetteTransport(
            folder.file("a.har"), .record,
            around: StubTransport { HTTPResponse(headers: ["X-Self": $0.urlText], body: Data("see \($0.urlText)/more".utf8), url: $0.url) })
        _ = try await APIClient.example(recording).call(.get("bot\(Secret("correcthorse"))/x")).value
        try recording.save()
        #expect(try !String(contentsOf: folder.file("a.har"), encoding: .utf8).contains("correcthorse"))
        let stub = StubTransport([.get("bot\(Secret("batterystaple"))/y"): .status(200)])
        let error = try #require(await failure { try await APIClient.example(stub).call(.get("bot/x")).value })
        for text in everyText(of: error) { #expect(!text.contains("batterystaple")) }
    }

    @Test(arguments: secrets)
    func `StubTransport and CassetteTransport: the error about a missing answer shows no secret under a harmless name`(
        secret: String
    ) async throws {
        let stub = StubTransport([.get("a", query: ["member": .some(secret + "1")]): .status(200), .post("b/c"): .status(200)])
        let client = try APIClient.example(stub)
        let route = try Self.route(secret, body: 1)
        let error = try #require(await failure { try await client.call(route).value })
        #expect(error.code == .unanswered)
        expectHidden(secret, in: error, "a stub")
        let folder = try Folder()
        let file = folder.file("a.har")
        let recording = try CassetteTransport(file, .record, around: StubTransport { _ in HTTPResponse(status: 204) })
        _ = try await APIClient.example(recording).call(.get("members/1", query: ["member": .some(secret + "1")])).value
        try recording.save()
        let replay = try CassetteTransport(file)
        let missing = try #require(await failure { try await APIClient.example(replay).call(route).value })
        #expect(missing.code == .unanswered)
        expectHidden(secret, in: missing, "a cassette")
        expectHidden(secret, in: replay.unplayed, "a cassette's rest")
    }

    // A secret that looks like a type, and one that doesn't.
    @Test(arguments: ["PlainBearer", "S3cr3tABCdef0123456789"])
    func `Redaction: no error shows the client's own secret, a control character or a long string from Content-Type`(
        secret: String
    ) async throws {
        let types = [
            "text/\(secret)", "\(secret)/html", "text/html; x=\(secret)", secret, Data(secret.utf8).base64EncodedString(),
            "text/\(Data(secret.utf8).base64EncodedString())", "text/x-\(secret.uppercased())+xml", "text/html\u{1B}[31m",
            "text/html; x=\(String(repeating: "z", count: 5_000))", "text/plain; charset=\(secret)",
            "text/\(String(repeating: "z", count: 5_000))",
        ]
        let spellings = [secret, Data(secret.utf8).base64EncodedString()].map { $0.lowercased() }
        for type in types {
            let stub = StubTransport(HTTPResponse(headers: ["Content-Type": type], body: Data([0xFF])))
            let client = try APIClient.example(stub) { $0.authentication = .bearer(Secret(secret)) }
            let route = Route.get("x").authenticated()
            let reads: [@Sendable () async throws -> Void] = [
                { _ = try await client.call(route, as: Int.self).value }, { _ = try await client.string(route).value },
                { for try await _ in client.events(route) {} },
                { for try await _ in client.events(route, as: Int.self) {} },
            ]
            for (index, read) in reads.enumerated() {
                let error = try #require(await failure { try await read() }, "\(type.prefix(40)), read \(index)")
                #expect(error.code == .decoding && error.request != nil && error.attempts.count == 1)
                for text in [error.message, error.description, error.debugDescription] {
                    #expect(!text.contains("\u{1B}") && text.utf8.count < 500, "\(type.prefix(40)), read \(index)")
                }
                for text in everyText(of: error) {
                    #expect(!spellings.contains { text.lowercased().contains($0) }, "\(type.prefix(40)), read \(index)")
                }
            }
        }
    }

    @Test func `Redaction: the reason why a service's error can't be decoded doesn't show the client's own secret either`() async throws {
        let stub = StubTransport(HTTPResponse(status: 400, headers: ["Content-Type": "text/plainbearer"], body: Data("<b>".utf8)))
        let client = try APIClient.example(stub) { $0.authentication = .bearer("PlainBearer") }
        let error = try #require(await failure { try await client.call(Route.get("x").authenticated()).value })
        let thrown = #expect(throws: APIError.self) { try error.decodedServerError(as: ServiceError.self) }
        let reason = try #require(thrown?.underlying as? APIError)
        #expect(reason.message == "Could not decode ServiceError: the server sent text/<11 characters>, not JSON.")
    }
}
