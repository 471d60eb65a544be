import Foundation
import Testing

/// The README of this package. Its generated block and its example are checked.
enum Readme {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    static let file = folder.appending(path: "../../README.md").standardized

    static func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }

    static func source(_ name: String) throws -> String { try String(contentsOf: folder.appending(path: name), encoding: .utf8) }

    /// Expects the first block after the comment `<!-- name -->` to be `content`; with `REGENERATE=1`, writes it.
    static func expectBlock(_ content: String, after name: String) throws {
        let text = try text()
        let mark = try #require(text.firstRange(of: "<!-- \(name) -->\n\n```text\n"))
        let end = try #require(text[mark.upperBound...].firstRange(of: "```"))
        let block = mark.upperBound..<end.lowerBound
        if ProcessInfo.processInfo.environment["REGENERATE"] == "1" {
            try text.replacingCharacters(in: block, with: content).write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(text[block] == content[...])
        }
    }
}
