import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// README's examples, as they stand there.
@Suite struct ReadmeTests {
    private let folder = URL(filePath: #filePath).deletingLastPathComponent()

    @Test func `every example in the README is one that is compiled here, and every one here is in the README`() throws {
        let readme = try String(contentsOf: folder.appending(path: "../../../README.md").standardized, encoding: .utf8)
        let blocks = readme.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
        let sources = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasPrefix("Readme") && $0.lastPathComponent != "ReadmeTests.swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
        // Where it is taken from is written another way in every package.
        #expect(Set(blocks.filter { !$0.hasPrefix(".package(") }) == Set(sources))
    }

    @Test func `every file that the README links to is there`() throws {
        let root = folder.appending(path: "../../..").standardized
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let targets = readme.matches(of: /\]\(([^)#:]+)\)/).map { String($0.1) }
        try #require(!targets.isEmpty)
        for target in targets { #expect(FileManager.default.fileExists(atPath: root.appending(path: target).path), "\(target)") }
    }

    @Test func `the article's examples of what is sent twice are compiled here too`() throws {
        let article = try String(
            contentsOf: folder.appending(path: "../../../Sources/EndpointKit/EndpointKit.docc/Retrying.md").standardized, encoding: .utf8)
        let source = try String(contentsOf: folder.appending(path: "OrderExample.swift"), encoding: .utf8)
        let examples = source.split(separator: "\n\n" + "struct").dropFirst()
        try #require(!examples.isEmpty)
        for example in examples {
            #expect(article.contains("```swift\nstruct" + example.trimmingCharacters(in: .newlines) + "\n```"))
        }
    }

    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer { request in
            guard request.query["apikey"] == "1234" else { return HTTPResponse(status: 401) }
            switch request.path {
            case "/v1/characters": return HTTPResponse(body: Data(#"[{"id":1,"name":"Spider-Man"},{"id":2,"name":"Spider-Woman"}]"#.utf8))
            case "/v1/characters/1", "/v1/characters/2": return HTTPResponse(body: Data(#"{"id":1,"name":"Spider-Man"}"#.utf8))
            default: return HTTPResponse(status: 404)
            }
        }
    }

    @Test func `the first example works`() async throws {
        #expect(try await example(baseURL: server.url) == "Spider-Man, Spider-Woman")
    }

    @Test func `the example of every style works`() async throws {
        let shown = Recorder<String>()
        let client = HeroesClient(
            configuration: APIConfiguration(
                baseURL: server.url, basePath: "/v1", authentication: .hashedQuery(publicKey: "1234", privateKey: "abcd")))
        let (ended, end) = AsyncStream<Void>.makeStream()
        try await styles(client) { text in
            shown.record(text)
            end.yield()
        }
        // Five in all, of which the one that was cancelled may come last.
        for await _ in ended.prefix(5) {}
        let texts = shown.values
        #expect(texts.first == "2 heroes, the first is Spider-Man: 200 OK")
        #expect(texts.contains("cancelled") && texts.contains("one") && texts.contains("two"))
        #expect(texts.contains("Spider-Man, Spider-Woman"))
    }

    @Test func `the example of pages works`() async throws {
        let server = try LoopbackServer { request in
            guard request.path == "/orgs/swiftlang/repos", request.query["per_page"] == "100" else { return HTTPResponse(status: 404) }
            if request.query["page"] == "2" { return HTTPResponse(body: Data(#"[{"name":"swift-testing"}]"#.utf8)) }
            return HTTPResponse(
                headers: ["Link": "<?per_page=100&page=2>; rel=\"next\""], body: Data(#"[{"name":"swift"},{"name":"swift-format"}]"#.utf8))
        }
        let client = server.client()
        #expect(try await repositoryNames(client) == ["swift", "swift-format", "swift-testing"])
    }
}
