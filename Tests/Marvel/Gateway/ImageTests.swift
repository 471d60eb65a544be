import EndpointKit
import Foundation
import Testing

@Suite struct ImageTests {
    @Test(arguments: [
        ("portrait_small", 50, 75), ("portrait_medium", 100, 150), ("portrait_xlarge", 150, 225), ("portrait_fantastic", 168, 252),
        ("portrait_uncanny", 300, 450), ("portrait_incredible", 216, 324), ("standard_small", 65, 45), ("standard_medium", 100, 100),
        ("standard_large", 140, 140), ("standard_xlarge", 200, 200), ("standard_fantastic", 250, 250), ("standard_amazing", 180, 180),
        ("landscape_small", 120, 90), ("landscape_medium", 175, 130), ("landscape_large", 190, 140), ("landscape_xlarge", 270, 200),
        ("landscape_amazing", 250, 156), ("landscape_incredible", 464, 261),
    ])
    func `each variant has its size`(variant: String, width: Int, height: Int) async throws {
        let caller = try GatewayCaller()
        let response = try await Self.image(try await Self.thumbnail(1_009_610, caller), "/\(variant).png")
        #expect(response.status == 200 && response.headers["Content-Type"] == "image/png")
        #expect(response.body.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        let numbers = response.body.dropFirst(16).prefix(8).map(Int.init)
        #expect(numbers == [0, 0, width >> 8, width & 255, 0, 0, height >> 8, height & 255])
    }

    // Other readers of PNG take this file: a change of it has to be looked at.
    @Test func `a picture is the same every time, and the whole one comes by two names`() async throws {
        let caller = try GatewayCaller()
        let path = try await Self.thumbnail(1_009_368, caller)
        let whole = try await Self.image(path, ".png").body
        #expect(whole.withUnsafeBytes { MD5.hexDigest(of: $0) } == "c49484f02ebdc6378b9d6340446c5050")
        #expect(try await Self.image(path, "/detail.png").body == whole)
        #expect(try await Self.image(try await Self.thumbnail(1_009_220, caller), ".png").body != whole)
        #expect(try await Self.thumbnail(1_010_699, caller).hasSuffix("/image_not_available"))
    }

    @Test(arguments: [("/portrait_huge.png", 404), ("/portrait_small.jpg", 404), ("", 404), ("/detail.png?apikey=1234", 400)])
    func `a picture that isn't there is not found, and credentials are turned away`(suffix: String, status: Int) async throws {
        let caller = try GatewayCaller()
        #expect(try await Self.image(try await Self.thumbnail(1_009_610, caller), suffix).status.rawValue == status)
    }

    @Test(arguments: ["characters", "comics", "creators", "events", "series"])
    func `a resource's picture is there, and each has its own`(kind: String) async throws {
        let paths = try await Documented.whole(kind).compactMap { $0["thumbnail"]?.text("path") }
        let shown = paths.filter { !$0.hasSuffix("/image_not_available") }
        #expect(Set(shown).count == shown.count)
        for path in shown.prefix(3) + paths.suffix(1) { #expect(try await Self.image(path, "/portrait_small.png").status == 200) }
    }

    private static func thumbnail(_ id: Int, _ caller: GatewayCaller) async throws -> String {
        let thumbnail = try await caller.one("/characters/\(id)")["thumbnail"]
        #expect(thumbnail?["extension"] == "png")
        return try #require(thumbnail?["path"]?.string)
    }

    private static func image(_ path: String, _ suffix: String) async throws -> HTTPResponse {
        let url = try #require(URL(string: path + suffix))
        let origin = try #require(Origin(scheme: .http, host: url.host() ?? "", port: url.port))
        let request = HTTPRequest(origin: origin, path: Path(url.path()), query: Query(encoded: url.query() ?? ""))
        return try await CurlTransport.shared.send(request)
    }
}
