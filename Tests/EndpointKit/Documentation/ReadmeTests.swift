import EndpointKit
import EndpointKitTesting
import Foundation
import Testing

/// README's example, as it stands there.
@Suite struct ReadmeTests {
    @Test(arguments: ["ReadmeExample.swift", "ReadmePagesExample.swift"])
    func `an example in the README is the one that is compiled here`(file: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let source = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: file), encoding: .utf8)
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

    @Test func `the example of pages works`() async throws {
        let server = try LoopbackServer { request in
            guard request.path == "/orgs/swiftlang/repos", request.query["per_page"] == "100" else { return HTTPResponse(status: 404) }
            if request.query["page"] == "2" { return HTTPResponse(body: Data(#"[{"name":"swift-testing"}]"#.utf8)) }
            return HTTPResponse(
                headers: ["Link": "<?per_page=100&page=2>; rel=\"next\""], body: Data(#"[{"name":"swift"},{"name":"swift-format"}]"#.utf8))
        }
        let client = APIClient(configuration: APIConfiguration(baseURL: server.url))
        #expect(try await repositoryNames(client) == ["swift", "swift-format", "swift-testing"])
    }
}
