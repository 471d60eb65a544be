import Foundation
import Testing

/// EndpointHTTP's searches in text, which compare bytes, replace the standard library's in each file that imports them. `.ci/characters` finds
/// the searches that compare characters.
@Suite struct SearchTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

    @Test func `Searches: a file that searches in text imports the searches that compare bytes`() throws {
        var sources: [String: [Substring]] = [:]
        for folder in ["Sources", "Samples"] {
            let files = FileManager.default.enumerator(at: Self.root.appending(path: folder), includingPropertiesForKeys: nil)
            for case let file as URL in try #require(files) where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                sources[String(file.path.dropFirst(Self.root.path.count + 1))] = text.split(separator: "\n")
            }
        }
        // Another package and a plugin can't import them.
        sources = sources.filter { file, _ in !file.hasPrefix("Samples/Server/") && !file.hasPrefix("Sources/EndpointGenerator/Plugin/") }
        let imports = /^ *(@_exported )?(\w+ )?import Endpoint(HTTP|Stores|Client|Paging|Settings|Kit)$/
        // Another file of the same target may import them for all.
        var importing: Set<String> = ["Sources/EndpointHTTP"]
        for (file, lines) in sources where lines.contains(where: { $0.hasPrefix("@_exported") && $0.contains(imports) }) {
            importing.insert(Self.folder(of: file))
        }
        #expect(importing.contains("Sources/EndpointClient") && sources.count > 300)
        let names = "hasPrefix|hasSuffix|components\\(separatedBy|trimmingPrefix"
        let ofText = "split\\(separator:|replacing\\(|contains\\(|firstIndex\\(of:|lastIndex\\(of:|firstRange\\(of:"
        let searches = try Regex("\\.((\(names))\\b|(\(ofText)) ?\")")
        let blind = sources.filter { file, lines in
            !importing.contains(Self.folder(of: file)) && !lines.contains { $0.contains(imports) }
                && lines.contains { !$0.drop { $0 == " " }.hasPrefix("//") && $0.contains(searches) }
        }
        #expect(blind.keys.sorted() == [])
    }

    private static func folder(of file: String) -> String { file.split(separator: "/").prefix(2).joined(separator: "/") }
}
