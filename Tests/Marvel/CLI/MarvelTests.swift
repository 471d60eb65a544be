import Foundation
import TestSupport
import Testing

@Suite struct MarvelTests {
    @Test func `marvel: invalid arguments are rejected, each in one line`() async throws {
        try await Session("usage").check()
    }

    /// The commands of the manual's session, each with the output that the manual shows.
    private static func session() throws -> [(command: String, output: String)] {
        let manual = URL(filePath: #filePath).appending(path: "../../../../Samples/Marvel/README.md").standardizedFileURL
        let text = try String(contentsOf: manual, encoding: .utf8)
        let block = try #require(text.split(separator: "```console\n").dropFirst().first?.split(separator: "```\n").first)
        return ("\n" + block).split(separator: "\n$ ").map { step in
            let line = step.prefix { $0 != "\n" }
            return (String(line), step.dropFirst(line.count + 1).trimmingCharacters(in: .newlines))
        }
    }

    @Test func `marvel: each command of the manual's session prints what the manual shows`() async throws {
        let bin = URL(filePath: BuiltProgram.path(of: "marvel")).deletingLastPathComponent().path(percentEncoded: false)
        let session = try Self.session()
        #expect(session.count >= 4)
        for (command, output) in session {
            let folder = try Folder()
            let result = try await ChildProcess.run(
                "/bin/sh", ["-c", "\(command) 2>&1"], environment: ["PATH": "\(bin):/usr/bin:/bin"], directory: folder.url)
            // The attribution contains the current year.
            #expect(result.outputText.replacing(/© \d{4}/, with: "© 2026").trimmingCharacters(in: .newlines) == output, "\(command)")
        }
    }
}
