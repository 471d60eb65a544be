import EndpointKit
import EndpointKitTesting
import Foundation
import Testing

/// README's example, as it stands there.
@Suite struct ReadmeTests {
    @Test func `the example in the README is the one that is compiled here`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let source = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ReadmeExample.swift"), encoding: .utf8)
        #expect(readme.contains("```swift\n" + source + "```"))
    }

    @Test func `the example works`() async throws {
        let server = try LoopbackServer { request in
            guard request.path == "/v1/characters", request.query["nameStartsWith"] == "Spider", request.query["apikey"] == "1234" else {
                return HTTPResponse(status: 404)
            }
            return HTTPResponse(body: Data(#"[{"id":1,"name":"Spider-Man"},{"id":2,"name":"Spider-Woman"}]"#.utf8))
        }
        #expect(try await example(baseURL: server.url) == "Spider-Man, Spider-Woman")
    }
}
