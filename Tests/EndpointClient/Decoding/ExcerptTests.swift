import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct ExcerptTests {
    struct Page: Decodable { var results: [Item] }
    struct Item: Decodable { var id: Int; var link: [String: URL]? }

    private func error(_ body: String) async throws -> APIError? {
        let client = try APIClient.example(StubTransport(HTTPResponse(body: Data(body.utf8))))
        return await failure { try await client.call(.get("x"), as: Page.self).value }
    }

    @Test(arguments: [
        (#"{"results":[{"id":"seven"}]}"#, #"{"results":[{"id":"seven"}]}"#), ("{\n\t\"results\": [\r\n7]}", "{  \"results\": [  7]}"),
        ("<html>", "<html>"), ("{\"results\":", "{\"results\":"),
        (#"{"results":[{"id":1,"link":{"self":5}}]}"#, #"{"results":[{"id":1,"link":{"self":5}}]}"#),
    ])
    func `Excerpt: it is the body's text in one line`(body: String, excerpt: String) async throws {
        #expect(try await error(body)?.excerpt == excerpt)
    }

    @Test func `Excerpt: for a long body, it is the text around the element`() async throws {
        let good = (0..<100).map { #"{"id":\#($0)}"# }.joined(separator: ",")
        let excerpt = try #require(try await error(#"{"other":"\"]}","results":[\#(good),{"id":"bad é"},\#(good)]}"#)?.excerpt)
        #expect(excerpt.hasPrefix("…") && excerpt.hasSuffix("…"))
        #expect(excerpt.contains(#"{"id":98},{"id":99},{"id":"bad é"},{"id":0},{"id":1}"#))
        #expect((121...200).contains(excerpt.utf8.count))
    }

    @Test(arguments: [0, 2000]) func `Excerpt: invalid UTF-8 doesn't make it longer`(bytesAfter: Int) async throws {
        let run = Data(repeating: 0x80, count: 2000)
        let body = Data(#"{"results":[{"id":1}],"text":""#.utf8) + run + Data("\"]".utf8) + Data(repeating: 0x80, count: bytesAfter)
        let client = try APIClient.example(StubTransport(HTTPResponse(body: body)))
        let error = await failure { try await client.call(.get("x"), as: Page.self).value }
        #expect(try #require(error?.excerpt).utf8.count < 600)
    }

    @Test func `Excerpt: a missing key is looked for in its object`() async throws {
        let good = (0..<100).map { #"{"id":\#($0)}"# }.joined(separator: ",")
        let excerpt = try await error(#"{"results":[\#(good),{"name":"without"}]}"#)?.excerpt
        #expect(excerpt?.contains(#"{"id":99},{"name":"without"}"#) == true)
    }

    struct SnakePage: Decodable { var theResults: [SnakeItem] }
    struct SnakeItem: Decodable { var itemId: Int }

    private func snakeError(_ body: String, _ strategy: JSONDecoder.KeyDecodingStrategy) async -> APIError? {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = strategy
        return await failure {
            try ResponseDecoder(decoder).decode(SnakePage.self, from: HTTPResponse(body: Data(body.utf8))).theResults.count
        }
    }

    @Test(arguments: ["the_results", "theResults"]) func `Excerpt: keys in snake case are found`(key: String) async throws {
        let good = (0..<100).map { #"{"item_id":\#($0)}"# }.joined(separator: ",")
        let excerpt = await snakeError(#"{"\#(key)":[\#(good),{"item_id":"bad"},\#(good)]}"#, .convertFromSnakeCase)?.excerpt
        #expect(excerpt?.contains(#"{"item_id":99},{"item_id":"bad"},{"item_id":0}"#) == true, "\(excerpt ?? "")")
    }

    @Test func `Excerpt: a key in the type's spelling takes precedence over one in snake case`() async throws {
        let padding = String(repeating: " ", count: 200)
        let excerpt = await snakeError(#"{"the_results":1,\#(padding)"theResults":7,"the_results_":1}"#, .useDefaultKeys)?.excerpt
        #expect(excerpt?.hasPrefix("…") == true && excerpt?.contains(#""theResults":7"#) == true)
    }

    @Test func `Excerpt: for text in UTF-16, it is in UTF-8, with secrets hidden`() async throws {
        let units = #"{"token":"S","results":7,"é":1}"#.utf16
        for isBigEndian in [false, true] {
            let bytes = units.flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            let client = try APIClient.example(StubTransport(HTTPResponse(body: Data(bytes))))
            let error = await failure { try await client.call(.get("x"), as: Page.self).value }
            #expect(error?.excerpt == #"{"token":"<1 character>","results":7,"é":1}"#)
        }
    }

    @Test func `Excerpt: for text that isn't JSON, it shows the place where the JSON ends`() async throws {
        let good = (0..<100).map { #"{"id":\#($0)}"# }.joined(separator: ",")
        let excerpt = try await error(#"{"results":[\#(good),{"id":nope},\#(good)]}"#)?.excerpt
        #expect(excerpt?.contains(#"{"id":99},{"id":nope},{"id":0}"#) == true)
    }

    @Test func `Excerpt: characters aren't split`() async throws {
        for padding in 0..<4 {
            let text = String(repeating: "x", count: padding) + String(repeating: "😀", count: 50)
            let excerpt = try await error(#"{"text":"\#(text)","results":[{"id":"\#(text)"}]}"#)?.excerpt
            #expect(excerpt?.contains("\u{FFFD}") == false)
        }
    }

    @Test(arguments: [
        (#"{"token":"S","results":7}"#, #"{"token":"<1 character>","results":7}"#),
        (#"{"results":[{"access_token" : "S\"S" , "id":""}]}"#, #"{"results":[{"access_token" : "<3 characters>" , "id":""}]}"#),
        (
            #"{"session":{"id":["S"]},"apikey":5,"results":{}}"#,
            #"{"session":{"id":["<1 character>"]},"apikey":<1 character>,"results":{}}"#
        ),
        (#"{"results":[{"id":null,"password":"S"#, #"{"results":[{"id":null,"password":"<1 character>"#),
        (#"{"password":{"a":["S","#, #"{"password":{"<1 character>":["S","#),
        (#"{"results":"token: \"x\"","hash":"S"}"#, #"{"results":"<10 characters>","hash":"<1 character>"}"#),
    ])
    func `Excerpt: a value with the name of a secret is hidden, even if the text is cut off in it`(
        body: String, excerpt: String
    ) async throws {
        let error = try await error(body)
        #expect(error?.excerpt == excerpt)
        #expect(error?.description.contains("S\"") == false)
    }

    @Test func `Excerpt: a secret inside a string with another name is hidden too`() async throws {
        let excerpt = try await error(#"{"pass\u0077ord":1,"u":"//a?token=hunter2","results":7}"#)?.excerpt
        #expect(excerpt == #"{"pass\u0077ord":<1 character>,"u":"<17 characters>","results":7}"#)
    }

    @Test func `Excerpt: a secret at the edges of the excerpt stays hidden`() async throws {
        let secret = String(repeating: "S", count: 300)
        let before = try await error(#"{"token":"\#(secret)","results":7}"#)?.excerpt
        #expect(before == #"…"<300 characters>","results":7}"#)
        let after = try await error(#"{"results":7,"token":"\#(secret)"}"#)?.excerpt
        #expect(after == #"{"results":7,"token":"<300 characters>"…"#)
    }

    @Test(
        arguments: [
            ("access_token=S3cretS&token_type=bearer", "access_token=<7 characters>&token_type=bearer"),
            ("token: S3cretS", "token: <7 characters>"),
            ("<token>S3cretS</token>", "<token><7 characters></token>"), ("{'token': 'S3cretS'}", "{'token': '<7 characters>'}"),
            ("Bearer S3cretS", "Bearer <7 characters>"), ("https://u:S3cretS@h/", "https://<redacted>@h/"),
            (#"{"id":1} token: S3cretS"#, #"{"id":1} token: <7 characters>"#),
        ], [nil, "application/json", "text/html; charset=utf-8", "application/x-www-form-urlencoded"])
    func `Excerpt: a secret in text that isn't JSON is hidden, whatever the declared type`(
        _ texts: (body: String, excerpt: String), type: String?
    ) async throws {
        let client = try APIClient.example(StubTransport(HTTPResponse(headers: ["Content-Type": type], body: Data(texts.body.utf8))))
        let error = await failure { try await client.call(.get("x"), as: Page.self).value }
        #expect(error?.excerpt == texts.excerpt)
    }

    @Test(arguments: [
        ("token: ", "\n"), ("{'token': '", "'}"), ("<token>", "</token>"), ("Bearer ", " and more"), ("https://u:", "@h/"),
        ("a=b&pass=", "&c=d"),
    ])
    func `Excerpt: a truncated secret in text that isn't JSON stays hidden, however large the text is`(
        start: String, end: String
    ) async throws {
        let secret = String(repeating: "S3cretS", count: 40)
        // The text stops being JSON at its first letter outside quotes.
        for padding in [0, 20, 55, 70, 89, 100, 1000] {
            let json = "[\(String(repeating: "1,", count: padding))"
            let more = String(repeating: " more of it", count: padding == 20 ? 50_000 : 500)
            for body in [
                start + secret + end + more, "\(json)x \(String(repeating: "y", count: padding % 90)) \(start)\(secret)\(end)\(more)",
            ] {
                let excerpt = try #require(try await error(body)?.excerpt)
                #expect(!excerpt.contains("S3c"), "\(excerpt)")
                #expect(excerpt.utf8.count < 400)
            }
        }
    }

    @Test func `Excerpt: other errors have no excerpt`() async throws {
        let client = try APIClient.example(StubTransport(HTTPResponse(status: 500, body: Data("{}".utf8))))
        #expect(await failure { try await client.call(.get("x"), as: Page.self).value }?.excerpt == nil)
        #expect(try await error("")?.excerpt == nil)
    }
}
