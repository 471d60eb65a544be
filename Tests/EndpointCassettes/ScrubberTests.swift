import EndpointCassettes
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// A cassette contains no secrets, and hidden values don't prevent a replay.
@Suite struct ScrubberTests {
    private static let secret = "planted-Secret+1/2=="
    private static let encoded = "planted-Secret%2B1%2F2%3D%3D"

    private func expectNoSecret(in take: Take, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let text = try take.text
        let base64 = Data(Self.secret.utf8).base64EncodedString()
        for form in [Self.secret, Self.encoded, base64, "planted"] {
            #expect(!text.contains(form), "\(form) in \(text)", sourceLocation: sourceLocation)
        }
    }

    static let places: [(name: String, request: @Sendable () throws -> HTTPRequest)] = [
        ("a field", { try request(headers: ["X-Api-Key": secret]) }),
        ("a credential", { try request(headers: ["Authorization": "Bearer \(secret)"]) }),
        ("a cookie", { try request(headers: ["Cookie": "theme=dark; sid=\(secret)"]) }),
        ("the query", { try request(query: ["access_token": secret, "page": 1]) }),
        ("the path", { try request(.get, "/bot\(secret)/send") }),
        ("a form", { try request(.post, body: FormBody(["password": secret, "user": "x"]).entity()) }),
        (
            "a JSON body",
            {
                try request(
                    .post, body: .data(Data(#"{"user": "x", "login": {"password": "\#(secret)"}}"#.utf8), contentType: "application/json"))
            }
        ),
        (
            "a JSON body without its type",
            { try request(.post, body: .data(Data(#"[{"client_secret": "\#(secret)"}]"#.utf8), contentType: "text/plain")) }
        ),
        ("a multipart body", { try request(.post, body: MultipartBody([.text("token", secret), .text("a", "b")]).entity()) }),
        ("XML", { try request(.post, body: .data(Data("<a><token>\(secret)</token></a>".utf8), contentType: "application/xml")) }),
        (
            "text in another encoding",
            {
                try request(
                    .post, body: .data(Data([0xE9]) + Data(" password=\(secret)".utf8), contentType: "text/plain; charset=iso-8859-1"))
            }
        ),
    ]

    @Test(arguments: places.indices)
    func `Scrubber: a secret of a request isn't written, wherever it is repeated`(place: Int) async throws {
        let take = try Take()
        let echo = StubTransport { request in
            let echoed = """
                {"url": "\(request.urlText)", "message": "The key \(Self.secret) is not known", "count": 3,
                 "access_token": "\(Self.secret)", "again": "\(Self.encoded)"}
                """
            return HTTPResponse(
                headers: [
                    "Content-Type": "application/json", "Set-Cookie": "sid=\(Self.secret); Path=/", "X-Echo": "you sent \(Self.secret)",
                    "Location": "https://api.example.com/next?token=\(Self.encoded)",
                ], body: Data(echoed.utf8))
        }
        func send(_ transport: any Transport) async throws -> HTTPResponse {
            var request = try Self.places[place].request()
            // A client's policies set this redaction.
            request = HTTPRequest(
                method: request.method, origin: request.origin, path: request.path, query: request.query, headers: request.headers,
                body: request.body, redaction: .standard.hiding(path: "bot*"))
            return try await transport.send(request)
        }
        let live = try await send(take.recorder(around: echo))
        #expect(String(decoding: live.body, as: UTF8.self).contains(Self.secret))
        try expectNoSecret(in: take)
        let replayed = try await send(take.player())
        #expect(try JSON(parsing: replayed.body)["count"] == 3)
        #expect(try JSON(parsing: replayed.body)["access_token"]?.string?.hasPrefix("redacted-") == true)
    }

    @Test func `Scrubber: an error's text is scrubbed too`() async throws {
        let take = try Take()
        let recorder = try take.recorder(
            around: StubTransport { request in
                let failure = TransportFailure(.connect, detail: "refused \(Self.secret)")
                throw APIError(.connection, "No way to https://u:\(Self.secret)@h/.", request: request, underlying: failure)
            })
        await #expect(throws: APIError.self) { try await recorder.send(request(headers: ["X-Api-Key": Self.secret])) }
        try recorder.save()
        try expectNoSecret(in: take)
    }

    @Test func `Scrubber: what authentication adds is neither written nor compared, under any name`() async throws {
        let take = try Take()
        func call(_ transport: any Transport, _ authentication: any Authentication) async throws {
            _ = try await example(transport, authentication: authentication).data(.get("a", query: ["n": 1]).authenticated()).value
        }
        try await call(take.recorder(), .query(["member": Self.secret]))
        try expectNoSecret(in: take)
        try await call(take.player(), .query(["member": "another"]))
        // Whether there are keys at all doesn't matter either.
        _ = try await example(take.player()).data(.get("a", query: ["n": 1])).value
    }

    @Test func `Scrubber: a hidden value keeps its type, and different values stay different`() async throws {
        struct Listing: Decodable, Sendable { var items: [Int], nextPageToken: String?, pin: Int, hasToken: Bool }
        let take = try Take()
        let stub = StubTransport { request in
            let next = ["": #""token-one""#, "token-one": #""token-two""#, "token-two": "null"][request.query["pageToken"] ?? ""] ?? "0"
            return HTTPResponse(
                headers: ["Content-Type": "application/json"],
                body: Data(#"{"items": [1, 2], "nextPageToken": \#(next), "pin": 1234, "hasToken": true}"#.utf8))
        }
        func pages(_ transport: any Transport) async throws -> [Listing] {
            let client = try example(transport)
            var pages: [Listing] = []
            var token: String?
            for _ in 0..<9 {
                let page = try await client.call(.get("list", query: ["pageToken": token]), as: Listing.self).value
                pages.append(page)
                token = page.nextPageToken
                if token == nil { break }
            }
            return pages
        }
        #expect(try await pages(take.recorder(around: stub)).count == 3)
        #expect(try !take.text.contains("token-one") && !take.text.contains("1234"))
        let replayed = try await pages(take.player())
        #expect(replayed.map(\.nextPageToken) == ["redacted-1", "redacted-2", nil])
        #expect(replayed.allSatisfy { $0.items == [1, 2] && $0.pin == 0 && $0.hasToken })
    }

    @Test func `Scrubber: text that isn't JSON is scrubbed, and binary data stays unchanged`() async throws {
        let take = try Take()
        let image = Data([0xFF, 0xD8]) + Data("password=hello@host token: x".utf8) + Data([0xFE])
        let stub = StubTransport { request in
            request.path.encoded == "/image"
                ? HTTPResponse(headers: ["Content-Type": "image/jpeg"], body: image)
                : HTTPResponse(headers: ["Content-Type": "text/html"], body: Data("<p>token: \(Self.secret)</p>".utf8))
        }
        let recorder = try take.recorder(around: stub)
        _ = try await recorder.send(request(.get, "/image"))
        _ = try await recorder.send(request(.get, "/page"))
        try recorder.save()
        try expectNoSecret(in: take)
        #expect(try await take.player().send(request(.get, "/image")).body == image)
    }

    @Test func `Scrubber: a cassette's own redaction replaces the client's`() async throws {
        let take = try Take()
        let response = HTTPResponse(headers: ["Content-Type": "application/json"], body: Data(#"{"key": "photo", "name": "n"}"#.utf8))
        let redaction = Redaction.standard.showing("key").hiding("name")
        _ = try await take.recorder(around: StubTransport(response), redaction: redaction).send(request(query: ["key": "a"]))
        let body = try await take.player(redaction: redaction).send(request(query: ["key": "a"])).body
        #expect(try JSON(parsing: body) == ["key": "photo", "name": "redacted-1"])
        await #expect(throws: APIError(.unanswered, "")) {
            try await take.player(redaction: redaction).send(request(query: ["key": "b"]))
        }
    }

    @Test func `Scrubber: a password is found in values that a server derives from it`() async throws {
        let take = try Take()
        let echo = HTTPResponse(
            headers: ["Content-Type": "application/json"], body: Data(#"{"message": "no pass/word-planted, no pass\/word-planted"}"#.utf8))
        let credential = Data("user:pass/word-planted".utf8).base64EncodedString()
        _ = try await take.recorder(around: StubTransport(echo)).send(request(headers: ["Authorization": "Basic \(credential)"]))
        try expectNoSecret(in: take)
        #expect(try JSON(parsing: await take.player().send(request()).body) == ["message": "no redacted, no redacted"])
    }

    @Test func `Scrubber: if the client hides everything, so does its cassette`() async throws {
        let take = try Take()
        let response = HTTPResponse(headers: ["Content-Type": "application/json"], body: Data(#"{"name": "planted", "n": 5}"#.utf8))
        func send(_ transport: any Transport, _ name: String) async throws -> HTTPResponse {
            try await example(transport, redaction: .everything).data(.get("a", query: ["name": name])).response.http
        }
        _ = try await send(take.recorder(around: StubTransport(response)), "planted")
        try expectNoSecret(in: take)
        #expect(try JSON(parsing: await send(take.player(), "other").body)["n"] == 0)
    }

    @Test func `Scrubber: values that are hidden later have other numbers`() async throws {
        let take = try Take()
        func record(_ mode: CassetteTransport.Mode, _ path: Path, _ token: String) async throws {
            let response = HTTPResponse(headers: ["Content-Type": "application/json"], body: Data(#"{"token": "\#(token)"}"#.utf8))
            let recorder = try take.recorder(mode, around: StubTransport(response))
            _ = try await recorder.send(request(.get, path))
            try recorder.save()
        }
        try await record(.record, "/a", "one")
        try await record(.replayOrRecord, "/b", "two")
        #expect(try await take.player().send(request(.get, "/a")).body == Data(#"{"token": "redacted-1"}"#.utf8))
        #expect(try await take.player().send(request(.get, "/b")).body == Data(#"{"token": "redacted-2"}"#.utf8))
    }
}
