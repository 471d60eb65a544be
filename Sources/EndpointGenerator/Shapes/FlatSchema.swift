internal import EndpointHTTP

/// A schema with all the parts of its `allOf` in one list, each with its location.
struct FlatSchema {
    struct Part {
        let schema: JSON.Object
        let place: Pointer
        /// Whether this part is another schema, to which the first part refers.
        let isReferenced: Bool
    }
    private(set) var parts: [Part] = []
    /// Whether an `allOf` contains itself.
    private(set) var isCyclic = false
    /// Whether an `allOf` is nested more than 64 deep.
    private(set) var isTooDeep = false
    private var known: Set<Pointer> = []
    /// The single schema to which the other parts add only descriptions; nil if there is none.
    private(set) var onlyReference: Pointer?

    /// - Parameters:
    ///   - schema: an object that isn't a reference.
    ///   - place: its location.
    ///   - document: resolves references to schemas.
    init(_ schema: JSON.Object, at place: Pointer, in document: Document) {
        var path: Set<Pointer> = [place]
        var references: [Pointer] = []
        add(Part(schema: schema, place: place, isReferenced: false), in: document, path: &path, references: &references)
        if references.count == 1, parts.allSatisfy({ $0.isReferenced || Self.meaning(of: $0.schema).isEmpty }) {
            onlyReference = references.first
        }
    }

    private mutating func add(_ part: Part, in document: Document, path: inout Set<Pointer>, references: inout [Pointer]) {
        parts.append(part)
        for (index, element) in (part.schema["allOf"]?.array ?? []).enumerated() {
            let (value, target) = document.resolve(element, at: part.place.appending("allOf", "\(index)"))
            guard let schema = value.object else { continue }
            if path.count == Self.depthLimit { isTooDeep = true }
            if path.contains(target) { isCyclic = true }
            let isReference = element.object?["$ref"] != nil
            if isReference, !part.isReferenced, !path.contains(target) { references.append(target) }
            // A part that can be reached in several ways is added only once.
            guard path.count < Self.depthLimit, !path.contains(target), known.insert(target).inserted else { continue }
            path.insert(target)
            let inner = Part(schema: schema, place: target, isReferenced: part.isReferenced || isReference)
            add(inner, in: document, path: &path, references: &references)
            path.remove(target)
        }
    }

    private static let depthLimit = 64

    /// The keys that describe values.
    private static func meaning(of schema: JSON.Object) -> Set<String> {
        let keys: Set<String> = ["additionalProperties", "anyOf", "const", "enum", "format", "items", "oneOf", "properties", "required"]
        return keys.intersection(schema.keys)
    }

    // MARK: All parts together

    /// The value from the first part that has the key, with its location.
    func first(_ key: String) -> (value: JSON, place: Pointer)? {
        for part in parts {
            if let value = part.schema[key] { return (value, part.place.appending(key)) }
        }
        return nil
    }

    /// The allowed types, without `null`. An `enum` or members imply a type even if none is stated.
    var types: Set<String> {
        var types: Set<String> = []
        for part in parts {
            switch part.schema["type"] {
            case .string(let type)?: types.insert(type)
            case .array(let all)?: types.formUnion(all.compactMap(\.string))
            default: break
            }
        }
        types.remove("null")
        if types.isEmpty, !members.isEmpty || first("additionalProperties")?.value.object != nil { types = ["object"] }
        if types.isEmpty, first("items") != nil { types = ["array"] }
        if types.isEmpty, words != nil { types = ["string"] }
        if types.isEmpty, numbers != nil { types = ["integer"] }
        return types
    }

    /// Whether the value may be null: from `nullable` in 3.0, a list of types in 3.1, or a null among the words.
    var isNullable: Bool {
        parts.contains { part in
            part.schema["nullable"]?.bool == true || part.schema["type"]?.array?.contains("null") == true
                || part.schema["type"]?.string == "null"
        } || first("enum")?.value.array?.contains(.null) == true
    }

    /// The strings in an `enum` or a `const`; nil if there are none, or if there are also other values.
    var words: [String]? {
        if let constant = first("const")?.value.string { return [constant] }
        return choices(\.string)
    }

    /// The integers in an `enum` or a `const`; nil if there are none, or if there are also other values.
    var numbers: [Int]? {
        if let constant = first("const")?.value.int { return [constant] }
        return choices(\.int)
    }

    private func choices<Value: Hashable>(_ value: (JSON) -> Value?) -> [Value]? {
        guard let choices = first("enum")?.value.array?.filter({ !$0.isNull }), !choices.isEmpty else { return nil }
        var known: Set<Value> = []
        var values: [Value] = []
        for choice in choices {
            guard let value = value(choice) else { return nil }
            if known.insert(value).inserted { values.append(value) }
        }
        return values
    }

    /// The only allowed value; nil if there are several.
    var constant: JSON? {
        if let words, words.count == 1 { return .string(words[0]) }
        if let numbers, numbers.count == 1 { return JSON(numbers[0]) }
        return nil
    }

    /// The members of an object, in order. If names are equal, the last schema applies.
    var members: [(name: String, schema: JSON, place: Pointer)] {
        var places: [String: Int] = [:]
        var members: [(name: String, schema: JSON, place: Pointer)] = []
        // The parts of an `allOf` come first, like a superclass.
        for part in parts.dropFirst() + parts.prefix(1) {
            guard let properties = part.schema["properties"]?.object else { continue }
            for (name, schema) in properties {
                let member = (name: name, schema: schema, place: part.place.appending("properties", name))
                if let index = places[name] {
                    members[index] = member
                } else {
                    places[name] = members.count
                    members.append(member)
                }
            }
        }
        return members
    }

    /// The names of the members that are always present.
    var required: Set<String> { Set(parts.flatMap { $0.schema["required"]?.array ?? [] }.compactMap(\.string)) }

    /// The lists of alternatives, from `oneOf` and `anyOf`.
    var choices: [(values: [JSON], place: Pointer)] {
        parts.flatMap { part in
            ["oneOf", "anyOf"].compactMap { key in
                guard let values = part.schema[key]?.array, !values.isEmpty else { return nil }
                return (values, part.place.appending(key))
            }
        }
    }

    /// Whether the schema at another location is one of its `allOf` parts.
    func inherits(from place: Pointer) -> Bool { parts.dropFirst().contains { $0.place == place } }
}
