import EndpointKit
import Foundation
import MarvelGateway
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
        let picture = try PNGReader(Array(response.body))
        #expect(picture.width == width && picture.height == height)
        #expect(picture.pixels.count == width * height && Set(picture.pixels).count > 20)
    }

    @Test func `the whole picture comes by the path alone, and as detail`() async throws {
        let caller = try GatewayCaller()
        let path = try await Self.thumbnail(1_009_368, caller)
        let whole = try await Self.image(path, ".png")
        #expect(try PNGReader(Array(whole.body)).width <= 500)
        #expect(try await Self.image(path, "/detail.png").body == whole.body)
    }

    @Test func `two characters look different, one always the same`() async throws {
        let caller = try GatewayCaller()
        let (first, second) = (try await Self.thumbnail(1_009_368, caller), try await Self.thumbnail(1_009_220, caller))
        let body = try await Self.image(first, "/standard_small.png").body
        #expect(try await Self.image(second, "/standard_small.png").body != body)
        #expect(try await Self.image(first, "/standard_small.png").body == body)
    }

    @Test func `pictures come from another origin than the API`() async throws {
        let caller = try GatewayCaller()
        let url = try #require(URL(string: try await Self.thumbnail(1_009_610, caller)))
        #expect(url.host() == "127.0.0.1" && url.port != caller.gateway.port && url.path() == "/images/spider-man-peter-parker")
    }

    @Test func `who has no picture has the one that says so`() async throws {
        let caller = try GatewayCaller()
        let path = try await Self.thumbnail(1_010_699, caller)
        #expect(path.hasSuffix("/image_not_available"))
        #expect(try PNGReader(Array(try await Self.image(path, "/standard_medium.png").body)).width == 100)
    }

    @Test(arguments: ["/portrait_huge.png", "/portrait_small.jpg", "/.png", "/detail/detail.png", "x.png", "", ".PNG"])
    func `a picture that isn't there is not found`(suffix: String) async throws {
        let caller = try GatewayCaller()
        #expect(try await Self.image(try await Self.thumbnail(1_009_610, caller), suffix).status == 404)
    }

    @Test(arguments: ["ts=1", "apikey=1234", "hash=0", "size=2&apikey"])
    func `credentials are turned away`(query: String) async throws {
        let caller = try GatewayCaller()
        let path = try await Self.thumbnail(1_009_610, caller)
        #expect(try await Self.image(path, "/detail.png?\(query)").status == 400)
    }

    @Test func `a stopped gateway hands out no pictures`() async throws {
        let caller = try GatewayCaller()
        let path = try await Self.thumbnail(1_009_610, caller)
        caller.gateway.stop()
        await #expect(throws: APIError.self) { try await Self.image(path, ".png") }
    }

    private static func thumbnail(_ id: Int, _ caller: GatewayCaller) async throws -> String {
        let character = try #require(try await caller.page("/characters/\(id)", of: CharacterBody.self).results.first)
        #expect(character.thumbnail.extension == "png")
        return character.thumbnail.path
    }

    private static func image(_ path: String, _ suffix: String) async throws -> HTTPResponse {
        let url = try #require(URL(string: path + suffix))
        let origin = try #require(Origin(scheme: .http, host: url.host() ?? "", port: url.port))
        let request = HTTPRequest(origin: origin, path: Path(url.path()), query: Query(encoded: url.query() ?? ""))
        return try await CurlTransport.shared.send(request)
    }
}
