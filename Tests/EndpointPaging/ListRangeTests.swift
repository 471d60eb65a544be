import EndpointKit
import EndpointKitTesting
import Foundation
import Testing

/// Lists with totals in `Content-Range`, as PostgREST and Supabase send them.
@Suite struct ListRangeTests {
    /// A service with five rows that answers like PostgREST: with a total if one is requested.
    private static func service(
        _ count: String = "exact", total: Int = 5, unit: String = "", shift: Int = 0, applied: String? = nil
    ) -> StubTransport {
        StubTransport { request in
            let offset = request.query["offset"].flatMap { Int($0) } ?? 0
            let rows = Array(offset..<min(5, offset + 2))
            let known = request.headers["Prefer"]?.contains("count=") == true ? "\(total)" : "*"
            let range = rows.isEmpty ? "*/\(known)" : "\(offset + shift)-\(offset + shift + rows.count - 1)/\(known)"
            var headers: HTTPHeaders = ["Content-Type": "application/json", "Content-Range": unit + range]
            if let applied { headers.append("Preference-Applied", applied) }
            return HTTPResponse(
                status: known == "*" ? 200 : 206, headers: headers, body: Data("[\(rows.map { "\($0)" }.joined(separator: ","))]".utf8))
        }
    }

    private func read(
        _ transport: StubTransport, prefer: String? = "count=exact"
    ) async throws -> (elements: [Int], calls: Int, failure: APIError?) {
        let client = try APIClient.example(transport)
        let route = Route.get("rows", query: ["limit": 2], headers: prefer.map { ["Prefer": $0] } ?? [:])
        let list = await client.elements(of: route.paged(by: .offset(size: .item("limit")), as: [Int].self)).collect()
        return (list.elements, transport.requests.count, list.failure as? APIError)
    }

    @Test(arguments: ["", "items "])
    func `ListRange: an exact total ends the list without a call for the empty page`(unit: String) async throws {
        let (elements, calls, failure) = try await read(Self.service(unit: unit))
        #expect(elements == [0, 1, 2, 3, 4] && calls == 3 && failure == nil)
    }

    @Test(
        arguments: [
            "count=estimated", "Count = Planned", "count=planned", "return=representation, count=\"estimated\"",
            "tag=\"a,count=exact\"; count=planned",
        ])
    func `ListRange: an estimate neither ends the list nor contradicts it`(prefer: String) async throws {
        for total in [1, 3, 5, 100] {
            let (elements, calls, failure) = try await read(Self.service(total: total), prefer: prefer)
            #expect(elements == [0, 1, 2, 3, 4] && calls == 4 && failure == nil)
        }
    }

    @Test func `ListRange: quoted text isn't a preference`() async throws {
        #expect(try await read(Self.service(), prefer: "tag=\"a,count=estimated;count=planned\"").calls == 3)
        #expect(try await read(Self.service(), prefer: "tag=\"a,count=estimated\", count=exact").calls == 3)
    }

    @Test func `ListRange: the range that the service applied overrides the requested one`() async throws {
        #expect(try await read(Self.service(total: 3, applied: "count=estimated")).elements == [0, 1, 2, 3, 4])
        #expect(try await read(Self.service(applied: "count=exact"), prefer: "count=estimated").calls == 3)
    }

    @Test func `ListRange: without a total the empty page ends the list`() async throws {
        let (elements, calls, failure) = try await read(Self.service(), prefer: nil)
        #expect(elements == [0, 1, 2, 3, 4] && calls == 4 && failure == nil)
    }

    @Test func `ListRange: a wrong exact total and a page other than the requested one are errors`() async throws {
        // A range beyond its own total isn't valid.
        #expect(try await read(Self.service(total: 3)).calls == 4)
        #expect(try await read(Self.service(total: 9)).failure?.code == .paging)
        let shifted = try await read(Self.service(shift: 1))
        #expect(shifted.elements.isEmpty && shifted.failure?.message.contains("begins at offset 1, but offset 0 was requested") == true)
    }

    @Test(
        arguments: [
            ("0-24/3572000", 0..<25, 3_572_000), ("0-24/*", 0..<25, nil), ("items 5-5/6", 5..<6, 6), ("*/0", nil, 0),
            ("bytes 0-24/100", nil, nil),
            ("24-0/9", nil, nil), ("0-24", nil, nil), ("*/*", nil, nil), ("-1-4/9", nil, nil), ("0-9223372036854775807/*", nil, nil),
            ("a b 0-1/2", nil, nil), ("0-1/4, 5-6/9", nil, nil), ("row/s 0-1/2", nil, nil), ("\u{E9} 0-1/2", nil, nil),
        ] as [(String, Range<Int>?, Int?)])
    func `ListRange: the field is read as written`(text: String, bounds: Range<Int>?, total: Int?) async throws {
        let client = try APIClient.example(StubTransport(HTTPResponse(headers: ["Content-Range": text])))
        let range = try await client.data(.get("a")).response.listRange
        #expect(range?.bounds == bounds && range?.total == total)
        #expect((range == nil) == (bounds == nil && total == nil))
    }
}
