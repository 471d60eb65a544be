import Foundation
import Testing

@Suite struct GeneratedFileTests {
    /// `REGENERATE=1 swift test --filter GeneratedFile` writes the files.
    @Test(arguments: GeneratedFile.allCases)
    func `GeneratedFile: each file is what its sources generate`(file: GeneratedFile) throws {
        let text = try file.text()
        if ProcessInfo.processInfo.environment["REGENERATE"] != nil { try Data(text.utf8).write(to: file.url) }
        #expect(try String(contentsOf: file.url, encoding: .utf8) == text, "REGENERATE=1 swift test --filter GeneratedFile writes it")
    }
}
