import EndpointKit
import TestSupport
import Testing

@Suite struct ImageHostTests {
    private func image(_ id: Int, _ suffix: String) async throws -> HTTPResponse {
        let thumbnail = try await GatewayCaller.shared().page("/characters/\(id)")["results"]?[0]?["thumbnail"]
        #expect(thumbnail?["extension"] == "png")
        let url = try #require(URL(string: (thumbnail?.text("path") ?? "") + suffix))
        let origin = try #require(Origin(scheme: .http, host: url.host() ?? "", port: url.port))
        let request = HTTPRequest(origin: origin, path: Path(url.path()), query: Query(encoded: url.query() ?? ""))
        return try await PlatformTransport.shared.send(request)
    }

    @Test(arguments: [
        ("portrait_small", 50, 75), ("portrait_medium", 100, 150), ("portrait_xlarge", 150, 225), ("portrait_fantastic", 168, 252),
        ("portrait_uncanny", 300, 450), ("portrait_incredible", 216, 324), ("standard_small", 65, 45), ("standard_medium", 100, 100),
        ("standard_large", 140, 140), ("standard_xlarge", 200, 200), ("standard_fantastic", 250, 250), ("standard_amazing", 180, 180),
        ("landscape_small", 120, 90), ("landscape_medium", 175, 130), ("landscape_large", 190, 140), ("landscape_xlarge", 270, 200),
        ("landscape_amazing", 250, 156), ("landscape_incredible", 464, 261),
    ])
    func `ImageHost: each variant is a PNG of its size`(variant: String, width: Int, height: Int) async throws {
        let response = try await image(1_009_610, "/\(variant).png")
        #expect(response.status == 200 && response.headers["Content-Type"] == "image/png")
        #expect(response.body.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        #expect(response.body.dropFirst(16).prefix(8).map(Int.init) == [0, 0, width >> 8, width & 255, 0, 0, height >> 8, height & 255])
    }

    // Third-party readers of PNG accept this file, so check them after a change.
    @Test func `ImageHost: a picture is always the same, has two names, and belongs to one resource`() async throws {
        let whole = try await image(1_009_368, ".png").body
        #expect(whole.withUnsafeBytes { MD5.hexDigest(of: $0) } == "c49484f02ebdc6378b9d6340446c5050")
        #expect(try await image(1_009_368, "/detail.png").body == whole)
        #expect(try await image(1_009_220, ".png").body != whole)
        for kind in Documented.sublists.map(\.key) where kind != "stories" {
            let paths = try Library.whole(kind).compactMap { $0["thumbnail"]?.text("path") }
            let shown = paths.filter { !$0.hasSuffix("/image_not_available") }
            #expect(Set(shown).count == shown.count)
        }
        // This address belongs to a resource without a picture.
        #expect(try await image(1_010_699, "/portrait_small.png").status == 200)
    }

    @Test(arguments: [("/portrait_huge.png", 404), ("/portrait_small.jpg", 404), ("", 404), ("/detail.png?apikey=1234", 400)])
    func `ImageHost: an unknown picture isn't found, and credentials are rejected`(suffix: String, status: Int) async throws {
        #expect(try await image(1_009_610, suffix).status.rawValue == status)
    }
}
