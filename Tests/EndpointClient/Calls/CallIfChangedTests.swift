import EndpointKit
import EndpointKitTesting
import TestSupport
import Foundation
import Testing

@Suite struct CallIfChangedTests {
    private struct Hero: Codable, Hashable, Sendable { var name: String }

    /// A service whose hero has this version.
    private func service(_ version: String?, date: String? = nil, name: String = "Hulk") -> StubTransport {
        StubTransport { request in
            let isSame =
                version.map { request.headers["If-None-Match"] == $0 } ?? (date != nil && request.headers["If-Modified-Since"] == date)
            var headers: HTTPHeaders = ["Content-Type": "application/json"]
            if let version { headers["ETag"] = version }
            if let date { headers["Last-Modified"] = date }
            return isSame
                ? HTTPResponse(status: 304, headers: headers)
                : HTTPResponse(headers: headers, body: Data(#"{"name": "\#(name)"}"#.utf8))
        }
    }

    private func hero(_ transport: StubTransport) throws -> Call<Hero> {
        try APIClient.example(transport).call(.get("heroes/1"), as: Hero.self)
    }

    @Test(
        arguments: [
            ("\"v1\"", nil), ("W/\"v1\"", nil), (nil, "Wed, 21 Oct 2015 07:28:00 GMT"), ("\"v1\"", "Wed, 21 Oct 2015 07:28:00 GMT"),
        ] as [(String?, String?)])
    func `Call.ifChanged: an unchanged resource is nil, and a changed one is returned`(version: String?, date: String?) async throws {
        let seen = try await hero(service(version, date: date)).response
        let same = service(version, date: date)
        let reply = try await hero(same).ifChanged(since: seen).response
        #expect(reply.value == nil && reply.status == .notModified)
        #expect(same.requests.map { $0.headers["If-None-Match"] } == [version])
        #expect(same.requests.map { $0.headers["If-Modified-Since"] } == [version == nil ? date : nil])
        let changed = try hero(service("\"v2\"", name: "Thor")).ifChanged(since: seen)
        #expect(try await changed.value == Hero(name: "Thor"))
        #expect(try await changed.map { $0?.name ?? "" }.value == "Thor")
    }

    @Test func `Call.ifChanged: without a version the resource is requested again, and errors stay errors`() async throws {
        let seen = try await hero(service(nil)).response
        #expect(try await hero(service("\"v1\"")).ifChanged(since: seen).value == Hero(name: "Hulk"))
        let tagged = try await hero(service("\"v1\"")).response
        let missing = StubTransport(HTTPResponse(status: 404))
        #expect(await #expect(throws: APIError.self) { try await hero(missing).ifChanged(since: tagged).value }?.code == .badStatus)
        // A call without the condition doesn't treat a 304 as a value.
        #expect(await #expect(throws: APIError.self) { try await hero(StubTransport(HTTPResponse(status: 304))).value }?.code == .badStatus)
    }

    @Test func `Call.ifChanged: the decoder's convention and the call's modifiers are kept`() async throws {
        let seen = try await hero(service("\"v1\"")).response
        let transport = service("\"v2\"")
        let call = try hero(transport).adapting(.header("X-A", "1")).tagged("a").ifChanged(since: seen)
        #expect(try await call.value == Hero(name: "Hulk"))
        #expect(transport.requests.map { $0.headers["X-A"] } == ["1"])
    }
}
