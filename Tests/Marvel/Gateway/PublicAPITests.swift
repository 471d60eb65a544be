import EndpointKit
import Foundation
import Testing

@Suite struct PublicAPITests {
    @Test func `PublicAPI: it has 39 endpoints`() { #expect(Documented.endpoints.count == 39) }

    @Test(arguments: Documented.endpoints)
    func `PublicAPI: an endpoint returns the envelope and its resources, plain or compressed, or a 304`(
        endpoint: Documented.Endpoint
    ) async throws {
        let caller = try GatewayCaller.shared()
        let plain = try await caller.call(endpoint.path, headers: ["Accept-Encoding": "identity"])
        let envelope = try JSON(parsing: plain.body)
        let tag = "\"\(envelope.text("etag"))\""
        #expect(plain.status == 200 && envelope["code"] == 200 && envelope["status"] == "Ok")
        #expect(plain.headers["Content-Type"] == "application/json; charset=utf-8" && plain.headers["ETag"] == tag)
        let keys = ["code", "status", "copyright", "attributionText", "attributionHTML", "etag", "data"]
        #expect(Set(envelope.object?.keys ?? []) == Set(keys))
        let page = try #require(envelope["data"])
        let results = page["results"]?.array ?? []
        #expect(page["offset"] == 0 && page["limit"] == 20 && page["count"] == JSON(results.count))
        #expect(results.count == min(20, page["total"]?.int ?? 0) && !results.isEmpty)
        let addresses = results.map { $0["resourceURI"] }
        #expect(addresses == results.map { "\(caller.origin)/v1/public/\(endpoint.kind)/\(JSON($0.id ?? 0))" })
        if let parent = endpoint.parent {
            let list = try await caller.page("/\(parent)/\(Documented.ids[parent] ?? 0)")["results"]?[0]?[endpoint.kind]
            #expect(list?["available"] == page["total"] && list?["items"]?.array?.map { $0["resourceURI"] } == addresses)
        } else if !endpoint.isList {
            #expect(page["total"] == 1 && results.first?.id == Documented.ids[endpoint.kind])
        }
        // The same document, encoded in other bytes.
        let packed = try await caller.call(endpoint.path)
        #expect(packed.headers["Content-Encoding"] == "gzip" && plain.headers["Content-Encoding"] == nil && packed.body == plain.body)
        #expect(packed.headers["Vary"] == "Accept-Encoding" && plain.headers["Vary"] == "Accept-Encoding")
        #expect(packed.headers["ETag"] == "W/\(tag)")
        let again = try await caller.call(endpoint.path, headers: ["If-None-Match": tag, "Accept-Encoding": "identity"])
        #expect(again.status == 304 && again.body.isEmpty && again.headers["ETag"] == tag)
    }

    @Test(arguments: Documented.sublists.map(\.key))
    func `PublicAPI: an id without a resource isn't found`(kind: String) async throws {
        let lists = try #require(Documented.sublists.first { $0.key == kind }).value
        for (place, list) in ([""] + lists.map { "/\($0)" }).enumerated() {
            let id = ["1", "-1", "spider-man", "99999999999999999999999"][place % 4]
            let response = try await GatewayCaller.shared().call("/\(kind)/\(id)\(list)")
            #expect(response.status == 404)
            #expect(response.text == #"{"code":404,"status":"We couldn't find that \#(Documented.noun(kind))"}"#)
        }
    }

    // One block of the compressed form holds 65,535 bytes.
    @Test func `PublicAPI: a long response is compressed completely`() async throws {
        #expect(try await GatewayCaller.shared().call("/comics", "limit=100").body.count > 65_535)
    }

    @Test(arguments: [(1_767_225_599, 2025), (.nan, 1970), (1e300, 1970)] as [(Double, Int)])
    func `PublicAPI: the attribution names the year of the response`(seconds: Double, year: Int) async throws {
        let caller = try GatewayCaller(now: { Date(timeIntervalSince1970: seconds) })
        let envelope = try JSON(parsing: try await caller.call("/characters/1009368").body)
        let text = "Data provided by Marvel. © \(year) MARVEL"
        #expect(envelope.text("copyright") == "© \(year) MARVEL" && envelope.text("attributionText") == text)
        #expect(envelope.text("attributionHTML") == "<a href=\"http://marvel.com\">\(text)</a>")
        #expect(envelope["data"]?["results"]?[0]?["name"] == "Iron Man")
    }

    @Test func `PublicAPI: the entity tag changes with the response, and only with it`() async throws {
        let caller = try GatewayCaller.shared()
        let first = try await caller.call("/characters", "limit=1").headers["ETag"]
        #expect(try await caller.call("/characters", "limit=1").headers["ETag"] == first)
        #expect(try await caller.call("/characters", "limit=2").headers["ETag"] != first)
    }

    @Test(arguments: ["/char%61cters/1009610", "/characters/%31009610", "/characters/%31009610/c%6Fmics"])
    func `PublicAPI: a percent-encoded letter or digit is the letter or the digit`(path: String) async throws {
        #expect(try await GatewayCaller.shared().call(path).status == 200)
    }
}
