import EndpointKit
import EndpointKitTesting
import Foundation
import Testing

/// One convention for the JSON that is sent and the JSON that is read.
@Suite struct JSONConventionTests {
    private struct Note: Codable, Hashable, Sendable {
        var createdAt = Date(timeIntervalSince1970: 1_398_781_097.25)
        var imageURL = "u"
        var rawBytes = Data([0xFB, 0xFF, 0x01])
        var biggestNumber = Double.infinity
        var tagsByName = ["snake_case": 1, "camelCase": 2]
        var maybe: Int?
    }

    private static let convention = JSONConvention(dates: .iso8601, keys: .snakeCase, data: .base64URL, floats: .texts())
    private static let written =
        #"{"biggest_number":"Infinity","created_at":"2014-04-29T14:18:17.250Z","image_url":"u","raw_bytes":"-_8B","#
        + #""tags_by_name":{"camelCase":2,"snake_case":1}}"#

    /// A client whose service echoes the body of each request.
    private func echo(_ json: JSONConvention = convention, status: HTTPStatus = 200) throws -> APIClient {
        var configuration = APIConfiguration(baseURL: try #require(URL(string: "https://example.com")))
        configuration.policies.json = json
        return APIClient(
            configuration: configuration,
            transport: StubTransport { request in
                var body = Data()
                if let entity = request.body { for try await chunk in try entity.chunks() { body += chunk } }
                return HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: body)
            })
    }

