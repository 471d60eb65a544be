import EndpointKit
import MarvelGateway
import Testing

@Suite struct EndpointTests {
    @Test func `there are 39 endpoints`() {
        #expect(Documented.endpoints.count == 39)
    }

    @Test(arguments: Documented.endpoints)
    func `an endpoint answers with the envelope and its kind of resource`(endpoint: Documented.Endpoint) async throws {
        let caller = try GatewayCaller.shared()
        let response = try await caller.call(endpoint.path)
        let envelope = try JSON(parsing: response.body)
        #expect(response.status == 200 && envelope["code"] == 200 && envelope["status"] == "Ok")
        #expect(response.headers["Content-Type"] == "application/json; charset=utf-8")
        #expect(response.headers["ETag"]?.hasSuffix("\"\(envelope.text("etag"))\"") == true)
        let keys = ["code", "status", "copyright", "attributionText", "attributionHTML", "etag", "data"]
        #expect(Set(envelope.object?.keys ?? []) == Set(keys))
        let page = try #require(envelope["data"])
        let results = page["results"]?.array ?? []
        #expect(page["offset"] == 0 && page["limit"] == 20 && page["count"] == JSON(results.count))
        #expect(results.count == min(20, page["total"]?.int ?? 0) && !results.isEmpty)
        for resource in results {
            #expect(resource.text("resourceURI") == "\(caller.gateway.url)/v1/public/\(endpoint.kind)/\(resource.id ?? 0)")
        }
        if !endpoint.isList { #expect(page["total"] == 1 && results[0].id == Documented.ids[endpoint.kind]) }
    }

    private static let fields: [String: String] = [
        "characters": "id name description modified thumbnail resourceURI comics series stories events urls",
        "comics": """
        id digitalId title issueNumber variantDescription modified isbn upc diamondCode ean issn format pageCount textObjects \
        resourceURI urls series variants collections collectedIssues dates prices thumbnail images creators characters stories events
        """,
        "creators": "id firstName middleName lastName suffix fullName modified thumbnail resourceURI comics series stories events urls",
        "events": """
        id title description resourceURI urls modified start end thumbnail creators characters stories comics series next
        """,
        "series": """
        id title resourceURI urls startYear endYear rating type modified thumbnail creators characters stories comics events next
        """,
        "stories": "id title description resourceURI type modified creators characters series comics events originalIssue",
    ]
    private static let optional: [String: String] = [
        "comics": "description", "events": "previous", "series": "description previous", "stories": "thumbnail",
    ]

    @Test(arguments: fields.keys.sorted())
    func `a resource has the documented fields and no others`(kind: String) async throws {
        let required = Set(try #require(Self.fields[kind]).split(separator: " ").map(String.init))
        let optional = Set((Self.optional[kind] ?? "").split(separator: " ").map(String.init))
        for resource in try await Documented.whole(kind) {
            let keys = Set(resource.object?.keys ?? [])
            #expect(keys.isSuperset(of: required) && keys.isSubset(of: required.union(optional)), "\(resource.id ?? 0)")
        }
    }

    @Test func `the catalogue has as much of everything as was promised`() async throws {
        let least = ["characters": 80, "comics": 200, "creators": 60, "events": 20, "series": 40, "stories": 200]
        for (kind, count) in least {
            let whole = try await Documented.whole(kind)
            #expect(whole.count >= count && Set(whole.map(\.id)).count == whole.count)
        }
    }

    @Test(arguments: Documented.endpoints.filter(\.isList))
    func `pages of a list meet each element once`(endpoint: Documented.Endpoint) async throws {
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
    }
}
