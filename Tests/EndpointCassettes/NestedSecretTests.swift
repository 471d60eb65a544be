import EndpointCassettes
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Secrets inside other values, in each carrier and each spelling.
@Suite struct NestedSecretTests {
    private static let secret = "planted-Secret+1/2=="

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))) ?? ""
    }
    private static func quoted(_ text: String) -> String { JSON.string(text).description }

    /// Values with a secret inside.
    static let spellings: [(name: String, value: @Sendable (String) -> String)] = [
        ("a document", { #"{"user": "me", "token": \#(quoted($0))}"# }),
        ("a list of documents", { #"[1, {"deep": [{"client_secret": \#(quoted($0))}]}]"# }),
        ("a document in a document", { #"{"body": \#(quoted(#"{"token": \#(quoted($0))}"#))}"# }),
        ("a relative URL", { "/cb?page=2&access_token=\(encoded($0))" }),
        ("a URL without a path", { "cb?access_token=\(encoded($0))&page=2" }),
        ("an absolute URL", { "https://h.example/cb?page=2&access_token=\(encoded($0))" }),
        ("a fragment", { "https://h.example/cb#access_token=\(encoded($0))&page=2" }),
        ("a parameter of a path", { "/cart;jsessionid=\(encoded($0))/items" }),
        ("a user of a URL", { "https://me:\(encoded($0))@h.example/x" }),
        ("a URL in a URL", { "/login?next=\(encoded("/cb?access_token=\(encoded($0))&a=1"))&page=2" }),
        ("a URL in a URL, not encoded", { "https://h.example/login?next=/cb?access_token=\(encoded($0))" }),
        ("a URL in a document", { #"{"next": \#(quoted("/cb?access_token=\(encoded($0))"))}"# }),
        ("a document in a URL", { "/cb?page=2&state=\(encoded(#"{"token": \#(quoted($0))}"#))" }),
        ("a document in a URL in a document", { #"{"u": \#(quoted("/cb?s=\(encoded(#"{"token": \#(quoted($0))}"#))"))}"# }),
        ("a form", { "user=me&password=\(encoded($0))&page=2" }),
        ("a form in a form", { "user=me&form=\(encoded("a=1&password=\(encoded($0))"))" }),
        ("a form's document with pluses for space", { "p=\(encoded(#"{"token": \#(quoted($0))}"#).replacing("%20", with: "+"))&page=2" }),
        ("a URL encoded twice", { encoded(encoded("/cb?access_token=\(encoded($0))")) }),
        ("a text after a colon", { "password: \($0)" }), ("a sentence", { "Login failed, password: \($0)" }),
        ("a sentence with quotes", { "Login with password='\($0)' failed" }), ("a credential", { "Bearer \($0)" }),
        ("a document with escaped quotes", { #"body {\"token\":\"\#($0)\"} was sent"# }),
        ("a document after a text", { #"sent {"token": \#(quoted($0)), "n": 1} twice"# }),
    ]

    private static func json(_ value: String) -> Data { Data(#"{"n": 7, "payload": \#(quoted(value)), "end": [true]}"#.utf8) }
    private static func multipart(_ value: String) -> Data {
        Data("--b-1\r\nContent-Disposition: form-data; name=\"payload\"\r\n\r\n\(value)\r\n--b-1--\r\n".utf8)
    }
    private static func data(_ data: Data, _ type: String?) -> HTTPBodyEntity { HTTPBodyEntity(contentType: type, content: .data(data)) }

    /// Requests with a value.
    static let requests: [(name: String, make: @Sendable (String) throws -> HTTPRequest)] = [
        ("a query", { try request(query: ["payload": $0, "n": 7]) }),
        ("a field that is a URL", { try request(headers: ["Referer": $0]) }),
        ("Refresh", { try request(headers: ["Refresh": "5; url=\($0)"]) }),
        ("any field", { try request(headers: ["X-Original-URL": $0]) }),
        ("an encoded field", { try request(headers: ["X-State": encoded($0)]) }),
        ("a link", { try request(headers: ["Link": "<\($0)>; rel=next"]) }),
        ("a cookie", { try request(headers: ["Cookie": "theme=dark; state=\(encoded($0))"]) }),
        ("a form", { try request(.post, body: FormBody(["payload": $0, "n": "7"]).entity()) }),
        ("a multipart body", { try request(.post, body: MultipartBody([.text("payload", $0), .text("n", "7")]).entity()) }),
        ("a multipart body of another type", { try request(.post, body: data(multipart($0), "application/json")) }),
        ("JSON", { try request(.post, body: data(json($0), "application/json")) }),
        ("JSON as a form", { try request(.post, body: data(json($0), "application/x-www-form-urlencoded")) }),
        ("JSON without a type", { try request(.post, body: data(json($0), nil)) }),
        ("JSON after a warning", { try request(.post, body: data(Data("<b>Notice</b>: x\n".utf8) + json($0), "application/json")) }),
        ("a text", { try request(.post, body: data(Data("Hello,\n\($0)\nend".utf8), "text/plain")) }),
        ("its own body as JSON", { try request(.post, body: data(Data($0.utf8), "application/json")) }),
        ("its own body as a form", { try request(.post, body: data(Data($0.utf8), "application/x-www-form-urlencoded")) }),
        ("its own body as XML", { try request(.post, body: data(Data($0.utf8), "application/xml")) }),
        ("its own body as a picture", { try request(.post, body: data(Data($0.utf8), "image/png")) }),
    ]

    private func expectNoSecret(in take: Take, _ place: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        var text = try take.text
        for entry in try take.entries {
            for content in [entry["response"]?["content"], entry["request"]?["postData"]] {
                guard (content?["encoding"] ?? content?["_encoding"]) == "base64" else { continue }
                text += String(decoding: Data(base64Encoded: content?["text"]?.string ?? "") ?? Data(), as: UTF8.self)
            }
        }
        let escaped = Self.secret.replacing("/", with: "\\/")
        let base64 = Data(Self.secret.utf8).base64EncodedString()
        for form in [Self.secret, Self.encoded(Self.secret), Self.encoded(Self.encoded(Self.secret)), escaped, base64, "planted"] {
            #expect(!text.contains(form), "\(place): \(form) in \(text)", sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: spellings.indices)
    func `Scrubber: a secret inside a value is never written, and the request is still matched`(spelling: Int) async throws {
        let (name, value) = Self.spellings[spelling]
        for (carrier, make) in Self.requests {
            let sent = value(Self.secret)
            // The text between a link's brackets is a URL.
            if carrier == "a link" && sent.contains(" ") || carrier == "a field that is a URL" && sent.contains("+%22") { continue }
            let take = try Take()
            // The secret is recognized in the request, so it is hidden in the response too.
            let echo = HTTPResponse(headers: ["X-Echo": "no \(Self.secret)"], body: Data("no \(Self.encoded(Self.secret)) here".utf8))
            _ = try await take.recorder(around: StubTransport(echo)).send(make(sent))
            try expectNoSecret(in: take, "\(name) in \(carrier)")
            #expect(try take.text.contains("redacted"))
            for other in [Self.secret, "another-Secret/3=="] {
                let body = try await take.player().send(make(value(other))).body
                #expect(String(decoding: body, as: UTF8.self).hasSuffix(" here"), "\(name) in \(carrier)")
            }
        }
    }

    /// Responses with a value.
    static let responses: [(name: String, make: @Sendable (String) -> HTTPResponse)] = [
        ("Location", { HTTPResponse(status: 201, headers: ["Location": $0]) }),
        ("Refresh", { HTTPResponse(headers: ["Refresh": "5; url=\($0)"]) }),
        ("Link", { HTTPResponse(headers: ["Link": "<\($0)>; rel=next"]) }),
        ("any field", { HTTPResponse(headers: ["X-Next": $0]) }),
        ("a cookie", { HTTPResponse(headers: ["Set-Cookie": "state=\(encoded($0)); Path=/"]) }),
        ("JSON", { HTTPResponse(headers: ["Content-Type": "application/json"], body: json($0)) }),
        ("JSON as HTML", { HTTPResponse(headers: ["Content-Type": "text/html"], body: json($0)) }),
        (
            "JSON and a warning",
            { HTTPResponse(headers: ["Content-Type": "application/json"], body: json($0) + Data("\n<br>Notice: \($0)".utf8)) }
        ),
        ("JSON lines", { HTTPResponse(headers: ["Content-Type": "application/jsonl"], body: json("a") + Data("\n".utf8) + json($0)) }),
        (
            "events",
            {
                HTTPResponse(
                    headers: ["Content-Type": "text/event-stream"], body: Data("event: a\ndata: ".utf8) + json($0) + Data("\n\n".utf8))
            }
        ),
        (
            "a form",
            { HTTPResponse(headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Data("a=1&p=\(encoded($0))".utf8)) }
        ),
        ("multipart", { HTTPResponse(headers: ["Content-Type": "multipart/mixed; boundary=b-1"], body: multipart($0)) }),
        ("a text", { HTTPResponse(headers: ["Content-Type": "text/plain"], body: Data("Hello,\n\($0)\nend".utf8)) }),
        ("its own body", { HTTPResponse(headers: ["Content-Type": "text/html"], body: Data($0.utf8)) }),
    ]

    @Test(arguments: spellings.indices)
    func `Scrubber: a secret inside a response's value is never written`(spelling: Int) async throws {
        let (name, value) = Self.spellings[spelling]
        for (carrier, make) in Self.responses {
            let sent = value(Self.secret)
            if carrier == "Link" && sent.contains(" ") || carrier == "Location" && sent.contains("+%22") { continue }
            let take = try Take()
            let recorder = try take.recorder(
                .record,
                around: StubTransport { request in
                    request.path.encoded == "/a" ? make(sent) : HTTPResponse(body: Data("no \(Self.secret) here".utf8))
                })
            _ = try await recorder.send(request())
            _ = try await recorder.send(request(.get, "/echo"))
            try recorder.save()
            try expectNoSecret(in: take, "\(name) in \(carrier)")
            let replayed = try await take.player().send(request())
            if carrier == "JSON" { #expect(try JSON(parsing: replayed.body)["n"] == 7) }
            if carrier == "JSON as HTML" { #expect(try JSON(parsing: replayed.body)["end"] == [true]) }
        }
    }

    private func scrubbed(_ body: String, _ type: String) -> String {
        String(decoding: Redaction.standard.scrub(body: Array(body.utf8), contentType: type), as: UTF8.self)
    }

    @Test(arguments: [
        (
            "payload=%7B%22token%22%3A+%22hunter2%22%2C+%22a%22%3A+1%7D&n=7", "application/x-www-form-urlencoded",
            "payload=%7B%22token%22%3A+%22%3Credacted%3E%22%2C+%22a%22%3A+1%7D&n=7"
        ),
        (
            "next=/cb?access_token=hunter2&n=7", "application/x-www-form-urlencoded", "next=/cb?access_token=%3Credacted%3E&n=7"
        ),
        (
            "next=%2fcb%3faccess_token%3dhunter2%26a%3d1&n=%2f", "application/x-www-form-urlencoded",
            "next=%2Fcb%3Faccess_token%3D%3Credacted%3E%26a%3D1&n=%2f"
        ),
        (#"{"a": "login: password: hunter2", "b": 1}"#, "text/plain", #"{"a": "login: password: <redacted>", "b": 1}"#),
        (#"{"a": "{\"token\":\"hunter2\",\"n\":1}"}"#, "application/json", #"{"a": "{\"token\":\"<redacted>\",\"n\":1}"}"#),
        (#"{"token":"hunter2"}"#, "application/x-www-form-urlencoded", #"{"token":"<redacted>"}"#),
        (#""/cb?access_token=hunter2""#, "application/json", #""/cb?access_token=<redacted>""#),
        (
            "--b-1\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhunter2\r\n--b-1--\r\n", "application/json",
            "--b-1\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n<redacted>\r\n--b-1--\r\n"
        ),
        ("data: {\"token\":\"hunter2\",\"n\":1}\n\n", "text/event-stream", "data: {\"token\":\"<redacted>\",\"n\":1}\n\n"),
        ("x({\"pin\":1234,\"tokens\":[\"hunter2\"],\"n\":1})", "text/javascript", "x({\"pin\":0,\"tokens\":[\"<redacted>\"],\"n\":1})"),
    ])
    func `Scrubber: a scrubbed body keeps its formatting`(body: String, type: String, expected: String) {
        #expect(scrubbed(body, type) == expected)
        #expect(scrubbed(expected, type) == expected)
    }

    /// Strings without a secret.
    static let ordinary = [
        "The token is missing.", "Keys and tokens, all of them", "bob@example.com", "see @me and 50% of 100 %", "a=b; c=d & e=f",
        "https://h.example/a%20b?page=2&q=%7B%22a%22%3A1%7D#top", "/users/@me?limit=10&sort=-name",
        "urn:ietf:params:oauth:token-type:access_token",
        "2024-05-06T07:08:09Z", #"{"key": null, "passwordRequired": true, "max_tokens": 5}"#,
        "Content-Type: text/html; charset=utf-8", "max-age=600, no-cache", "Bearer token is missing", "Basic plan: 5 users",
        "text with \\n and \\u0041 and \"quotes\" and 'more'", "ratio 3:4, 10:30, C:\\Users\\me", "<p>Hello, <b>world</b>: yes</p>",
        "%7B%22name%22%3A%22x%22%7D", "a+b%2Bc=d", "{not json} [neither] {this", #"["a", "b=c", "d: e"]"#, "--b-1", "=", "%", "\\", "\"",
        "{", "[", "//", "@", ":",
    ]

    @Test(arguments: ordinary)
    func `Scrubber: ordinary text is unchanged`(text: String) async throws {
        for type in ["application/json", "text/plain", "application/x-www-form-urlencoded", "text/html"] {
            #expect(scrubbed(text, type) == text)
            let body = "{\"n\": 1.50, \"a\": \(Self.quoted(text))}"
            #expect(scrubbed(body, type) == body)
            let form = "a=\(Self.encoded(text))&b=1"
            #expect(scrubbed(form, type) == form)
        }
        let take = try Take()
        _ = try await take.recorder(around: StubTransport()).send(request(query: ["q": text], headers: ["X-Text": text]))
        let sent = try take.entries[0]["request"]
        #expect(sent?["url"]?.string == (try request(query: ["q": text]).urlText))
        #expect(sent?["headers"]?.array?.contains(["name": "X-Text", "value": .string(text)]) == true)
    }

    /// Beginnings of values that don't end.
    static let beginnings = [
        #""token":["#, "<token ", "<token>", "password: \"", #"{"a":"#, #"{\"token\":\""#, "\"", "\\\"", "%25", "/a?u=", "https://u:",
        "a=%7B%22", "[", "{}",
        "Bearer ", "--b\r\n\r\n", "a: |\n ", ";token=", "&token=",
    ]

    @Test(.timeLimit(.minutes(4)), arguments: beginnings)
    func `Scrubber: scrubbing doesn't take quadratic time`(beginning: String) {
        // Each of these took minutes when every beginning was searched to the end of the text.
        let text = String(repeating: beginning, count: 60_000 / beginning.utf8.count)
        #expect(scrubbed(text, "text/plain").utf8.count < 8 * text.utf8.count)
    }
}
