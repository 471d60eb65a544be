import EndpointKit
import Testing

@Suite struct ListQueryTests {
    // MARK: Pages

    @Test(arguments: Documented.endpoints.filter(\.isList))
    func `ListQuery: the pages of a list have each element once`(endpoint: Documented.Endpoint) async throws {
        let caller = try GatewayCaller.shared()
        let whole = try await caller.page(endpoint.path, "limit=30")
        var ids: [Int?] = []
        for limit in [4, 1, 25] {
            let page = try await caller.page(endpoint.path, "limit=\(limit)&offset=\(ids.count)")
            #expect(page["offset"] == JSON(ids.count) && page["limit"] == JSON(limit) && page["total"] == whole["total"])
            ids += page["results"]?.array?.map(\.id) ?? []
        }
        #expect(ids == whole["results"]?.array?.map(\.id) && Set(ids).count == ids.count)
        let beyond = try await caller.page(endpoint.path, "offset=9223372036854775807")
        #expect(beyond["count"] == 0 && beyond["total"] == whole["total"] && beyond["results"] == [])
        // A list inside a resource is filtered and sorted like the whole list.
        guard let parent = endpoint.parent else { return }
        let query = "modifiedSince=2014-01-01&orderBy=-modified"
        let same = try await caller.excerpt("/\(endpoint.kind)", "\(parent)=\(Documented.ids[parent] ?? 0)&\(query)")
        #expect(try await caller.excerpt(endpoint.path, query) == same)
    }

    // MARK: Orders

    private static let orders: [(String, String)] =
        Documented.sublists.map(\.key).map { ($0, "modified") } + [
            ("characters", "name"), ("comics", "title"), ("comics", "issueNumber"), ("comics", "focDate"), ("comics", "onsaleDate"),
            ("creators", "lastName"), ("creators", "firstName"), ("creators", "middleName"), ("creators", "suffix"), ("events", "name"),
            ("events", "startDate"), ("series", "title"), ("series", "startYear"), ("stories", "id"),
        ]

    /// The key as a number or as a string. The other value is 0 or empty.
    private static func key(_ element: JSON, _ kind: String, _ name: String) -> (Double, String) {
        let date = name == "modified" ? element.text(name) : element.date(name)
        if !date.isEmpty { return (ISO8601.date(from: date)?.timeIntervalSince1970 ?? 0, "") }
        let field = kind == "events" ? ["name": "title", "startDate": "start"][name] ?? name : name
        return (element[field]?.double ?? 0, element.text(field).lowercased())
    }

    @Test(arguments: orders)
    func `ListQuery: an order sorts in both directions, and equal elements by id`(kind: String, name: String) async throws {
        let caller = try GatewayCaller.shared()
        let keyed = try Library.whole(kind).map { (key: Self.key($0, kind, name), id: $0.id ?? 0) }
        let up = keyed.sorted { $0.key == $1.key ? $0.id < $1.id : $0.key < $1.key }
        #expect(try await caller.excerpt("/\(kind)", "orderBy=\(name)") == .init(up.map(\.id)))
        let down = keyed.sorted { $0.key == $1.key ? $0.id < $1.id : $0.key > $1.key }
        #expect(try await caller.excerpt("/\(kind)", "orderBy=-\(name)") == .init(down.map(\.id)))
    }

    @Test func `ListQuery: a second order applies to equal elements`() async throws {
        let found = try await GatewayCaller.shared().excerpt("/comics", "orderBy=-issueNumber,title")
        let keyed = try Library.whole("comics").map { ($0["issueNumber"]?.double ?? 0, $0.text("title").lowercased(), $0.id ?? 0) }
        let expected = keyed.sorted { $0.0 == $1.0 ? ($0.1, $0.2) < ($1.1, $1.2) : $0.0 > $1.0 }
        #expect(found == .init(expected.map(\.2)))
    }

    // MARK: Refusals

    private static func expectConflict(_ path: String, _ query: String) async throws {
        let response = try await GatewayCaller.shared().call(path, query)
        let body = try JSON(parsing: response.body)
        #expect(response.status == 409 && body["code"] == 409 && body.object?.count == 2, "\(path)?\(query)")
        #expect(!body.text("status").isEmpty, "\(path)?\(query)")
    }

    @Test(arguments: Documented.endpoints)
    func `ListQuery: a resource has no parameters, and its lists can't be filtered by it`(endpoint: Documented.Endpoint) async throws {
        if let parent = endpoint.parent { try await Self.expectConflict(endpoint.path, "\(parent)=\(Documented.ids[parent] ?? 0)") }
        if !endpoint.isList { try await Self.expectConflict(endpoint.path, "limit=1") }
    }

    /// A parameter of a list with a valid and an invalid value.
    private static let parameters: [(String, String, String, String)] = [
        ("characters", "name", "x", ""), ("comics", "format", "infinite comic", "vhs"), ("comics", "formatType", "comic", "book"),
        ("comics", "noVariants", "false", "maybe"), ("comics", "dateDescriptor", "nextWeek", "yesterday"),
        ("comics", "dateRange", "2001-01-01,2001-01-01", "2001-01-01,2000-01-01"), ("comics", "startYear", "2001", "+2001"),
        ("comics", "issueNumber", "-1.5", "0x10"), ("comics", "digitalId", "1", "x"), ("comics", "hasDigitalIssue", "true", "yes"),
        ("comics", "sharedAppearances", "1,2", "1,"), ("comics", "collaborators", "1", "x"), ("comics", "series", "1", "0"),
        ("creators", "suffix", "x", ""), ("events", "nameStartsWith", "x", ""), ("series", "seriesType", "ongoing", "endless"),
        ("series", "contains", "graphic novel", "vhs"), ("stories", "creators", "1,2,3,4,5,6,7,8,9,10", "1,2,3,4,5,6,7,8,9,10,11"),
    ]

    @Test(arguments: parameters)
    func `ListQuery: a parameter accepts its kind of value, and must not be empty, repeated or too long`(
        kind: String, name: String, good: String, bad: String
    ) async throws {
        func query(_ value: String) -> String { Query(dictionaryLiteral: (name, value)).encoded }
        #expect(try await GatewayCaller.shared().call("/\(kind)", query(good)).status == 200, "\(name)=\(good)")
        for value in ["", String(repeating: "1", count: 251), bad] { try await Self.expectConflict("/\(kind)", query(value)) }
        try await Self.expectConflict("/\(kind)", "\(query(good))&\(query(good))")
        // The other lists have no such parameter.
        if !["name", "nameStartsWith", "series", "creators", "startYear"].contains(name) {
            try await Self.expectConflict("/characters", query(good))
        }
    }
}
