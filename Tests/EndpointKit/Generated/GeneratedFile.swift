import EndpointKit
import Foundation

/// A file that is generated, in whole or in part, from the keys of settings files, the checks of transports, or the sources themselves.
enum GeneratedFile: CaseIterable {
    case schema
    case table
    case transports
    case callPath, callPathDark
    case layers, layersDark

    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

    var url: URL {
        switch self {
        case .schema: Self.root.appending(path: "Config/endpointkit.schema.json")
        case .table: Self.root.appending(path: "Sources/EndpointKit/EndpointKit.docc/ConfigurationFile.md")
        case .transports: Self.root.appending(path: "Sources/EndpointKit/EndpointKit.docc/TransportChecks.md")
        // `docc` and CONTRIBUTING choose the variant that fits the page.
        case .callPath: Self.root.appending(path: "Sources/EndpointKit/EndpointKit.docc/CallPath.svg")
        case .callPathDark: Self.root.appending(path: "Sources/EndpointKit/EndpointKit.docc/CallPath~dark.svg")
        case .layers: Self.root.appending(path: "Sources/EndpointKit/EndpointKit.docc/Layers.svg")
        case .layersDark: Self.root.appending(path: "Sources/EndpointKit/EndpointKit.docc/Layers~dark.svg")
        }
    }

    /// The expected content, based on the current content.
    func text() throws -> String {
        switch self {
        case .schema: return ConfigurationSchema.text
        case .table:
            return try replacing(from: "| Key |", upTo: "\n\n", by: ConfigurationTable.text)
        case .transports:
            return try replacing(from: "| Check |", upTo: nil, by: TransportTable.text + "\n")
        case .callPath: return try CallDiagram.text(.light)
        case .callPathDark: return try CallDiagram.text(.dark)
        case .layers: return try LayerDiagram.text(.light)
        case .layersDark: return try LayerDiagram.text(.dark)
        }
    }

    /// The text of the file with a replacement for the part from `start` up to `end`, or up to the end of the file.
    private func replacing(from start: String, upTo end: String?, by replacement: String) throws -> String {
        let text = try String(contentsOf: url, encoding: .utf8)
        guard let first = text.range(of: start)?.lowerBound else {
            throw APIError(.configuration, "\(url.path) has no part that begins with \"\(start)\".")
        }
        let last = end.flatMap { text.range(of: $0, range: first..<text.endIndex)?.lowerBound } ?? text.endIndex
        return text.replacingCharacters(in: first..<last, with: replacement)
    }
}
