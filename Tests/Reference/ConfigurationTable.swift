import EndpointKit

/// Writes the documentation's table of all keys in Markdown.
enum ConfigurationTable {
    private static let prefix = ConfigurationOptions().variablePrefix

    static var text: String {
        let own = ConfigurationFile.keys.map { row($0.name, "", "", "", $0.summary) }
        let keys = ConfigurationKey.all.map { key in
            row(key.name, key.kind.label, key.defaultValue.map { "`\($0)`" } ?? "", "`\(prefix)\(key.variable)`", key.summary)
        }
        return (["| Key | Value | Default | Variable | |", "|---|---|---|---|---|"] + own + keys).joined(separator: "\n")
    }

    private static func row(_ name: String, _ kind: String, _ value: String, _ variable: String, _ summary: String) -> String {
        "| `\(name)` | \(kind) | \(value) | \(variable) | \(summary) |"
    }
}

extension ConfigurationKind {
    fileprivate var label: String {
        switch self {
        case .bool: "boolean"
        case .integer(let range): "integer, \(range.lowerBound) to \(range.upperBound)"
        case .number(let range): "number, \(range.lowerBound.shortText) to \(range.upperBound.shortText)"
        case .text: "text"
        case .choice(let choices): choices.map { "`\"\($0)\"`" }.joined(separator: ", ")
        case .duration: "duration"
        case .byteCount: "size"
        case .url: "URL"
        case .proxy: "`\"environment\"`, `\"none\"` or URL"
        case .urlPath: "URL path"
        case .file: "path"
        case .open: "text or reference"
        case .secret: "reference"
        case .list(let element): "list of: \(element.label)"
        case .members(let element, _): "object of: \(element.label)"
        case .queryValue: "text, number, boolean, list, reference"
        case .fieldValue: "text or reference"
        case .keyHash: "Base64"
        }
    }
}
