import Foundation
import Testing

@Suite struct LayerTests {
    /// The folders of both modules, the lowest first. A folder may use only folders of the rows above its own.
    static let rows: [[String]] = [
        // EndpointHTTP
        ["Text"],
        ["Addresses", "Files", "Messages"],
        ["JSON", "Redaction"],
        ["Errors"],
        ["Requests"],
        ["Transport"],
        ["Coding"],
        // EndpointKit
        ["Decoding", "Hashing", "Retrying"],
        ["Adapting"],
        ["Caching"],
        ["Endpoint"],
        ["Authentication", "Cookies", "Deciding", "Limiting", "Observing"],
        ["Configuration"],
        ["Client"],
        ["Paging"],
    ]

    // This file is Tests/EndpointKit/Layers/LayerTests.swift.
    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

    @Test("LayerTests: a folder uses only the folders below it")
    func arrows() throws {
        let layering = try Self.layering()
        let row = Dictionary(uniqueKeysWithValues: Self.rows.enumerated().flatMap { row, names in names.map { ($0, row) } })
        #expect(layering.folders == Set(row.keys))
        let upward = layering.uses.filter { row[$0.user, default: 0] <= row[$0.used, default: 0] }
        #expect(upward.sorted().map(\.description) == [])
        // Something was read.
        #expect(layering.uses.contains { $0.user == "Client" && $0.name == "HTTPRequest" })
        #expect(layering.uses.contains { $0.user == "Paging" && $0.name == "APIClient" })
    }

    @Test("LayerTests: the map of CONTRIBUTING has every folder of Sources and no other, the lowest first")
    func map() throws {
        let sources = Self.root.appending(path: "Sources")
        var folders: Set<String> = []
        let contents = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: [.isDirectoryKey])
        while let item = contents?.nextObject() as? URL {
            guard try item.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true else { continue }
            // C's headers, and documents.
            if item.lastPathComponent == "include" || item.pathExtension == "docc" {
                contents?.skipDescendants()
            } else {
                folders.insert(String(item.path.dropFirst(sources.path.count + 1)))
            }
        }
        let text = try String(contentsOf: Self.root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
        // The first table says what to run.
        let map = try #require(text.range(of: "## Map of the sources"))
        let named = text[map.upperBound...].matches(of: /(?m)^\| `([^`]+)` \| \S/).map { String($0.1) }
        #expect(Set(named).subtracting(folders) == [])
        #expect(folders.subtracting(named) == [])
        let layers = named.compactMap { name in
            Self.rows.firstIndex { row in row.contains { name.hasPrefix("EndpointHTTP/\($0)") || name.hasPrefix("EndpointKit/\($0)") }
            }
        }
        #expect(layers == layers.sorted())
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

    private static func layering() throws -> Layering {
        var sources: [String: [String]] = [:]
        for module in ["EndpointHTTP", "EndpointKit"] {
            let folder = Self.root.appending(path: "Sources/\(module)")
            for case let file as URL in try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)) {
                let parts = file.path.dropFirst(folder.path.count + 1).split(separator: "/")
                guard file.pathExtension == "swift", let first = parts.first, parts.count > 1 else { continue }
                sources[String(first), default: []].append(try String(contentsOf: file, encoding: .utf8))
            }
        }
        return Layering(sources)
    }
}
