import EndpointKit

/// Writes `Config/endpointkit.schema.json`, the schema of a settings file for editors (JSON Schema 2020-12).
///
/// The schema leaves to the loader everything that one document doesn't determine, or that JSON Schema can't express briefly:
/// - Settings that another file, a profile or the environment may supply: the other half of a pair, such as the token for the type `bearer`
///   or the URL for the proxy's user, and the permissions `allowsInsecureHTTP` and `allowsLiteralSecrets`.
/// - Which query items and header fields have the names of secrets (``Redaction``), and so accept only a secret's value, if only a capital
///   letter, a number or an index reveals that: `userToken`, `token2`.
/// - Names that differ only in case, and duplicate names.
/// - A colon in the user of `basic`.
/// - Whether `retry.initialBackoff` is above `retry.maxBackoff`.
/// - The count and the range of an IP address's numbers, the meaning of percent-encoding in a host, and the names that Unicode allows (UTS
///   46).
/// - Whether files can be read, and whether variables are set.
///
/// `agreement.json` contains documents for these cases, marked with `leftToLoader`.
enum ConfigurationSchema {
    static var text: String { document.indentedText + "\n" }

    private static var document: JSON {
        var properties = object(of: .root)
        var own = JSON.Object()
        for (name, _, summary) in ConfigurationFile.keys {
            let schema: JSON =
                switch name {
                case "profiles":
                    ["type": ["object", "null"], "additionalProperties": ["anyOf": [["$ref": "#/$defs/settings"], ["type": "null"]]]]
                case "app": ["type": ["object", "null"]]
                case "extends": ["type": ["string", "null"], "pattern": Pattern.path]
                default: ["type": ["string", "null"]]
                }
            own[name] = schema.with("description", JSON(summary))
        }
        var inner = properties["properties"]?.object ?? JSON.Object()
        for (name, _) in inner { own[name] = ["$ref": JSON("#/$defs/settings/properties/\(name)")] }
        inner["app"] = own["app"]
        properties = properties.with("properties", .object(inner)).with("description", "The settings of a file or of a profile.")
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
            "env": ["description": "The name of an environment variable.", "type": "string", "pattern": Pattern.path],
            "file": [
                "description": "The path of a file, relative to this one. White space around its content is ignored.",
                "type": "string",
                "pattern": Pattern.path,
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
        if group.name.isEmpty { properties[ConfigurationKey.credentials] = credentials }
        let object: JSON = ["type": "object", "properties": .object(properties), "additionalProperties": false]
        return group.name == "authentication"
            ? object.with("allOf", .array(AuthenticationKind.allCases.map { rule(of: $0, in: group) })) : object
    }

    private static let credentials: JSON = [
        "type": ["object", "null"],
        "propertyNames": ["pattern": "^[A-Za-z0-9_-]{1,64}$"],
        "additionalProperties": ["$ref": "#/$defs/settings/properties/authentication"],
        "description": JSON(ConfigurationGroup.credentialsSummary),
    ]

    /// Rejects parts of another kind of authentication in the same object as the type. Another layer can't use them, because a layer that
    /// changes the type removes them.
    private static func rule(of kind: AuthenticationKind, in group: ConfigurationGroup) -> JSON {
        var others = JSON.Object()
        for (name, key) in group.keys where name != "type" && !kind.parts.contains(name) {
            if case .members = key.kind {
                others[name] = ["additionalProperties": ["type": "null"]]
            } else {
                others[name] = ["type": "null"]
            }
        }
        return [
            "if": ["properties": ["type": ["const": JSON(kind.rawValue)]], "required": ["type"]], "then": ["properties": .object(others)],
        ]
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
    /// The schema of the values. Only the loader sees what depends on other keys, such as whether a literal secret is allowed.
    fileprivate var schema: JSON {
        switch self {
        case .bool: ["type": "boolean"]
        case .integer(let range): ["type": "integer", "minimum": JSON(range.lowerBound), "maximum": JSON(range.upperBound)]
        case .number(let range): ["type": "number", "minimum": JSON(range.lowerBound), "maximum": JSON(range.upperBound)]
        case .text: Self.string("^[^\\u0000-\\u001F\\u007F-\\u009F]*$")
        case .choice(let choices): ["type": "string", "enum": .array(choices.map { JSON($0) })]
        case .duration(let isPositive):
            ["type": "string", "pattern": Pattern.duration(isPositive: isPositive), "examples": ["500ms", "30s", "2m"]]
        // A pattern can't compare values. The loader rejects periods of more than ten years, or of less than a millisecond.
        case .period: ["type": "string", "pattern": Pattern.duration(isPositive: true), "examples": ["500ms", "30s", "2m"]]
        case .byteCount: ["type": "string", "pattern": Pattern.byteCount, "examples": ["64KB", "10MB"]]
        case .url: Self.string(Pattern.url).with("examples", ["https://api.example.com"])
        case .proxy: Self.string(Pattern.proxy).with("examples", ["environment", "none", "http://proxy.example.com:3128"])
        case .urlPath: Self.string(Pattern.urlPath).with("examples", ["/v1/public"])
        case .file: Self.string(Pattern.path)
        case .open: ["anyOf": [Self.string(Pattern.open), Self.reference]]
        // Another key allows literal secrets, which only the loader checks.
        case .secret: ["anyOf": [Self.reference, Self.string(Pattern.secret)]]
        case .list(let element): ["type": "array", "items": element.schema]
        case .members(let element, let naming):
            Self.members(of: element, naming)
        case .queryValue:
            ["anyOf": [Self.queryText, ["type": "array", "items": ["anyOf": [Self.queryText, Self.reference]]], Self.reference]]
        case .fieldValue: ["anyOf": [Self.string(Pattern.field), Self.reference]]
        case .keyHash: ["type": "string", "pattern": Pattern.keyHash]
        case .domain: Self.string(Pattern.domain).with("examples", ["example.com"])
        }
    }

    private static func string(_ pattern: JSON? = nil) -> JSON {
        let string: JSON = ["type": "string", "maxLength": JSON(ConfigurationReader.textLimit)]
        return pattern.map { string.with("pattern", $0) } ?? string
    }

    private static let queryText: JSON = string().with("type", ["string", "number", "boolean"])

    private static func members(of element: ConfigurationKind, _ naming: Naming) -> JSON {
        var special = JSON.Object()
        switch element {
        case .queryValue: special[Pattern.secretItem] = ConfigurationKind.secret.schema.orNull
        case .fieldValue: special[Pattern.secretField] = ConfigurationKind.secret.schema.orNull
        default: break
        }
        if naming == .field { special[Pattern.connection] = ["type": ["string", "null"], "pattern": Pattern.connectionValue] }
        let object: JSON = ["type": "object", "propertyNames": naming.schema, "additionalProperties": element.schema.orNull]
        return special.isEmpty ? object : object.with("patternProperties", .object(special))
    }

    private static var reference: JSON { ["$ref": "#/$defs/secret"] }
}

extension ConfigurationKind.Naming {
    fileprivate var schema: JSON {
        switch self {
        case .queryItem: ["minLength": 1]
        case .field: ["pattern": Pattern.fieldName]
        case .host: ["pattern": Pattern.pinnedHost]
        }
    }
}

/// Regular expressions for the strings that the loader accepts. They mean the same in ECMA-262 and in Python.
private enum Pattern {
    /// A path or a name of a variable.
    static let path = whole(#"[^\u0000]+"#)
    static let open = whole(#"[^\u0000-\u001f\u007f-\u009f]+"#)
    static let secret = whole(#"[^\u0000-\u001f\u007f-\u009f\ufeff\ufffd]*"#)
    static let urlPath = whole(#"(?![\s\S]*://)[^?#]*"#)
    static let fieldName = whole(#"(?!(\#(framing))(?![\s\S]))[-!#$%&'*+.^_`|~0-9A-Za-z]+"#)
    /// The fields that only the transport may write, in upper or lower case.
    private static let framing = inAnyCase(HTTPRequest.framingNames.filter { !["Host", "Connection"].contains($0) })
    static let connection = wholeText(inAnyCase(["connection"]))
    static let connectionValue = whole(inAnyCase(["close", "keep-alive"]))
    /// Names of secrets: whole names, and names after a separator or a lower-case letter.
    static let secretField = secret("")
    static let secretItem = secret("|" + inAnyCase(["code", "ticket"].filter { Redaction.standard.hides(item: $0) }))
    private static func secret(_ others: String) -> String {
        let shown = inAnyCase(Redaction.standard.shown.sorted())
        let start = #"([\s\S]*([-_./\[]|[^A-Z](?=[A-Z])|[A-Z](?=[A-Z][a-z])))?"#
        return wholeText(#"(?!(\#(shown))(?![\s\S]))(\#(start)(\#(inAnyCase(Redaction.standard.names.sorted())))\#(others))"#)
    }

    private static func inAnyCase(_ names: [String]) -> String {
        names.map { $0.map { $0.isLetter ? "[\($0.lowercased())\($0.uppercased())]" : "\($0)" }.joined() }.joined(separator: "|")
    }
    static let field = whole(#"[^\u0000-\u0008\u000a-\u001f\u007f]*"#)
    static let keyHash = whole("[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=")
    static let url = whole(#"[hH][tT][tT][pP][sS]?://\#(authority)([/?][^#]*)?"#)
    static let proxy = whole(
        #"environment|none|([hH][tT][tT][pP][sS]?|[sS][oO][cC][kK][sS]5[hH]?)://\#(authority)([/?#][\s\S]*)?"#)
    static let pinnedHost = whole(#"\#(letter)+|\#(ipv6)|\[\#(ipv6)\]"#)
    static let domain = whole("([-_0-9A-Za-z]+[.])*[A-Za-z][-_0-9A-Za-z]*")
    static let byteCount = whole("(?=.*[1-9])(" + ByteCount.units.map { "[0-9]{1,\($0.digits)}\($0.name)" }.joined(separator: "|") + ")")

    static func duration(isPositive: Bool) -> JSON {
        let units = Duration.units.map { "[0-9]{1,\($0.digits)}([.][0-9]{1,\($0.places)})?\($0.name)" }
        return whole((isPositive ? "(?=.*[1-9])" : "") + "(" + units.joined(separator: "|") + ")")
    }

    private static let authority = #"((\#(letter)|%[0-9A-Fa-f]{2})+|\[\#(ipv6)\])(:(0*\#(port))?)?"#
    /// A letter of a host's name. White space on which ECMA-262 and Python differ is listed explicitly.
    private static let letter = ##"[^\u0000-\u0020\u007f-\u009f\ufeff\s/?#@:\[\]\\%<>^`{|}"]"##
    private static let ipv6 = "([0-9A-Fa-f]{0,4}:){2,8}([0-9A-Fa-f]{1,4}|[0-9]{1,3}([.][0-9]{1,3}){3})?"
    /// 1 to 65535.
    private static let port = "([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])"

    /// The pattern for a whole string. Python's `$` also matches before a trailing line break.
    private static func whole(_ text: String) -> JSON { JSON(wholeText(text)) }
    private static func wholeText(_ text: String) -> String { "^(\(text))(?![\\s\\S])" }
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
