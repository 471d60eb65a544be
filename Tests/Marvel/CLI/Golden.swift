import Foundation
import Testing

/// A file with the expected output. In it, `\e` is the escape character and `\r` a carriage return. A missing file is written, and with
/// `REGENERATE=1` also a file that differs: the test fails once, so that somebody checks it.
struct Golden {
    let url: URL

    init(_ name: String) {
        url = URL(filePath: #filePath).appending(path: "../Golden").standardizedFileURL.appending(path: "\(name).txt")
    }

    static func escaped(_ text: String) -> String { text.replacing("\u{1B}", with: "\\e").replacing("\r", with: "\\r") }

    func expect(_ shown: String) throws {
        try update(shown)
        #expect(shown == (try String(contentsOf: url, encoding: .utf8)))
    }

    /// Compares a file of commands, after `$`, with the `outcome` of each. Lines with `#` describe the intention.
    func check(_ outcome: (_ command: String) async throws -> String) async throws {
        let text = try String(contentsOf: url, encoding: .utf8)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().enumerated().map { $0 }[...]
        var whole = ""
        while let (index, line) = lines.popFirst() {
            whole += line + "\n"
            guard line.hasPrefix("$ ") else { continue }
            var expected = ""
            while let next = lines.first?.element, !next.isEmpty, !next.hasPrefix("$ "), !next.hasPrefix("# ") {
                expected += next + "\n"
                lines.removeFirst()
            }
            let found = Self.escaped(try await outcome(String(line.dropFirst(2))))
            whole += found
            let place = SourceLocation(
                fileID: "MarvelTests/\(url.lastPathComponent)", filePath: url.path, line: index + 1, column: 1)
            #expect(found == expected, sourceLocation: place)
        }
        try update(whole)
    }

    private func update(_ shown: String) throws {
        let isThere = FileManager.default.fileExists(atPath: url.path)
        guard !isThere || ProcessInfo.processInfo.environment["REGENERATE"] != nil else { return }
        if isThere, try String(contentsOf: url, encoding: .utf8) == shown { return }
        try Data(shown.utf8).write(to: url)
        Issue.record("\(url.lastPathComponent) is new: look at it, and keep it if it is right.")
    }
}
