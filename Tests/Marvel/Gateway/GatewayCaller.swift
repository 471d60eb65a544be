import EndpointKit
import EndpointKitTesting
import TestSupport
import Foundation
import MarvelGateway
import Testing

/// A gateway, and calls to it with the credentials of the documented example.
struct GatewayCaller {
    static let signature: Query = ["ts": "1", "apikey": "1234", "hash": "ffd275c5130566a2916217b101f26150"]
    static let newYear2026 = Date(timeIntervalSince1970: 1_767_225_600)

    /// A shared gateway, for calls that change nothing and need no quota.
    static func shared() throws -> GatewayCaller { try sharedResult.get() }
    private static let sharedResult = Result { try GatewayCaller(dailyQuota: .max) }

    /// The shared gateway's address, without the base path.
    static var url: URL { get throws { try shared().gateway.url } }

    let gateway: MarvelGateway
    let origin: Origin

    init(
        dailyQuota: Int = 3000, faults: Faults = Faults(), seed: Int = 0, now: @escaping @Sendable () -> Date = { newYear2026 },
        wait: (@Sendable (Duration) -> Void)? = nil, log: (@Sendable (AccessRecord) -> Void)? = nil
    ) throws {
        gateway = try MarvelGateway(
            publicKey: "1234", privateKey: "abcd", dailyQuota: dailyQuota, faults: faults, seed: seed, now: now,
            wait: wait, log: log)
        origin = try #require(Origin(scheme: .http, host: "127.0.0.1", port: gateway.port))
    }

    /// A signed call, with the query as it appears in a URL.
    func call(
        _ path: String, _ query: String = "", method: HTTPMethod = .get, headers: HTTPHeaders = [:], timeout: Duration = .seconds(600)
    ) async throws -> HTTPResponse {
        var signed = Query(encoded: query)
        signed.append(Self.signature)
        return try await unsigned(path, signed, method: method, headers: headers, timeout: timeout)
    }

    func unsigned(
        _ path: String, _ query: Query = [:], method: HTTPMethod = .get, headers: HTTPHeaders = [:], timeout: Duration = .seconds(600)
    ) async throws -> HTTPResponse {
        let request = HTTPRequest(
            method: method, origin: origin, path: Path("/v1/public" + path), query: query, headers: headers,
            timeout: timeout)
        return try await PlatformTransport.shared.send(request)
    }

    /// The page in the envelope, with `results`.
    func page(_ path: String, _ query: String = "") async throws -> JSON {
        let response = try await call(path, query)
        try #require(response.status == 200, "\(path)?\(query): \(response.text)")
        return try #require(try JSON(parsing: response.body)["data"])
    }

    /// The total of a list, with the ids of its first and its last page.
    struct Excerpt: Equatable {
        var total = 0
        var first: [Int?] = []
        var last: [Int?] = []
        static let pageSize = 20

        init(_ ids: [Int?]) {
            total = ids.count
            first = Array(ids.prefix(Self.pageSize))
            last = Array(ids.suffix(Self.pageSize))
        }
    }

    /// Reads parts of a long list for comparisons that don't need all of it.
    func excerpt(_ path: String, _ query: String) async throws -> Excerpt {
        let first = try await page(path, query)
        var excerpt = Excerpt(first["results"]?.array?.map(\.id) ?? [])
        excerpt.total = first["total"]?.int ?? 0
        if excerpt.total > Excerpt.pageSize {
            let last = try await page(path, "\(query)&offset=\(excerpt.total - Excerpt.pageSize)")
            excerpt.last = last["results"]?.array?.map(\.id) ?? []
        }
        return excerpt
    }
}

/// The kinds of resources with their sub-lists.
enum Documented {
    static let sublists = MarvelEndpointTests.table.map { (key: $0.name, value: $0.lists) }
    static func noun(_ kind: String) -> String { ["series": "series", "stories": "story"][kind] ?? String(kind.dropLast()) }
    /// A resource of each kind, with at least one element in each of its lists.
    static let ids = [
        "characters": 1_009_610, "comics": 70_001, "creators": 8001, "events": 901, "series": 24_001, "stories": 150_002,
    ]

    /// A path with the kind of its results, whether it is a list, and the kind of its parent.
    struct Endpoint: CustomTestStringConvertible {
        var path: String
        var kind: String
        var isList = true
        var parent: String?
        var testDescription: String { path }
    }

    static let endpoints: [Endpoint] = sublists.flatMap { kind, lists in
        let single = "/\(kind)/\(ids[kind] ?? 0)"
        return [Endpoint(path: "/\(kind)", kind: kind), Endpoint(path: single, kind: kind, isList: false)]
            + lists.map { Endpoint(path: "\(single)/\($0)", kind: $0, parent: kind) }
    }
}

extension JSON {
    var id: Int? { self["id"]?.int }
    func text(_ key: String) -> String { self[key]?.string ?? "" }
    /// A comic's date of a given type, as it is written.
    func date(_ type: String) -> String { self["dates"]?.array?.first { $0.text("type") == type }?.text("date") ?? "" }
    func seconds(_ name: String) -> Double { ISO8601.date(from: text(name))?.timeIntervalSince1970 ?? 0 }
    /// The series' title without the years.
    var seriesTitle: String { self["series"].map { String($0.text("name").prefix { $0 != "(" }.dropLast()) } ?? "" }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}
