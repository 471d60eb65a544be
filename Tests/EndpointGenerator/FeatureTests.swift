import EndpointGenerator
import Foundation
import Testing

/// Small documents with one feature each. The generated code is next to each document.
@Suite struct FeatureTests {
    struct Feature: Sendable, CustomTestStringConvertible {
        let name: String
        var testDescription: String { name }

        static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/Features")
        static let all = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
            .filter { $0.hasSuffix(".json") }.map { Feature(name: String($0.dropLast(5))) }

        private func file(_ ending: String) -> URL { Self.folder.appending(path: "\(name).\(ending)") }
        var expected: URL { file("txt") }

        /// All files without their first lines, one after the other, and then the notes.
        func generated() throws -> String {
            let generator = Generator(try Document(contentsOf: file("json").path), source: "\(name).json")
            var text = ""
            for (name, code) in generator.files.sorted(by: { $0.key < $1.key }) where name != "ShopClient.swift" || code.contains("{\n") {
                text += "==== \(name)\n" + code.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().joined(separator: "\n")
            }
            return generator.notes.isEmpty ? text : text + "==== Notes\n" + generator.notes.map { "\($0)\n" }.joined()
        }
    }

    @Test("Generator: a document with one feature becomes the code next to it", arguments: Feature.all)
    func code(of feature: Feature) throws {
        let text = try feature.generated()
        if ProcessInfo.processInfo.environment["REGENERATE"] != nil {
            try Data(text.utf8).write(to: feature.expected)
        }
        let expected = try String(contentsOf: feature.expected, encoding: .utf8)
        #expect(text == expected, "REGENERATE=1 swift test --filter FeatureTests writes it")
    }

    @Test("Generator: there is code for 40 features") func count() { #expect(Feature.all.count >= 40) }
}
