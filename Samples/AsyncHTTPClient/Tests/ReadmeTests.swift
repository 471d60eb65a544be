import Foundation
import Testing

@Suite struct ReadmeTests {
    @Test func `README: its example is the one that is compiled here`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let readme = try String(contentsOf: folder.appending(path: "../README.md").standardized, encoding: .utf8)
        let example = try String(contentsOf: folder.appending(path: "ReadmeExample.swift"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(example)```"))
    }
}
