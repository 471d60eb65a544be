/// Writes `Config/endpointkit.schema.json`, the schema of a settings file for editors (JSON Schema 2020-12).
package enum ConfigurationSchema {
    package static var text: String { document.indentedText + "\n" }

    private static var document: JSON {
        var properties = object(of: .root)
        var own = JSON.Object()
        for (name, summary) in ConfigurationFile.keys {
            var schema: JSON =
                name == "profiles" ? ["type": "object", "additionalProperties": ["$ref": "#/$defs/settings"]] : ["type": "string"]
            if name == "extends" { schema = schema.with("minLength", 1) }
            own[name] = schema.with("description", JSON(summary))
        }
        for (name, schema) in properties["properties"]?.object ?? JSON.Object() { own[name] = schema }
        properties = properties.with("description", "The settings of a file or of a profile.")
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Settings of an EndpointKit client",
            "description": "null removes the value of a lower layer: that of the extended file, or of the file under a profile.",
            "type": "object",
            "properties": .object(own),
            "additionalProperties": false,
            "$defs": ["settings": properties, "secret": reference],
        ]
    }

    /// A reference to a secret, `{"env": "NAME"}` or `{"file": "path"}`.
    private static let reference: JSON = [
        "description": "A reference to a secret in an environment variable or in a file.",
        "type": "object",
        "properties": [
            "env": ["description": "The name of an environment variable.", "type": "string", "minLength": 1],
            "file": [
                "description": "The path of a file, relative to this one. White space around its content is ignored.",
                "type": "string",
                "minLength": 1,
            ],
        ],
        "additionalProperties": false,
        "minProperties": 1,
        "maxProperties": 1,
    ]

    private static func object(of group: ConfigurationGroup) -> JSON {
        var properties = JSON.Object()
        for (name, key) in group.keys { properties[name] = schema(of: key) }
        for (name, inner) in group.groups { properties[name] = schema(of: inner) }
        return ["type": "object", "properties": .object(properties), "additionalProperties": false]
    }

    private static func schema(of group: ConfigurationGroup) -> JSON {
        let object = object(of: group)
        guard let shorthand = group.shorthand else { return object.orNull.with("description", JSON(group.summary)) }
        let either: JSON = ["anyOf": [shorthand.kind.schema, object]]
        return either.orNull.with("description", JSON(group.summary))
    }

    private static func schema(of key: ConfigurationKey) -> JSON {
        var schema = key.kind.schema.orNull.with(
            "description", JSON("\(key.summary) Variable: \(ConfigurationOptions().variablePrefix)\(key.variable)."))
        if let value = key.defaultValue { schema = schema.with("default", value) }
        return schema
    }
}

extension ConfigurationKind {
    /// The schema of the values. Only the loader checks paths, hosts and Base64.
    fileprivate var schema: JSON {
        switch self {
        case .bool: ["type": "boolean"]
        case .integer(let range):
            range.upperBound == .max
                ? ["type": "integer", "minimum": JSON(range.lowerBound)]
                : ["type": "integer", "minimum": JSON(range.lowerBound), "maximum": JSON(range.upperBound)]
        case .number(let range): ["type": "number", "minimum": JSON(range.lowerBound), "maximum": JSON(range.upperBound)]
        case .text: ["type": "string"]
        case .choice(let choices): ["type": "string", "enum": .array(choices.map { JSON($0) })]
        case .duration(let isPositive):
            [
                "type": "string", "pattern": JSON("^" + (isPositive ? "(?=.*[1-9])" : "") + "[0-9]{1,18}([.][0-9]{1,18})?(ms|s|m|h|d)$"),
                "examples": ["500ms", "30s", "2m"],
            ]
        case .byteCount: ["type": "string", "pattern": "^(?=.*[1-9])[0-9]+(B|KB|MB|GB)$", "examples": ["64KB", "10MB"]]
        case .url: ["type": "string", "pattern": "^[hH][tT][tT][pP][sS]?://[^@#]+$", "examples": ["https://api.example.com"]]
        case .proxy:
            [
                "type": "string", "pattern": "^(environment|none|([hH][tT][tT][pP][sS]?|[sS][oO][cC][kK][sS]5[hH]?)://[^@]+)$",
                "examples": ["environment", "none", "http://proxy.example.com:3128"],
            ]
        case .file: ["type": "string", "minLength": 1]
        case .open: ["anyOf": [["type": "string", "minLength": 1], Self.reference]]
        // Another key allows literal secrets, which only the loader checks.
        case .secret: ["anyOf": [Self.reference, ["type": "string"]]]
        case .list(let element): ["type": "array", "items": element.schema]
        case .members(let element, _): ["type": "object", "additionalProperties": element.schema.orNull]
        case .queryValue:
            [
                "anyOf": [
                    ["type": ["string", "number", "boolean"]],
                    ["type": "array", "items": ["anyOf": [["type": ["string", "number", "boolean"]], Self.reference]]],
                    Self.reference,
                ]
            ]
        case .fieldValue: ["anyOf": [["type": "string"], Self.reference]]
        case .keyHash: ["type": "string", "pattern": "^[A-Za-z0-9+/]{43}=$"]
        }
    }

    private static var reference: JSON { ["$ref": "#/$defs/secret"] }
}

extension JSON {
    fileprivate func with(_ name: String, _ value: JSON) -> JSON {
        var object = JSON.Object()
        // The description comes first, for readers.
        if name == "description" { object[name] = value }
        for (name, value) in self.object ?? JSON.Object() { object[name] = value }
        object[name] = value
        return .object(object)
    }

    /// The same schema, with null allowed.
    fileprivate var orNull: JSON {
        if let alternatives = self["anyOf"]?.array { return with("anyOf", .array(alternatives + [["type": "null"]])) }
        guard let type = self["type"] else { return self }
        var schema = with("type", [type, "null"])
        if let choices = self["enum"]?.array { schema = schema.with("enum", .array(choices + [.null])) }
        return schema
    }
}

/// Writes the documentation's table of all keys in Markdown.
package enum ConfigurationTable {
    /// All keys with their variables.
    package static var keys: [(name: String, variable: String)] { ConfigurationKey.all.map { ($0.name, prefix + $0.variable) } }

    private static let prefix = ConfigurationOptions().variablePrefix

    package static var text: String {
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
        case .integer(let range):
            range.upperBound == .max ? "integer from \(range.lowerBound)" : "integer, \(range.lowerBound) to \(range.upperBound)"
        case .number(let range): "number, \(range.lowerBound.shortText) to \(range.upperBound.shortText)"
        case .text: "text"
        case .choice(let choices): choices.map { "`\"\($0)\"`" }.joined(separator: ", ")
        case .duration: "duration"
        case .byteCount: "size"
        case .url: "URL"
        case .proxy: "`\"environment\"`, `\"none\"` or URL"
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
