import Foundation
import Testing

@Suite struct LayerTests {
    /// The folders of each module, the lowest first. A folder uses only folders of the rows above its own, which the compiler can't check.
    static let rows: [String: [[String]]] = [
        "EndpointHTTP": [
            ["Text"], ["Files", "URLs", "Waiting"], ["Messages"], ["JSON", "Redaction"], ["Values"], ["Errors"], ["Requests"],
            ["Hashing"], ["Redirects"], ["Transport"], ["ContentCoding"],
        ],
        "EndpointStores": [["Caching", "Cookies", "Quota"]],
        "EndpointPaging": [["Strategies"], ["Paginator"]],
        "EndpointGenerator": [
            ["Naming", "Reading"], ["Shapes"], ["Operations"], ["Choosing"], ["Writing"], ["Output"], ["Plugin", "Program"],
        ],
        "EndpointSettings": [["Parsing"], ["Keys"], ["Loading"]],
        "EndpointClient": [
            ["Downloads", "Retrying"], ["Decoding"], ["Adapters", "Streaming"], ["Endpoint"], ["Authentication", "Decisions", "Observing"],
            ["Configuration"],
            ["Calls"],
        ],
    ]

    // This file is Tests/EndpointKit/Layers/LayerTests.swift.
    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

    @Test("LayerTests: a folder uses only the folders below it", arguments: rows.keys.sorted())
    func arrows(module: String) throws {
        let layering = Layering(try Self.sources(of: module))
        let row = Dictionary(uniqueKeysWithValues: (Self.rows[module] ?? []).enumerated().flatMap { row, names in names.map { ($0, row) } })
        #expect(layering.folders == Set(row.keys))
        let upward = layering.uses.filter { row[$0.user, default: 0] <= row[$0.used, default: 0] }
        #expect(upward.sorted().map(\.description) == [])
        // Fails if the test hasn't read the sources.
        #expect(module != "EndpointHTTP" || layering.uses.contains { $0.user == "Transport" && $0.name == "HTTPRequest" })
        #expect(module != "EndpointClient" || layering.uses.contains { $0.user == "Calls" && $0.name == "RetryPolicy" })
    }

    @Test("LayerTests: the map has every folder of Sources and no other, the lowest first")
    func map() throws {
        let sources = Self.root.appending(path: "Sources")
        var folders: Set<String> = []
        let contents = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: [.isDirectoryKey])
        while let item = contents?.nextObject() as? URL {
            guard try item.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true else { continue }
            // The map leaves out C headers and documents.
            if item.lastPathComponent == "include" || item.pathExtension == "docc" {
                contents?.skipDescendants()
            } else {
                folders.insert(String(item.path.dropFirst(sources.path.count + 1)))
            }
        }
        let named = try LayerDiagram.map().map(\.name)
        #expect(Set(named).subtracting(folders) == [])
        #expect(folders.subtracting(named) == [])
        for (module, rows) in Self.rows {
            let layers = named.compactMap { name in rows.firstIndex { row in row.contains { name.hasPrefix("\(module)/\($0)") } } }
            #expect(layers == layers.sorted())
        }
        // The modules are in order too, each after those that it uses.
        let manifest = try LayerDiagram.modules()
        for module in manifest {
            let place = try #require(named.firstIndex(of: module.name))
            #expect(module.uses.allSatisfy { used in named.firstIndex(of: used).map { $0 < place } ?? false }, "\(module.name)")
        }
        #expect(Set(manifest.map(\.name)) == folders.filter { !$0.contains("/") })
    }

    @Test("LayerTests: README names the targets whose names a user's package can't use")
    func targets() throws {
        let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        // The targets of the tools exist only in a build for them.
        let usual = try #require(manifest.split(separator: "\"TOOLS\"").first)
        let names = Set(usual.matches(of: /\.(?:target|executableTarget|plugin)\(\s*name: "([^"]+)"/).map(\.output.1))
        #expect(names.count > 20)
        #expect(names.filter { !readme.contains("`\($0)`") }.sorted() == [])
    }

    @Test(
        "Layering: it finds every use of a folder, and nothing else",
        arguments: [
            ("let call: Call", ["Low uses Call of High"]),
            ("func f(_ text: String) { print(text.endsWell) }", ["Low uses endsWell of High"]),
            ("let text = \"\\(Call(\"a\")) ends\"", ["Low uses Call of High"]),
            ("let text = #\"\\#(Call.self)\"#", ["Low uses Call of High"]),
            ("// Call\n/* Call */ let text = \"Call\"", []),
            ("let text = #\"\\(Call.self)\"#", []),
            ("let text = \"\"\"\n    Call \"Call\"\n    \"\"\"", []),
            ("let endsWell = true", []),
            ("let hidden: Hidden", []),
            ("enum Shared {}; let shared: Shared", []),
        ])
    func names(code: String, uses: [String]) {
        let high = """
            public struct Call { var isOver: Bool }
            private struct Hidden {}
            enum Shared {}
            extension String {
                var endsWell: Bool { true }
                private var isHidden: Bool { true }
            }
            """
        #expect(Layering(["Low": [code], "High": [high]]).uses.map(\.description) == uses)
    }

    /// The contents of each folder's files.
    private static func sources(of module: String) throws -> [String: [String]] {
        var sources: [String: [String]] = [:]
        let folder = Self.root.appending(path: "Sources/\(module)")
        for case let file as URL in try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)) {
            let parts = file.path.dropFirst(folder.path.count + 1).split(separator: "/")
            guard file.pathExtension == "swift", let first = parts.first, parts.count > 1 else { continue }
            sources[String(first), default: []].append(try String(contentsOf: file, encoding: .utf8))
        }
        return sources
    }
}
