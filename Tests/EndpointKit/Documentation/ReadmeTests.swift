import EndpointKit
import EndpointKitTesting
import Foundation
import Testing

/// README's example, as it stands there, and those of the articles.
@Suite struct ReadmeTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let root = folder.appending(path: "../../..").standardized

    @Test func `the example in the README is the one that is compiled here`() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let source = try String(contentsOf: Self.folder.appending(path: "ReadmeExample.swift"), encoding: .utf8)
        #expect(readme.contains("```swift\n" + source + "```"))
    }

    @Test func `so are the article's examples of what is sent twice`() throws {
        let article = try String(
            contentsOf: Self.root.appending(path: "Sources/EndpointKit/EndpointKit.docc/Retrying.md"), encoding: .utf8)
        let source = try String(contentsOf: Self.folder.appending(path: "OrderExample.swift"), encoding: .utf8)
        for example in source.split(separator: "\n\n" + "struct").dropFirst() {
            #expect(article.contains("```swift\nstruct" + example.trimmingCharacters(in: .newlines) + "\n```"))
        }
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
