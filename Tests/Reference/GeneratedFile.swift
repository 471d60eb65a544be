import EndpointKit
import Foundation

/// A file that is written, in whole or in part, from the keys of a settings file.
enum GeneratedFile: CaseIterable {
    case schema
    case table

    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    var url: URL {
        switch self {
        case .schema: Self.root.appending(path: "Config/endpointkit.schema.json")
        case .table: Self.root.appending(path: "Sources/EndpointKit/EndpointKit.docc/ConfigurationFile.md")
        }
    }

    /// The file as it has to be, from the one that is there.
    func text() throws -> String {
        switch self {
        case .schema: return ConfigurationSchema.text
        case .table:
            let text = try String(contentsOf: url, encoding: .utf8)
            guard let start = text.range(of: "| Key |"), let end = text.range(of: "\n\n", range: start.lowerBound..<text.endIndex) else {
                throw APIError(.configuration, "\(url.path) has no table that begins with \"| Key |\".")
            }
            return text.replacingCharacters(in: start.lowerBound..<end.lowerBound, with: ConfigurationTable.text)
        }
    }
}
