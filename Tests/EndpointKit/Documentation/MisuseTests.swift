import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// The messages for common mistakes. `.ci/mistyped` contains the mistakes that don't compile.
@Suite struct MisuseTests {
    private struct Hero: Codable, Sendable { var id = 1, pageCount = 2 }
    private struct Note: Decodable, Sendable { var title: String, createdAt: Date }

    private func error(
        _ stub: StubTransport = StubTransport(), baseURL: String = "https://example.com",
        _ edit: (inout APIConfiguration) -> Void = { _ in },
        call: (APIClient) throws -> Call<some Sendable>
    ) async throws -> String {
        var configuration = APIConfiguration(baseURL: try #require(URL(string: baseURL)))
        edit(&configuration)
        let client = APIClient(configuration: configuration, transport: stub)
        return await failure { try await call(client).value }?.description ?? "no error"
    }

    private func answer(_ body: String, type: String = "application/json", status: HTTPStatus = 200) -> StubTransport {
        StubTransport(HTTPResponse(status: status, headers: ["Content-Type": type], body: Data(body.utf8)))
    }

    private func hero(_ client: APIClient) -> Call<Hero> { client.call(.get("heroes/1")) }

    // MARK: All kinds, as a file to read

    /// `REGENERATE=1 swift test --filter Misuse` writes the file.
    @Test func `Misuse: each kind has the message in the golden file`() async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Misuse.txt")
        let kinds = try await answers() + requests() + connections()
        let text = kinds.map { kind, message in "\(kind)\n    \(message)\n" }.joined(separator: "\n")
        if ProcessInfo.processInfo.environment["REGENERATE"] != nil { try Data(text.utf8).write(to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
        #expect(Set(kinds.map(\.0)).count >= 16)
    }

    private func answers() async throws -> [(String, String)] {
        let dated: (APIClient) -> Call<Note> = { $0.call(.get("notes/1")) }
        let list: (APIClient) -> Call<[Hero]> = { $0.call(.get("heroes")) }
        return [
            ("HTML for JSON", try await error(answer("<html>", type: "text/html"), call: hero)),
            ("snake case", try await error(answer(#"{"id": 1, "page_count": 2}"#), call: hero)),
            ("a key in another case", try await error(answer(#"{"id": 1, "PageCount": 2}"#), call: hero)),
            ("a key with a mistake", try await error(answer(#"{"id": 1, "pageCont": 2}"#), call: hero)),
            ("the text of a date", try await error(answer(#"{"title": "a", "createdAt": "2014-04-29T14:18:17Z"}"#), call: dated)),
            ("a text for a number", try await error(answer(#"{"id": "1", "pageCount": 2}"#), call: hero)),
            ("null for a value that isn't optional", try await error(answer(#"{"id": null, "pageCount": 2}"#), call: hero)),
            ("a list inside an object", try await error(answer(#"{"data": [{"id": 1, "pageCount": 2}]}"#), call: list)),
            ("no body for a value", try await error(answer("", status: 204), call: hero)),
            ("JSON that is cut off", try await error(answer(#"{"id": 1, "#), call: hero)),
            (
                "credentials that weren't sent",
                try await error(answer("", status: 401), { $0.authentication = .bearer("abc") }, call: hero)
            ),
        ]
    }

    private func requests() async throws -> [(String, String)] {
        [
            ("no credentials to send", try await error { $0.data(.get("me").authenticated()) }),
            ("a base URL that isn't http", try await error(baseURL: "ftp://example.com", call: hero)),
            ("a query in a path", try await error { $0.data(.get("heroes?limit=1")) }),
            ("a URL as a path", try await error { $0.data(.get("https://example.com/heroes")) }),
            ("an empty value in a path", try await error { $0.data(.get("heroes/\("")")) }),
            ("NaN in a query", try await error { $0.data(.get("heroes", query: ["ratio": Double.nan])) }),
            ("NaN in JSON", try await error { $0.data(.post("heroes", body: .json(["a": Double.nan]))) }),
            ("a line break in a field", try await error { $0.data(.get("heroes", headers: ["X-Note": "a\nb"])) }),
            (
                "a field that only the transport may write",
                try await error { $0.data(.get("heroes", headers: ["Transfer-Encoding": "chunked"])) }
            ),
            ("a file that isn't there", try await error { $0.data(.post("photos", body: .file(URL(filePath: "/none/photo.png")))) }),
            (
                "a coding that the body doesn't have",
                try await error { $0.data(.post("logs", headers: ["Content-Encoding": "br"], body: .text("a").compressed(.gzip))) }
            ),
        ]
    }

    private func connections() async throws -> [(String, String)] {
        let port = try RefusingPort()
        let here = "http://127.0.0.1:\(port.origin.port)"
        let proxy = try #require(URL(string: here))
        func message(_ url: String, _ edit: (inout APIConfiguration) -> Void = { _ in }) async throws -> String {
            var configuration = APIConfiguration(baseURL: try #require(URL(string: url)))
            configuration.policies.retry = .never
            edit(&configuration)
            let client = APIClient(configuration: configuration, transport: PlatformTransport())
            let error = await failure { try await client.data(.get("a")).value }
            return error?.message.replacing("\(port.origin.port)", with: "PORT") ?? "no error"
        }
        return [
            ("a dead proxy", try await message("http://api.example.com") { $0.policies.connection.proxy = .url(proxy) }),
            (
                "a pin that isn't one",
                try await message("https://127.0.0.1:9") { $0.policies.connection.tls.pinnedKeys = ["127.0.0.1": ["x"]] }
            ),
            ("a service that isn't there", try await message(here)),
        ]
    }

    // MARK: One by one

    @Test func `Misuse: HTML instead of JSON is named in the error`() async throws {
        #expect(
            try await error(answer("<html>Sign in</html>", type: "text/html; charset=utf-8"), call: hero)
                == "decoding: Could not decode Hero: the server sent text/html, not JSON. [GET https://example.com/heroes/1]")
        #expect(
            try await error(answer("<x>", type: "text/\(String(repeating: "a1b2", count: 8))"), call: hero)
                == "decoding: Could not decode Hero: the server sent <37 characters>, not JSON. [GET https://example.com/heroes/1]")
        // The bytes decide for a body that is declared as JSON or plain text, or that has no type.
        for type in ["application/problem+json", "text/plain", ""] {
            #expect(try await error(answer("<html>", type: type), call: hero).contains("the body is not valid JSON: at byte 0"))
        }
    }

    @Test func `Misuse: a key in snake case, under another name or with a similar name is suggested`() async throws {
        let snake = try await error(answer(#"{"id": 1, "page_count": 2}"#), call: hero)
        #expect(
            snake
                == "decoding: Could not decode Hero: `pageCount` is missing (byte 0, beside id, page_count); `page_count` is there, which "
                + "JSONConvention(keys: .snakeCase) reads. [GET https://example.com/heroes/1]")
        #expect(
            try await error(answer(#"{"id": 1, "PageCount": 2}"#), call: hero).contains(
                "; `PageCount` is there, which a CodingKey can name. ["))
        let similar = try await error(answer(#"{"id": 1, "pageCont": 2}"#), call: hero)
        #expect(similar.hasSuffix("(byte 0, beside id, pageCont); `pageCont` is similar. [GET https://example.com/heroes/1]"))
        #expect(
            try await error(answer(#"{"id": 1, "other": 2}"#), call: hero).contains("`pageCount` is missing (byte 0, beside id, other). ["))
        #expect(!(try await error(answer(#"{"id": 1, "sk_live_4242424242424242": 2}"#), call: hero).contains("4242")))
    }

    @Test func `Misuse: for a date in text form, the error names the setting that reads it`() async throws {
        #expect(
            try await error(answer(#"{"title": "a", "createdAt": "2014-04-29T14:18:17Z"}"#)) { $0.call(.get("notes/1"), as: Note.self) }
                == "decoding: Could not decode Note: createdAt: expected Double, found a string (byte 28, beside title); it is the text of a date, "
                + "which JSONConvention(dates: .iso8601) reads. [GET https://example.com/notes/1]")
        #expect(
            !(try await error(answer(#"{"title": "a", "createdAt": "soon"}"#)) { $0.call(.get("notes/1"), as: Note.self) }.contains(
                "of a date")))
    }

    @Test func `Misuse: another type, null, and an empty body are explained`() async throws {
        #expect(
            try await error(answer(#"{"id": "1", "pageCount": 2}"#), call: hero)
                == "decoding: Could not decode Hero: id: expected Int, found a string (byte 7, beside pageCount). [GET https://example.com/heroes/1]"
        )
        #expect(
            try await error(answer(#"{"id": null, "pageCount": 2}"#), call: hero)
                == "decoding: Could not decode Hero: id: expected Int, found null (byte 7, beside pageCount). [GET https://example.com/heroes/1]"
        )
        #expect(
            try await error(answer(""), call: hero)
                == "decoding: Could not decode Hero: the response has no body. [GET https://example.com/heroes/1]")
    }

    @Test func `Misuse: credentials that weren't sent, or can't be sent, are explained`() async throws {
        #expect(
            try await error(answer("", status: 401)) {
                $0.authentication = .bearer("abc")
            } call: {
                hero($0)
            }
                == "badStatus: The server answered 401 Unauthorized. No credentials were sent, although the configuration has some: should the endpoint "
                + "be authenticated? [GET https://example.com/heroes/1]")
        let lacking = try await error { $0.data(.get("me").authenticated()) }
        #expect(
            lacking.hasPrefix(
                "configuration: GET me requires authentication, but the client's configuration has none. Set its"))
    }

    @Test func `Misuse: a dead proxy is named, not the site behind it`() async throws {
        let port = try RefusingPort()
        let proxy = try #require(URL(string: "http://me:hunter2@127.0.0.1:\(port.origin.port)"))
        var configuration = APIConfiguration(baseURL: try #require(URL(string: "http://api.example.com")))
        configuration.policies.connection.proxy = .url(proxy)
        configuration.policies.retry.maxAttempts = 1
        let client = APIClient(configuration: configuration, transport: PlatformTransport())
        let error = await failure { try await client.data(.get("a")).value }
        #expect(
            error?.message
                == "No connection to http://api.example.com could be made: the proxy http://127.0.0.1:\(port.origin.port) can't be reached: "
                + "Connection refused.")
    }

    @Test func `Misuse: an invalid pin is explained`() async throws {
        var configuration = APIConfiguration(baseURL: try #require(URL(string: "https://127.0.0.1:9")))
        configuration.policies.connection.tls.pinnedKeys = ["127.0.0.1": ["47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU", "x"]]
        let client = APIClient(configuration: configuration, transport: PlatformTransport())
        #expect(
            await failure { try await client.data(.get("a")).value }?.message
                == "A key that the TLS policy pins for \"127.0.0.1\" is not the Base64 of a SHA-256 hash, which has 44 characters.")
    }

    @Test func `Misuse: a value that can't be sent is explained`() async throws {
        #expect(
            try await error(baseURL: "ftp://example.com", call: hero).hasPrefix("configuration: The base URL \"ftp://example.com\" "))
        #expect(
            try await error { $0.data(.get("heroes?limit=1")) }
                == "invalidRequest: The path \"heroes…\" of Route can't be sent: it contains a \"?\"; pass the part after it as `query:`, or write %3F "
                + "for the character.")
        #expect(
            try await error { $0.data(.get("heroes/\("")")) }
                == "invalidRequest: The path \"heroes/\" of Route can't be sent: a value in it is empty.")
        #expect(
            try await error { $0.data(.get("heroes", query: ["ratio": Double.nan])) }
                .hasPrefix("invalidRequest: "))
        #expect(
            try await error { $0.data(.post("heroes", body: .json(["a": Double.nan]))) }.hasPrefix(
                "bodyEncoding: The body of POST heroes could not be made: "))
    }
}
