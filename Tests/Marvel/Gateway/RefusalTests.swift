import EndpointKit
import Testing

@Suite struct RefusalTests {
    private static let tooMany = "You may not request more than 100 items."
    private static let noLimit = "You must pass an integer limit greater than 0."

    private static func expectConflict(_ path: String, _ query: String, _ text: String? = nil) async throws {
        let response = try await GatewayCaller.shared().call(path, query)
        #expect(response.status == 409, "\(path)?\(query)")
        let body = try JSON(parsing: response.body)
        #expect(body["code"] == 409 && body.object?.count == 2 && !body.text("status").isEmpty, "\(path)?\(query)")
        if let text { #expect(response.text == #"{"code":409,"status":"\#(text)"}"#, "\(path)?\(query)") }
    }

    @Test(arguments: Documented.endpoints.filter(\.isList))
    func `a list refuses what every list refuses`(endpoint: Documented.Endpoint) async throws {
        let texts = [
            "limit=101": Self.tooMany, "limit=99999999999999999999999": Self.tooMany, "limit=0": Self.noLimit, "limit=abc": Self.noLimit,
            "limit=": Self.noLimit, "limit": Self.noLimit, "limit=-1": Self.noLimit, "limit=2.5": Self.noLimit,
        ]
        for (query, text) in texts { try await Self.expectConflict(endpoint.path, query, text) }
        let bad = [
            "offset=-1", "offset=99999999999999999999999", "offset=", "orderBy=", "orderBy=nonsense", "orderBy=modified,",
            "orderBy=--modified", "orderBy=modified,-modified",
            "modifiedSince=2014-02-30", "modifiedSince=", "nonsense=1", "limit=1&limit=2",
        ]
        for query in bad { try await Self.expectConflict(endpoint.path, query) }
        // The sub-list of a parent has no filter by it, which any other list of the kind has.
        if let parent = endpoint.parent { try await Self.expectConflict(endpoint.path, "\(parent)=\(Documented.ids[parent] ?? 0)") }
    }

    @Test(arguments: ["name=%", "name=%zz", "name=50%", "nam%4=x", "name=%4"])
    func `a malformed escape is refused`(query: String) async throws {
        var signed = Query(asIs: query)
        signed.append(GatewayCaller.signature)
        let response = try await GatewayCaller.shared().unsigned("/events", signed)
        #expect(response.status == 409 && response.text.contains("two hexadecimal digits"))
    }

    @Test(arguments: Documented.endpoints.filter { !$0.isList })
    func `a single resource has no parameters`(endpoint: Documented.Endpoint) async throws {
        for query in ["limit=1", "offset=0", "orderBy=modified", "nonsense=1"] { try await Self.expectConflict(endpoint.path, query) }
    }

    /// A value of each parameter, as MARVEL.md lists them, and perhaps one that it can't have.
    private static let parameters: KeyValuePairs<String, [(name: String, good: String, bad: String?)]> = [
        "characters": [("name", "x", nil), ("nameStartsWith", "x", nil)],
        "comics": [
            ("format", "infinite comic", "vhs"), ("formatType", "comic", "book"), ("noVariants", "false", "maybe"),
            ("dateDescriptor", "nextWeek", "yesterday"), ("dateRange", "2001-01-01,2001-01-01", "2001-01-01,2000-01-01"),
            ("title", "x", nil),
            ("titleStartsWith", "x", nil), ("startYear", "2001", "+2001"), ("issueNumber", "-1.5", "0x10"), ("diamondCode", "x", nil),
            ("digitalId", "1", "x"), ("upc", "x", nil), ("isbn", "x", nil), ("ean", "x", nil), ("issn", "x", nil),
            ("hasDigitalIssue", "true", "yes"), ("sharedAppearances", "1,2", "1,"), ("collaborators", "1", "x"), ("series", "1", "0"),
        ],
        "creators": [
            ("firstName", "x", nil), ("middleName", "x", nil), ("lastName", "x", nil), ("suffix", "x", nil), ("nameStartsWith", "x", nil),
            ("firstNameStartsWith", "x", nil), ("middleNameStartsWith", "x", nil), ("lastNameStartsWith", "x", nil),
        ],
        "events": [("name", "x", nil), ("nameStartsWith", "x", nil)],
        "series": [
            ("title", "x", nil), ("titleStartsWith", "x", nil), ("startYear", "2001", "-2001"), ("seriesType", "ongoing", "endless"),
            ("contains", "graphic novel", "vhs"),
        ],
        "stories": [],
    ]

    @Test(arguments: parameters.map { $0 })
    func `a parameter takes its kind of value, and isn't empty, repeated or too long`(
        kind: String, own: [(name: String, good: String, bad: String?)]
    ) async throws {
        let caller = try GatewayCaller.shared()
        let lists = try #require(Documented.sublists.first { $0.key == kind }).value
        let ids: [(name: String, good: String, bad: String?)] = lists.map { ($0, "1,2,3,4,5,6,7,8,9,10", "1,2,3,4,5,6,7,8,9,10,11") }
        for (name, good, bad) in own + ids {
            func query(_ value: String) -> String { Query(dictionaryLiteral: (name, value)).encoded }
            #expect(try await caller.call("/\(kind)", query(good)).status == 200, "\(name)=\(good)")
            for value in ["", String(repeating: "1", count: 251)] + (bad.map { [$0] } ?? []) {
                try await Self.expectConflict("/\(kind)", query(value))
            }
            try await Self.expectConflict("/\(kind)", "\(query(good))&\(query(good))")
        }
        for other in ["comics", "creators", "events"] where other != kind {
            let strange = Self.parameters.first { $0.key == other }?.value.first { parameter in !own.contains { $0.name == parameter.name }
            }
            if let strange { try await Self.expectConflict("/\(kind)", "\(strange.name)=x") }
        }
    }

    @Test(arguments: Documented.nouns.keys.sorted(), ["1", "-1", "spider-man", "99999999999999999999999"])
    func `an id that no resource has is not found`(kind: String, id: String) async throws {
        let noun = try #require(Documented.nouns[kind])
        let lists = try #require(Documented.sublists.first { $0.key == kind }).value
        for path in ["/\(kind)/\(id)"] + lists.map({ "/\(kind)/\(id)/\($0)" }) {
            let response = try await GatewayCaller.shared().call(path)
            #expect(response.status == 404)
            #expect(response.text == #"{"code":404,"status":"We couldn't find that \#(noun)"}"#)
        }
    }

    @Test(arguments: [
        "", "/villains", "/characters/", "/characters//comics", "/characters/1009610/villains", "/characters/1009610/comics/1",
        "/characters/1009610/creators", "/characters/1009610/characters", "/comics/70001/series", "/creators/8001/characters",
    ])
    func `a path that names nothing is no resource`(path: String) async throws {
        let response = try await GatewayCaller.shared().call(path)
        #expect(response.status == 404)
        #expect(response.text == #"{"code":"ResourceNotFound","message":"/v1/public\#(path) does not exist"}"#)
    }

    @Test(arguments: ["/char%61cters/1009610", "/characters/%31009610", "/characters/%31009610/c%6Fmics"])
    func `an escape of a letter or a digit is the letter or the digit`(path: String) async throws {
        #expect(try await GatewayCaller.shared().call(path).status == 200)
    }

    @Test(arguments: [HTTPMethod.post, .put, .delete, .head], Documented.endpoints.prefix(3))
    func `only GET is allowed`(method: HTTPMethod, endpoint: Documented.Endpoint) async throws {
        let response = try await GatewayCaller.shared().call(endpoint.path, method: method)
        #expect(response.status == 405)
        #expect(response.headers["Allow"] == "GET")
        #expect(response.text == (method == .head ? "" : #"{"code":"MethodNotAllowed","message":"\#(method) is not allowed"}"#))
    }
}
