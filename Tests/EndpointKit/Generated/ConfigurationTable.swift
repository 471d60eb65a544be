import EndpointKit

/// Writes the documentation's table of all keys in Markdown.
enum ConfigurationTable {
    private static let prefix = ConfigurationOptions().variablePrefix

    static var text: String {
        let own = ConfigurationFile.keys.map { row($0.name, "", [$0.summary, variables($0.variable)]) }
        var keys = ConfigurationKey.all.map { key in
            row(
                key.name, key.kind.label,
                [key.summary, key.defaultValue.flatMap(text).map { "Default: \($0)." }, variables(key.variable, key.shortVariable)])
        }
        let place = ConfigurationKey.all.firstIndex { $0.name == "json.dates" } ?? keys.endIndex
        keys.insert(row(ConfigurationKey.credentials, "object of: `authentication`", [ConfigurationGroup.credentialsSummary]), at: place)
        return (["| Key | Value | |", "|---|---|---|"] + own + keys).joined(separator: "\n")
    }

    /// Each element of a list is separate code, so that a narrow column can break the line between elements. nil for an empty list.
    private static func text(_ value: JSON) -> String? {
        switch value {
        case .null: nil
        case .array(let elements): elements.isEmpty ? nil : elements.map { "`\($0)`" }.joined(separator: ", ")
        case .object(let members) where members.isEmpty: nil
        default: "`\(value)`"
        }
    }

    private static func variables(_ ends: String?...) -> String? {
        let names = ends.compactMap { $0.map { "`\(prefix)\($0)`" } }
        return names.isEmpty ? nil : "Variable: \(names.joined(separator: " or "))."
    }

    // Three columns: pages of documentation are narrow, and the names of variables are long.
    private static func row(_ name: String, _ kind: String, _ sentences: [String?]) -> String {
        "| `\(name)` | \(kind) | \(sentences.compactMap(\.self).joined(separator: " ")) |"
    }
}

extension ConfigurationKind {
    fileprivate var label: String {
        switch self {
        case .bool: "boolean"
        case .integer(let range): "integer, \(range.lowerBound) to \(range.upperBound)"
        case .number(let range): "number, \(range.lowerBound.shortText) to \(range.upperBound.shortText)"
        case .text: "string"
        case .choice(let choices): choices.map { "`\"\($0)\"`" }.joined(separator: ", ")
        case .duration, .period: "duration"
        case .byteCount: "size"
        case .url: "URL"
        case .proxy: "`\"environment\"`, `\"none\"` or URL"
        case .urlPath: "URL path"
        case .file: "path"
        case .open: "string or reference"
        case .secret: "reference"
        case .list(let element): "list of: \(element.label)"
        case .members(let element, _): "object of: \(element.label)"
        case .queryValue: "string, number, boolean, list, reference"
        case .fieldValue: "string or reference"
        case .keyHash: "Base64"
        case .domain: "domain"
        }
    }
}