    @Test func `JSONConvention: a sent value is read back as the same value`() async throws {
        let client = try echo()
        #expect(try await client.string(.post("notes", body: .json(Note()))).value == Self.written)
        #expect(try await client.call(.post("notes", body: .json(Note())), as: Note.self).value == Note())
        #expect(
            try await client.call(.post("notes", body: .json([Note(), Note(maybe: 1)])), as: [Note].self).value == [Note(), Note(maybe: 1)])
    }

    @Test func `JSONConvention: every convention reads what it writes`() async throws {
        let dates: [JSONConvention.Dates] = [
            .foundation, .iso8601, .secondsSince1970, .millisecondsSince1970,
            .custom(
                encode: { date, encoder in
                    var container = encoder.singleValueContainer()
                    try container.encode("at \(date.timeIntervalSince1970)")
                },
                decode: { decoder in
                    Date(timeIntervalSince1970: Double(try decoder.singleValueContainer().decode(String.self).dropFirst(3)) ?? 0)
                }),
        ]
        for dates in dates {
            for keys in [JSONConvention.Keys.unchanged, .snakeCase] {
                for data in [JSONConvention.Bytes.base64, .base64URL, .numbers] {
                    let convention = JSONConvention(dates: dates, keys: keys, data: data, floats: .texts(notANumber: "none"))
                    let note = try await echo(convention).call(.post("notes", body: .json(Note())), as: Note.self).value
                    #expect(note == Note(), "\(dates) \(keys) \(data)")
                }
            }
        }
    }

    @Test(arguments: [
        (JSONConvention.Dates.secondsSince1970, "1927857906"), (.secondsSince1970, "1927857906.123789"), (.secondsSince1970, "123.456"),
        (.secondsSince1970, "-631152000.123456"), (.secondsSince1970, "978307200.123"), (.millisecondsSince1970, "1927857906123"),
        (.millisecondsSince1970, "123456"), (.millisecondsSince1970, "-631152000123"), (.millisecondsSince1970, "978307200123"),
        (.millisecondsSince1970, "1927857906123.789"),
    ])
    func `JSONConvention: a date that was read as a number is sent as it was read`(dates: JSONConvention.Dates, number: String) async throws
    {
        let convention = JSONConvention(dates: dates)
        let text = #"{"at":\#(number)}"#
        let body = HTTPBodyEntity.data(Data(text.utf8), contentType: "application/json")
        let value = try await echo(convention).call(.post("notes", body: body), as: [String: Date].self).value
        #expect(String(decoding: try convention.encoder().encode(value), as: UTF8.self) == text)
        #expect(Query(encoding: value, by: convention)["at"] == number)
    }

    @Test func `JSONConvention: literals, forms, multipart bodies and queries follow it, and a custom encoder doesn't`() async throws {
        struct Search: Encodable { var firstName = "x", createdAt = Date(timeIntervalSince1970: 0), ids = [1, 2] }
        var convention = Self.convention
        convention.query.arrays = .brackets
        let client = try echo(convention)
        let note = Note()
        #expect(try await client.string(.post("a", body: .json(["aNote": note]))).value == #"{"aNote":\#(Self.written)}"#)
        #expect(
            try await client.string(.post("a", body: JSONBody(["createdAt": note.createdAt]) { JSONEncoder() })).value
                == #"{"createdAt":420473897.25}"#)
        #expect(
            try await client.string(.post("a", body: FormBody(encoding: Search()))).value
                == "first_name=x&created_at=1970-01-01T00%3A00%3A00Z&ids%5B%5D=1&ids%5B%5D=2")
        #expect(try await client.string(.post("a", body: .multipart([.body("n", .json(note))]))).value.contains(Self.written))

        var query = Query(encoding: Search())
        query.append("z", "1")
        let request = try client.request(for: .get("a", query: query))
        #expect(throws: APIError.self) { try client.request(for: .get("a", query: Query(encoding: ["x": Double.nan]))) }
        #expect(throws: APIError.self) { try client.request(for: .get("a", headers: ["X": Double.nan])) }
        #expect(request.query.encoded == "first_name=x&created_at=1970-01-01T00%3A00%3A00Z&ids%5B%5D=1&ids%5B%5D=2&z=1")
        let fixed = Query(encoding: Search(), by: .standard)
        #expect(try client.request(for: .get("a", query: fixed)).query.encoded == fixed.encoded)
    }

    @Test func `JSONConvention: an encoded query keeps its position, and removed items stay removed`() throws {
        struct Part: Encodable { var pageSize = 1, pageIndex = 2 }
        struct Gone: Encodable { var oneThing: Int? }
        let client = try echo(JSONConvention(keys: .snakeCase, query: QueryStyle(nils: .empty)))
        func sent(_ query: Query) throws -> String {
            let request = try client.request(for: .get("a", query: query))
            return request.query.encoded
        }
        var query: Query = ["a": 1, "b": 2]
        query.append(Query(encoding: Part()))
        query.append(Query(encoding: Gone()))
        query.append(Query(encoding: Part()))
        query.append("c", nil)
        #expect(query.encoded == "a=1&b=2&pageSize=1&pageIndex=2&pageSize=1&pageIndex=2&c")
        #expect(try sent(query) == "a=1&b=2&page_size=1&page_index=2&one_thing=&page_size=1&page_index=2&c")
        query.removeAll(named: "pageSize")
        query.removeAll(named: "a")
        #expect(query.encoded == "b=2&pageIndex=2&pageIndex=2&c")
        #expect(try sent(query) == "b=2&page_index=2&one_thing=&page_index=2&c")
        query.removeAll(named: "pageIndex")
        #expect(try sent(query) == "b=2&one_thing=&c")
        var alone = Query(encoding: Gone())
        #expect(alone.isEmpty)
        #expect(try sent(alone) == "one_thing=")
        alone.append("x", "1")
        #expect(try sent(alone) == "one_thing=&x=1")
    }

    @Test func `JSONConvention: a value that the convention can't write is an invalid request`() async throws {
        let client = try echo(JSONConvention(query: QueryStyle(arrays: .commaSeparated)))
        let query = Query(encoding: ["a": [[1]]])
        let error = await #expect(throws: APIError.self) { try await client.data(.get("a", query: query)).value }
        #expect(error?.code == .invalidRequest)
    }

    private struct OwnRoute: RoutedEndpoint {
        var json: JSONConvention? { JSONConvention(dates: .millisecondsSince1970) }
        var route: Route { .post("notes", body: .json(["at": Date(timeIntervalSince1970: 1)])) }
    }

    @Test func `JSONConvention: the endpoint's convention overrides the one in the policies`() async throws {
        let client = try echo()
        #expect(try await client.string(OwnRoute()).value == #"{"at":1000}"#)
        #expect(try await client.call(OwnRoute(), as: [String: Date].self).value == ["at": Date(timeIntervalSince1970: 1)])
        let route = Route.post("notes", body: .json(["at": Date(timeIntervalSince1970: 1)]))
        #expect(try await client.string(route).value == #"{"at":"1970-01-01T00:00:01Z"}"#)
        #expect(try await echo(.standard).string(route).value == #"{"at":-978307199}"#)
    }

    @Test func `JSONConvention: errors and lines are decoded with it`() async throws {
        struct Failure: Codable, Sendable { var errorCode: Int; var retryAt: Date }
        let failure = Failure(errorCode: 7, retryAt: Date(timeIntervalSince1970: 5))
        let error = await #expect(throws: APIError.self) {
            try await echo(status: 400).data(.post("notes", body: .json(failure))).value
        }
        #expect(error?.serverError(as: Failure.self)?.retryAt == failure.retryAt)
        let own = await #expect(throws: APIError.self) { try await echo(status: 400).data(OwnRoute()).value }
        #expect(own?.serverError(as: [String: Date].self) == ["at": Date(timeIntervalSince1970: 1)])

        var read: [Note] = []
        for try await note in try echo().jsonLines(.post("notes", body: .json(Note())), as: Note.self) { read.append(note) }
        #expect(read == [Note()])
        for try await line in try echo().jsonLines(OwnRoute(), as: [String: Date].self) {
            #expect(line == ["at": Date(timeIntervalSince1970: 1)])
        }
    }

    @Test func `JSONConvention: dates are read in every form that services use`() async throws {
        let stub = StubTransport(
            HTTPResponse(
                headers: ["Content-Type": "application/json"], body: Data(#"["1992-06-10 00:00:00","2014-04-29T14:18:17-0400"]"#.utf8)))
        let client = try APIClient.example(stub) { $0.policies.json = Self.convention }
        #expect(
            try await client.call(.get("a"), as: [Date].self).value == [
                Date(timeIntervalSince1970: 708_134_400), Date(timeIntervalSince1970: 1_398_795_497),
            ])
    }

    private struct Word: Request {
        typealias Response = String
        var json: JSONConvention?
        var path: Path { "word" }
    }

    @Test func `JSONConvention: a JSON string is read without its quotes, if the convention and the response say so`() async throws {
        func client(_ type: String, _ body: String, _ strings: JSONConvention.Strings) throws -> APIClient {
            try .example(StubTransport(HTTPResponse(headers: ["Content-Type": type], body: Data(body.utf8)))) {
                $0.policies.json.strings = strings
            }
        }
        let body = #""a\"b\u00e9""#
        for type in ["application/json", "application/vnd.x+json; charset=utf-8"] {
            let json = try client(type, body, .json)
            #expect(try await json.call(.get("word"), as: String.self).value == "a\"bé")
            #expect(try await json.call(Word()).value == "a\"bé")
            #expect(try await json.string(.get("word")).value == body)
            let text = try client(type, body, .text)
            #expect(try await text.call(.get("word"), as: String.self).value == body)
            #expect(try await text.call(Word()).value == body)
            #expect(try await text.call(Word(json: JSONConvention(strings: .json))).value == "a\"bé")
        }
        let plain = try client("text/plain", body, .json)
        #expect(try await plain.call(.get("word"), as: String.self).value == body)
        let number = try client("application/json", "7", .json)
        let error = await #expect(throws: APIError.self) { try await number.call(Word()).value }
        #expect(error?.code == .decoding && error?.message.contains("expected String, found a number") == true)
    }

    @Test func `JSONConvention: a settings file can declare it`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "json-\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(
            #"{"baseURL": "https://example.com", "json": {"dates": "iso8601", "keys": "snakeCase"}, "queryStyle": {"arrays": "brackets"}}"#
                .utf8
        ).write(to: file)
        let configuration = try APIConfiguration(contentsOf: file, environment: [:])
        let client = APIClient(configuration: configuration, transport: StubTransport())
        let query = Query(encoding: ["aList": [1]])
        #expect(try client.request(for: .get("a", query: query)).query.encoded == "aList%5B%5D=1")
        guard case .iso8601 = configuration.policies.json.dates, case .snakeCase = configuration.policies.json.keys else {
            Issue.record("\(configuration.policies.json)")
            return
        }
    }
}
