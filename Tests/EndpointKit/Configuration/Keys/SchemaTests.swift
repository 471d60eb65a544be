import EndpointKit
import Foundation
import Testing

/// What is written down about the keys. `REGENERATE_CONFIGURATION=1 swift test --filter SchemaTests` writes it anew.
@Suite struct SchemaTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..").standardized
    private static let regenerates = ProcessInfo.processInfo.environment["REGENERATE_CONFIGURATION"] != nil

    @Test func `the schema is what the loader accepts`() throws {
        let file = Self.root.appending(path: "Config/endpointkit.schema.json")
        if Self.regenerates { try Data(ConfigurationSchema.text.utf8).write(to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == ConfigurationSchema.text)
    }

    @Test func `the documentation's table is what the loader accepts`() throws {
        let file = Self.root.appending(path: "Sources/EndpointKit/EndpointKit.docc/ConfigurationFile.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.range(of: "| Key |"))
        let end = try #require(text.range(of: "\n\n", range: start.lowerBound..<text.endIndex))
        let table = text[start.lowerBound..<end.lowerBound]
        if Self.regenerates {
            try Data(text.replacingCharacters(in: start.lowerBound..<end.lowerBound, with: ConfigurationTable.text).utf8).write(to: file)
        } else {
            #expect(table == ConfigurationTable.text)
        }
    }
}
