import EndpointKit
import Foundation
import Testing

@testable import reference

@Suite struct SchemaTests {
    @Test(arguments: GeneratedFile.allCases)
    func `the schema and the documentation's table are those of the loader's keys`(file: GeneratedFile) throws {
        #expect(try String(contentsOf: file.url, encoding: .utf8) == file.text(), "`swift run reference` writes it anew")
    }

    private struct Agreement: Decodable {
        let document: JSON
        let isValid: Bool
    }

    /// `.ci/schema` gives the same documents to a validator.
    @Test func `the loader takes what the schema takes, and nothing else`() throws {
        let file = URL(filePath: #filePath).appending(path: "../../Fixtures/agreement.json").standardizedFileURL
        let documents = try JSONDecoder().decode([Agreement].self, from: Data(contentsOf: file))
        #expect(documents.count >= 60 && documents.contains { $0.isValid } && documents.contains { !$0.isValid })
        for (document, isValid) in documents.map({ ($0.document, $0.isValid) }) {
            let folder = try SettingsFolder(["a.json": "\(document)", "base.json": "{}", "secret": "hunter2"])
            let problems = folder.problems(environment: ["TOKEN": "hunter2", "ENDPOINTKIT_BASE_URL": "https://example.com"])
            #expect((problems == nil) == isValid, "\(document): \(problems ?? [])")
        }
    }
}
