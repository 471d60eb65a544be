import EndpointKit
import Foundation
import TestSupport
import Testing

@Suite struct ConfigurationKeyTests {
    private struct Agreement: Decodable {
        let document: JSON
        let isValid: Bool
        /// Other layers: the file `base.json`, and variables in addition to those of every document.
        let base: JSON?
        let environment: [String: String]?
        /// Why the schema accepts a document that the loader rejects.
        let leftToLoader: String?
    }

    /// `.ci/schema` passes the same documents to a validator.
    @Test func `Settings file: the loader accepts what the schema accepts, and nothing else`() throws {
        let file = URL(filePath: #filePath).appending(path: "../../Fixtures/agreement.json").standardizedFileURL
        let entries = try JSONDecoder().decode([Agreement].self, from: Data(contentsOf: file))
        for entry in entries {
            let folder = try SettingsFolder(["a.json": "\(entry.document)", "base.json": "\(entry.base ?? [:])", "secret": "hunter2"])
            var environment = ["TOKEN": "hunter2"].merging(entry.environment ?? [:]) { $1 }
            // The base URL is required, even in documents that are about other keys.
            if entry.document["baseURL"]?.string == nil { environment["ENDPOINTKIT_BASE_URL"] = "https://example.com" }
            let problems = APIConfiguration.problems(inContentsOf: folder.folder.file("a.json"), environment: environment)
            #expect(problems.isEmpty == entry.isValid, "\(entry.document): \(problems)")
            #expect(entry.leftToLoader == nil || !entry.isValid, "\(entry.document)")
        }
    }
}
