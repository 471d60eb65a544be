internal import EndpointHTTP

/// Reads `oneOf` and `anyOf`: the alternatives, and how the alternative for a value is found.
extension ShapeReader {
    /// The union of a schema's alternatives; nil if it has none, or if they are written next to members.
    mutating func union(_ flat: FlatSchema, at place: Pointer, hint: [String]) -> Shape? {
        let own = flat.parts.first?.schema ?? JSON.Object()
        let discriminator = Discriminator(own, at: place, in: document)
        if let discriminator, let children = children(of: place, discriminator) {
            begin(flat, at: place, hint: hint)
            if children.count == 1 {
                // Objects with other tags are kept as they were received.
                let shape = shape(of: children[0].schema, at: children[0].place, hint: hint)
                let variants = discriminator.tags(of: children[0].place).map { Union.Variant(tag: $0, shape: shape) }
                return register(Union(tagKey: discriminator.key, variants: variants), at: place, hint: hint)
            }
            return read(children, discriminator, at: place, hint: hint)
        }
        guard let choice = flat.choices.first, flat.choices.count == 1, flat.members.isEmpty else { return nil }
        var alternatives: [Alternative] = []
        collect(choice.values, at: choice.place, depth: 0, into: &alternatives)
        if alternatives.filter(\.isThere).count > 1 { begin(flat, at: place, hint: hint) }
        return read(alternatives, discriminator, at: place, hint: hint)
    }

    /// Whether the discriminator in the schema at `parent` names the schema at `place`.
    func isSubclass(_ place: Pointer, of schema: JSON, at parent: Pointer) -> Bool {
        guard let object = schema.object, let discriminator = Discriminator(object, at: parent, in: document) else { return false }
        return discriminator.mapping.contains { $0.schema == place }
    }

    /// One alternative, with its reference resolved.
    private struct Alternative {
        let schema: JSON
        let place: Pointer
        /// False for the alternative null.
        var isThere = true
    }

    /// The schemas that extend the schema at `place`, one for each tag: subclasses of a superclass.
    private func children(of place: Pointer, _ discriminator: Discriminator) -> [Alternative]? {
        var known: Set<Pointer> = []
        let children = discriminator.mapping.map(\.schema).filter { known.insert($0).inserted }
        guard !children.isEmpty else { return nil }
        for child in children {
            guard let schema = document[child]?.object, FlatSchema(schema, at: child, in: document).inherits(from: place) else {
                return nil
            }
        }
        return children.map { Alternative(schema: document[$0] ?? .null, place: $0) }
    }

    /// Collects the alternatives, with each inner list replaced by its own alternatives.
    private func collect(_ values: [JSON], at list: Pointer, depth: Int, into alternatives: inout [Alternative]) {
        for (index, value) in values.enumerated() {
            let (schema, place) = document.resolve(value, at: list.appending(index))
            let isNull = schema["type"]?.string == "null" || schema["enum"]?.array == [.null] || Self.isOnlyNull(schema)
            if isNull {
                alternatives.append(Alternative(schema: schema, place: place, isThere: false))
            } else if depth < 16, value["$ref"] == nil, let object = schema.object, let (key, inner) = Self.onlyList(of: object) {
                collect(inner, at: place.appending(key), depth: depth + 1, into: &alternatives)
            } else {
                alternatives.append(Alternative(schema: schema, place: place))
            }
        }
    }

    /// Whether the schema allows only null, which is written in 3.0 as a nullable object without members.
    private static func isOnlyNull(_ schema: JSON) -> Bool {
        schema["nullable"]?.bool == true && schema["type"]?.string == "object" && schema["properties"] == nil
            && schema["additionalProperties"]?.bool == false
    }

    /// The alternatives of a schema that contains nothing else.
    private static func onlyList(of schema: JSON.Object) -> (key: String, values: [JSON])? {
        let keys = schema.keys.filter { !["description", "title", "type"].contains($0) && !$0.hasPrefix("x-") }
        guard keys.count == 1, keys[0] == "oneOf" || keys[0] == "anyOf", let values = schema[keys[0]]?.array, !values.isEmpty else {
            return nil
        }
        return (keys[0], values)
    }

    private mutating func read(_ alternatives: [Alternative], _ discriminator: Discriminator?, at place: Pointer, hint: [String]) -> Shape {
        var shapes: [Shape] = []
        var tags: [Shape: [JSON]] = [:]
        let there = alternatives.filter(\.isThere)
        var isNullable = there.count < alternatives.count
        for alternative in there {
            let inner = there.count == 1 ? hint : hint + [name(of: alternative)]
            let shape = shape(of: alternative.schema, at: alternative.place, hint: inner)
            isNullable = isNullable || shape != shape.unwrapped
            shapes.append(shape.unwrapped)
            if let discriminator { tags[shape.unwrapped, default: []] += discriminator.tags(of: alternative.place) }
        }
        let shape = combined(shapes, at: place, hint: hint, tagKey: discriminator?.key, tags: tags)
        return isNullable ? shape.asOptional : shape
    }

    /// A name for an alternative that has none: its tag, its title, or its kind.
    private func name(of alternative: Alternative) -> String {
        for (_, member) in alternative.schema["properties"]?.object ?? JSON.Object() {
            let values = member["enum"]?.array ?? []
            let tag = member["const"] ?? (values.count == 1 ? values.first : .none)
            if let word = tag?.string ?? tag?.int.map({ "value \($0)" }) { return word }
        }
        let title = alternative.schema["title"]?.string ?? ""
        if !Words.of(title).isEmpty, title.count < 40 { return title }
        // A set of words next to other values often consists of keywords.
        if alternative.schema["enum"] != nil { return "keyword" }
        return alternative.schema["type"]?.string ?? "value"
    }
}
