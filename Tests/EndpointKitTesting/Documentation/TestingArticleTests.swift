import Foundation
import Testing

/// The articles about tests: their code is that of the examples beside this file.
@Suite struct TestingArticleTests {
    private let folder = URL(filePath: #filePath).deletingLastPathComponent()

    @Test func `every example of "Testing your client" is one that runs here, and every one here is in the article`() throws {
        var rest = words(try String(contentsOf: folder.appending(path: "TestingExample.swift"), encoding: .utf8))
        // The first is for a Package.swift.
        for example in try examples(in: "TestingYourClient").dropFirst() {
            let found = try #require(rest.range(of: words(example)), "\(example)")
            rest.removeSubrange(found)
        }
        #expect(words(rest) == "import EndpointKit import EndpointKitTesting import Testing }")
    }

    @Test func `the example of "The contract of transports" is one that compiles here`() throws {
        let code = words(try String(contentsOf: folder.appending(path: "ContractExample.swift"), encoding: .utf8))
        let examples = try examples(in: "TransportContract")
        #expect(examples.count == 1 && examples.allSatisfy { code.contains(words($0)) })
    }

    private func examples(in article: String) throws -> [String] {
        let text = try String(
            contentsOf: folder.appending(path: "../../../Sources/EndpointKit/EndpointKit.docc/\(article).md").standardized, encoding: .utf8)
        return text.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
    }

    /// A suite's tests stand alone in an article, without their indentation.
    private func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
