import EndpointKit
import Foundation
import MarvelGateway
import Testing

/// A gateway, and calls to it with the credentials of the documented example.
struct GatewayCaller {
    static let publicKey = "1234"
    static let privateKey: Secret = "abcd"
    static let signature: Query = ["ts": "1", "apikey": "1234", "hash": "ffd275c5130566a2916217b101f26150"]

    let gateway: MarvelGateway
    private let origin: Origin

    init(dailyQuota: Int = 3000, now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 1_767_225_600) }) throws {
        gateway = try MarvelGateway(publicKey: Self.publicKey, privateKey: Self.privateKey, dailyQuota: dailyQuota, now: now)
        origin = try #require(Origin(scheme: .http, host: "127.0.0.1", port: gateway.port))
    }

    /// A signed call, with a query written as it stands in a URL.
    func call(
        _ path: String, _ query: String = "", method: HTTPMethod = .get, headers: HTTPHeaders = [:]
    ) async throws -> HTTPResponse {
        var signed = Query(encoded: query)
        signed.append(Self.signature)
        return try await unsigned(path, signed, method: method, headers: headers)
    }

    func unsigned(
        _ path: String, _ query: Query = [:], method: HTTPMethod = .get, headers: HTTPHeaders = [:]
    ) async throws -> HTTPResponse {
        let request = HTTPRequest(method: method, origin: origin, path: Path("/v1/public" + path), query: query, headers: headers)
        return try await CurlTransport.shared.send(request)
    }

    func page<Element: Decodable & Sendable>(_ path: String, _ query: String = "", of type: Element.Type) async throws -> PageBody<Element>
    {
        let response = try await call(path, query)
        try #require(response.status == 200, "\(String(decoding: response.body, as: UTF8.self))")
        return try JSONDecoder().decode(EnvelopeBody<Element>.self, from: response.body).data
    }

    /// Every element, in pages of 100.
    func all<Element: Decodable & Sendable>(_ path: String, _ query: String = "", of type: Element.Type) async throws -> [Element] {
        var elements: [Element] = []
        while true {
            let page = try await page(path, "\(query)&limit=100&offset=\(elements.count)", of: type)
            elements += page.results
            if elements.count >= page.total || page.results.isEmpty { return elements }
        }
    }
}

struct EnvelopeBody<Element: Decodable & Sendable>: Decodable, Sendable {
    var code: Int
    var status: String
    var copyright: String
    var attributionText: String
    var attributionHTML: String
    var etag: String
    var data: PageBody<Element>
}

struct PageBody<Element: Decodable & Sendable>: Decodable, Sendable {
    var offset: Int
    var limit: Int
    var total: Int
    var count: Int
    var results: [Element]
}

struct CharacterBody: Decodable, Sendable {
    var id: Int
    var name: String
    var description: String
    var modified: String
    var thumbnail: ThumbnailBody
    var resourceURI: String
    var comics: ResourceListBody
    var series: ResourceListBody
    var events: ResourceListBody
    var stories: ResourceListBody
}

struct ThumbnailBody: Decodable, Sendable {
    var path: String
    var `extension`: String
}

struct ResourceListBody: Decodable, Sendable {
    var available: Int
    var returned: Int
    var collectionURI: String
    var items: [Item]

    struct Item: Decodable, Sendable {
        var resourceURI: String
        var name: String
        var role: String?
        var type: String?
    }
}

struct IdentifiedBody: Decodable, Sendable {
    var id: Int
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}
