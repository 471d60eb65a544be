import Foundation
import Testing

/// README, the other documents, the articles and the sources' comments: their code is compiled, and everything that they refer to exists.
@Suite struct DocumentationTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    private static let catalogues = ["EndpointKit", "EndpointKitTesting", "EndpointCassettes", "EndpointConformance"].map {
        root.appending(path: "Sources/\($0)/\($0).docc")
    }

    private let documents: [Document]
    /// README and the articles, whose code is for readers to copy.
    private let guides: [Document]
    /// The documentation comments of the sources, and of the samples.
    private let comments: [Document]

    init() throws {
        documents = try Document.all(in: Self.root)
        guides = documents.filter { document in
            document.url == Self.root.appending(path: "README.md") || Self.catalogues.contains { document.url.path.hasPrefix($0.path) }
        }
        comments = try ["Sources", "Samples"].flatMap { try Document.all(in: Self.root.appending(path: $0), extension: "swift") }
        try #require(guides.count > 5 && documents.count > guides.count && comments.contains { !$0.blocks.isEmpty })
    }

    // MARK: Code

    /// The allowed reasons for not compiling a block.
    private static let exceptions: Set = [
        "a part of Package.swift", "SwiftUI is on Apple's platforms only",
        "Alamofire's code", "APIKit's code", "Moya's code", "ProtocolOrientedNetworking's code",
        "generated code, which its own tests compile",
    ]

    /// The known languages of blocks. Any other language is misspelled, or bypasses the tests.
    private static let languages: Set = ["swift", "sh", "console", "json", "text", ""]

    @Test func `Documentation: every block that isn't compiled has a known reason, and every reason is used`() {
        #expect(Set((documents + comments).flatMap(\.blocks).compactMap(\.exception)) == Self.exceptions)
    }

    // The build checks every example in the documents that it knows, but may not look for new documents until the package changes.
    @Test func `Documentation: the examples of every document are compiled`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Examples")
        let templates = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        let examples = (documents + comments).filter { !$0.url.path.contains("/Samples/Server/") }.flatMap(\.blocks)
            .filter { $0.language == "swift" && $0.exception == nil }
        let isCompiled = Dictionary(grouping: examples) { templates.contains("// Example: \($0.section)\n") }
        let compiled = Set(try #require(isCompiled[true]).map(\.lines))
        #expect(isCompiled[false, default: []].filter { !compiled.contains($0.lines) }.map(\.description) == [])
    }

    @Test func `Documentation: the server package's examples are part of a source file that its tests compile`() throws {
        let server = Self.root.appending(path: "Samples/Server")
        let sources = try FileManager.default.contentsOfDirectory(
            at: server.appending(path: "Tests/Documentation"), includingPropertiesForKeys: nil
        )
        .map { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) }
        let blocks = (documents + comments).filter { $0.url.path.hasPrefix(server.path) }.flatMap(\.blocks).filter {
            $0.language == "swift"
        }
        try #require(!blocks.isEmpty)
        #expect(blocks.filter { block in !sources.contains { block.isFound(in: $0) } }.map(\.description) == [])
    }

    @Test func `Documentation: every block has a known language`() {
        #expect((documents + comments).flatMap(\.blocks).filter { !Self.languages.contains($0.language) }.map(\.description) == [])
        // Indented fences, and fences of another kind, aren't read as blocks.
        let unread = (documents + comments).filter { $0.text.contains("```") || $0.text.contains("~~~") || !$0.isClosed }
        #expect(unread.map(\.url.lastPathComponent) == [])
    }

    @Test func `Documentation: every environment variable that the sources read by name is in the article on settings files`() throws {
        let article = try #require(guides.first { $0.url.lastPathComponent == "ConfigurationFile.md" })
        var read: Set<String> = []
        for source in comments where source.url.path.hasPrefix(Self.root.appending(path: "Sources").path + "/") {
            let text = try String(contentsOf: source.url, encoding: .utf8)
            read.formUnion(text.matches(of: /(?:getenv\(|environment\[)"([A-Z_]+)"/).map { String($0.1) })
        }
        #expect(read.isSuperset(of: ["HOME", "SSL_CERT_FILE"]))
        #expect(read.filter { !article.code.contains($0) } == [])
    }

    // MARK: References

    @Test func `Documentation: every relative link leads to a file, and every anchor to a heading`() throws {
        var dead: [String] = []
        // `.ci/reference` checks the links of the page that it writes.
        for document in documents where document.url.lastPathComponent != "Reference.md" {
            for link in document.links where !isAlive(link, in: document) { dead.append("\(document.url.lastPathComponent): \(link)") }
        }
        #expect(dead == [])
        #expect(documents.contains { !$0.links.isEmpty })
    }

    private func isAlive(_ link: String, in document: Document) -> Bool {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first else { return false }
        let target = path.isEmpty ? document.url : document.url.deletingLastPathComponent().appending(path: path).standardizedFileURL
        guard FileManager.default.fileExists(atPath: target.path) else { return false }
        guard parts.count == 2 else { return true }
        return documents.first { $0.url.path == target.path }?.anchors.contains(String(parts[1])) ?? false
    }

    @Test func `Documentation: every symbol that an article names exists, and every article is on the first page`() throws {
        var declared: Set<Substring> = ["EndpointKit", "EndpointKitTesting", "EndpointCassettes", "EndpointConformance", "EndpointHTTP"]
        let sources = FileManager.default.enumerator(at: Self.root.appending(path: "Sources"), includingPropertiesForKeys: nil)
        while let file = sources?.nextObject() as? URL {
            if file.pathExtension == "swift" { declared.formUnion(SwiftCode(try String(contentsOf: file, encoding: .utf8)).declared) }
        }
        var unknown: [String] = []
        for document in guides {
            for symbol in document.symbols {
                // `Call/start(in:completion:)`, `CallEvent/Kind-swift.enum`: initializers, and enum cases after the first on a line, aren't
                // distinguished.
                for part in symbol.split(separator: "/") {
                    let name = part.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                    if name != "init", !declared.contains(name) { unknown.append("\(document.url.lastPathComponent): \(symbol)") }
                }
            }
            // Code hosts don't resolve such links. `.ci/catalog.py` generates them for the site.
            if document.text.contains("<doc:") || document.text.contains("](doc:") {
                unknown.append("\(document.url.lastPathComponent): doc:")
            }
        }
        #expect(unknown == [])
        let first = try #require(guides.first { $0.url.lastPathComponent == "EndpointKit.md" })
        // The first page of a catalogue has the catalogue's name.
        let articles = guides.map(\.url.lastPathComponent).filter { name in
            name != "README.md" && !Self.catalogues.contains { "\($0.deletingPathExtension().lastPathComponent).md" == name }
        }
        #expect(articles.filter { !first.links.contains($0) } == [])
    }
}

extension Document.Block {
    /// Whether `source` contains the block's lines in sequence, all indented equally.
    fileprivate func isFound(in source: [Substring]) -> Bool {
        guard let first = lines.first else { return true }
        return source.indices.contains { start in
            guard source[start].hasSuffix(first), source.count - start >= lines.count else { return false }
            let indentation = source[start].dropLast(first.count)
            guard indentation.allSatisfy({ $0 == " " }) else { return false }
            return zip(lines, source[start...]).allSatisfy { $0.isEmpty ? $1.isEmpty : $1 == indentation + $0 }
        }
    }
}
