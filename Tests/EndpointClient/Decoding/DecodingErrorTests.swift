import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct DecodingErrorTests {
    struct Page: Decodable { var data: Content }
    struct Content: Decodable { var results: [Item] }
    struct Item: Decodable { var id: Int; var name: String; var score: Double?; var link: URL? }

    private func failure(_ json: String) async throws -> APIError? {
        let client = try APIClient.example(StubTransport(HTTPResponse(body: Data(json.utf8))))
        return await #expect(throws: APIError.self) { try await client.call(.get("items"), as: Page.self).value }
    }

    private enum Color: String, Decodable { case red }
    private enum Level: Int, Decodable { case low = 1 }
    private struct Paint: Decodable { var color: Color?; var level: Level?; var size: UInt8? }

    @Test(arguments: [
        (#"{"color":"hunter2"}"#, "color: the value is not a Color"), (#"{"level":71}"#, "level: the value is not a Level"),
        (#"{"size":7171}"#, "size: the number does not fit in UInt8"),
    ])
    func `DecodingError: a rejected value isn't quoted, because it may be a secret, whatever its name`(
        json: String, text: String
    ) async throws {
        let client = try APIClient.example(StubTransport(HTTPResponse(body: Data(json.utf8))))
        let error = await #expect(throws: APIError.self) { try await client.call(.get("paint"), as: Paint.self).value }
        #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("hunter2") == false && error?.message.contains("71") == false)
    }

    @Test func `DecodingError: a dictionary key is shown like a value, and a custom description is shown without the value`() async throws {
        struct Own: Decodable {
            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "Bad color: \(text), in 3 words."))
            }
        }
        let client = try APIClient.example(StubTransport(HTTPResponse(body: Data(##"{"sk_live_4eC39Hq":"#fa3b4c hunter2"}"##.utf8))))
        let error = await #expect(throws: APIError.self) { try await client.call(.get("items"), as: [String: Own].self).value }
        #expect(
            error?.message.hasSuffix("<15 characters>: bad color: <7 characters> <7 characters>, in 3 words (byte 19).") == true,
            "\(error?.message ?? "")")
    }

    @Test(arguments: [
        ("{}", "Could not decode Array<Item>: expected an array, found an object."),
        ("1", "Could not decode Array<Item>: expected an array, found a number."),
        ("true", "Could not decode Array<Item>: expected an array, found true or false."),
        ("null", "Could not decode Array<Item>: expected an array, found null."),
        ("[[]]", "Could not decode Array<Item>: [0]: expected an object, found an array (byte 1)."),
    ])
    func `DecodingError: a wrong type at the top level is reported plainly`(json: String, message: String) async throws {
        let client = try APIClient.example(StubTransport(HTTPResponse(body: Data(json.utf8))))
        let error = await #expect(throws: APIError.self) { try await client.call(.get("items"), as: [Item].self).value }
        #expect(error?.message == message)
    }

    @Test(arguments: [
        (
            #"{"data":{"results":[{"id":1,"name":"a"},{"id":"x","name":"b"}]}}"#,
            "data.results[1].id: expected Int, found a string (byte 46, beside name)."
        ),
        (#"{"data":{"results":[{"id":1.5,"name":"a"}]}}"#, "data.results[0].id: the number does not fit in Int"),
        (#"{"data":{"results":[{"id":1,"name":2}]}}"#, "data.results[0].name: expected String, found a number"),
        (#"{"data":{"results":[{"id":1,"name":[]}]}}"#, "data.results[0].name: expected String, found an array"),
        (#"{"data":{"results":[{"id":1,"name":true}]}}"#, "data.results[0].name: expected String, found true or false"),
        (#"{"data":{"results":[{"id":null,"name":"a"}]}}"#, "data.results[0].id: expected Int, found null"),
        (#"{"data":{"results":[{"id":1}]}}"#, "`data.results[0].name` is missing (byte 20, beside id)."),
        (#"{"data":{"results":{}}}"#, "data.results: expected an array, found an object"),
        (
            #"{"data":{"results":[{"sk1ve4x9":1,"address2":1,"score":1,"id":"x","ann@example.com":1,"name":1,"link":1}]}}"#,
            "data.results[0].id: expected Int, found a string (byte 62, beside <8 characters>, score, <15 characters>, name)."
        ),
        (#"{"data":{}}"#, "`data.results` is missing"), (#"{}"#, "`data` is missing"),
        (#"[]"#, "Could not decode Page: expected an object, found an array."), ("", "the response has no body"),
        ("<html>", "Page: the body is not valid JSON: at byte 0: expected a value, found \"<\"."),
        (#"{"data":{"results":[{"id":1,"name":"\uD800"}]}}"#, "data.results[0].name: at byte 36: found a lone surrogate"),
        (#"{"data":"#, "Page: the body is not valid JSON: at byte 8: expected a value, found the end."),
    ])
    func `DecodingError: it has the key path, what was expected and what was found`(json: String, text: String) async throws {
        let error = try await failure(json)
        #expect(error?.code == .decoding)
        #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
        #expect(error?.response?.body == Data(json.utf8))
        #expect(error?.underlying is DecodingError)
        #expect(error?.request?.url == "https://api.example.com/v1/items")
    }

    /// A type whose own decoder quotes the value.
    private struct Quoting: Decodable {
        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            let context = DecodingError.Context(codingPath: [], debugDescription: text)
            throw text.hasPrefix("Expected") ? DecodingError.typeMismatch(Int.self, context) : .dataCorrupted(context)
        }
    }

    @Test(arguments: [
        ("Expected to decode Int but found zQ7xkVw9pLm instead.", "expected Int, "),
        ("The number does not fit in zQ7xkVw9pLm.", "does not fit in its type"),
        ("At byte zQ7xkVw9pLm: expected a value.", "byte <11 characters>"),
        ("At byte 1: found zQ7xkVw9pLm.", "byte 1: found <11 characters>"),
        ("Cannot initialize zQ7xkVw9pLm from invalid String value x", "the value is not valid"),
        ("Parsed JSON number <zQ7xkVw9pLm> does not fit in zQ7xkVw9pLm.", "the number does not fit in its type"),
    ])
    func `DecodingError: a value that a decoder quotes isn't shown`(sentence: String, text: String) async throws {
        let client = try APIClient.example(StubTransport(HTTPResponse(body: Data(JSON.string(sentence).description.utf8))))
        let error = try #require(await TestSupport.failure { try await client.call(.get("a"), as: Quoting.self).value })
        #expect(error.message.contains(text), "\(error.message)")
        for text in everyText(of: error) { #expect(!text.contains("zQ7"), "\(text)") }
    }
}
