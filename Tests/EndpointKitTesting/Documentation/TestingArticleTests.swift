import Foundation
import Testing

/// The article "Testing your client": its code is that of TestingExample.swift, which runs here.
@Suite struct TestingArticleTests {
    private let folder = URL(filePath: #filePath).deletingLastPathComponent()

    @Test func `every example of the article is one that runs here, and every one here is in the article`() throws {
        let article = try String(
            contentsOf: folder.appending(path: "../../../Sources/EndpointKit/EndpointKit.docc/TestingYourClient.md").standardized,
            encoding: .utf8)
        // A suite's tests stand alone in the article, without their indentation.
        func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        var rest = words(try String(contentsOf: folder.appending(path: "TestingExample.swift"), encoding: .utf8))
        let examples = article.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
        // The first is for a Package.swift.
        for example in examples.dropFirst() {
            let found = try #require(rest.range(of: words(example)), "\(example)")
            rest.removeSubrange(found)
        }
        #expect(words(rest) == "import EndpointKit import EndpointKitTesting import Testing }")
    }
}
