internal import EndpointHTTP

/// Reads schemas as shapes, and collects the models that they need.
struct ShapeReader {
    let document: Document
    /// The models so far, by the places of their schemas.
    private(set) var models: [Pointer: Model] = [:]
    var notes = Notes()
    /// The shapes of schemas that were read already and aren't models.
    private var known: [Pointer: Shape] = [:]
    private var inProgress: Set<Pointer> = []
    private var depth = 0

    private static let depthLimit = 64

    init(_ document: Document) { self.document = document }

    /// The shape of a schema, or of the schema that it refers to.
    ///
    /// - Parameters:
    ///   - schema: the schema.
    ///   - place: its place.
    ///   - hint: the parts of a name for a schema without its own.
    mutating func shape(of schema: JSON, at place: Pointer, hint: [String]) -> Shape {
        let (value, target) = document.resolve(schema, at: place)
        // A tool of 3.0 writes `nullable` beside a reference, although it has no meaning there.
        let isNullable = target != place && schema["nullable"]?.bool == true
        let shape = shape(at: target, value, hint: target.componentName.map { [$0] } ?? hint)
        return isNullable ? shape.asOptional : shape
    }

    private mutating func shape(at place: Pointer, _ schema: JSON, hint: [String]) -> Shape {
        if let shape = known[place] { return shape }
        guard let object = schema.object else { return .any }
        guard depth < Self.depthLimit else {
            notes.add(place, "The schema is nested more than \(Self.depthLimit) deep, and is any JSON value.")
            return .any
        }
        // A model that contains itself is complete enough to be named; a list of itself has no type.
        guard inProgress.insert(place).inserted else {
            if models[place] != nil { return .model(place) }
            notes.add(place, "The schema contains itself without an object between, and is any JSON value.")
            return .any
        }
        depth += 1
        defer {
            depth -= 1
            inProgress.remove(place)
        }
        let flat = FlatSchema(object, at: place, in: document)
        if flat.isCyclic { notes.add(place, "The `allOf` contains itself. Its inner part is left out.") }
        var shape = plainShape(of: flat, at: place, hint: hint)
        if flat.isNullable { shape = shape.asOptional }
        known[place] = shape
        return shape
    }

    private mutating func plainShape(of flat: FlatSchema, at place: Pointer, hint: [String]) -> Shape {
        if let reference = flat.onlyReference, let schema = document[reference] {
            return shape(of: schema, at: reference, hint: hint)
        }
        let types = flat.types
        if let alternatives = flat.alternatives, flat.members.isEmpty {
            return union(of: alternatives.values, at: alternatives.place, types: types, hint: hint)
        }
        guard types.count == 1, let type = types.first else {
            if types.count > 1 { notes.add(place, "The value has several types, and is any JSON value.") }
            return .any
        }
        switch type {
        case "object": return object(flat, at: place, hint: hint)
        case "array":
            guard let items = flat.first("items") else { return .list(.any) }
            return .list(shape(of: items.value, at: items.place, hint: hint.dropLast() + [Words.singular(hint.last ?? "")]))
        case "string":
            if let words = flat.words { return model(.words(words), flat, at: place, hint: hint) }
            return .scalar(Self.text(format: flat.first("format")?.value.string, flat))
        case "integer": return .scalar(.integer)
        case "number": return .scalar(.number)
        case "boolean": return .scalar(.bool)
        default:
            notes.add(place, "The type \(type.debugDescription) is unknown, and is any JSON value.")
            return .any
        }
    }

    private static func text(format: String?, _ flat: FlatSchema) -> Shape.Scalar {
        switch format {
        case "date-time": .date
        case "byte": .base64
        case "binary": .bytes
        default: flat.first("contentEncoding")?.value.string == "base64" ? .base64 : .text
        }
    }

    // MARK: Objects

    private mutating func object(_ flat: FlatSchema, at place: Pointer, hint: [String]) -> Shape {
        let members = flat.members
        let additional = flat.first("additionalProperties")
        if members.isEmpty {
            guard let additional, additional.value.object?.isEmpty == false else { return .any }
            return .map(shape(of: additional.value, at: additional.place, hint: hint.dropLast() + [Words.singular(hint.last ?? "")]))
        }
        if let additional, additional.value.object?.isEmpty == false {
            notes.add(additional.place, "Members beside the known ones are left out.")
        }
        if let alternatives = flat.alternatives, alternatives.values.contains(where: { Self.addsMembers($0) }) {
            notes.add(alternatives.place, "The alternatives beside the known members are left out.")
        }
        // Registered before its members are read, because they may lead here again.
        let shape = model(.object([]), flat, at: place, hint: hint)
        let required = flat.required
        let properties = members.map { member in
            property(member, isRequired: required.contains(member.name), hint: hint + [member.name])
        }
        models[place]?.kind = .object(properties)
        return shape
    }

    /// An alternative that only requires some members adds nothing.
    private static func addsMembers(_ alternative: JSON) -> Bool {
        alternative.object.map { $0.keys.contains { $0 != "required" && $0 != "description" && $0 != "title" } } ?? false
    }

    private mutating func property(
        _ member: (name: String, schema: JSON, place: Pointer), isRequired: Bool, hint: [String]
    ) -> Model.Property {
        let shape = shape(of: member.schema, at: member.place, hint: hint)
        let target = document.resolve(member.schema, at: member.place).value
        func says(_ key: String) -> Bool { (member.schema[key] ?? target[key])?.bool == true }
        return Model.Property(
            name: member.name, shape: shape, isRequired: isRequired, isReadOnly: says("readOnly"), isWriteOnly: says("writeOnly"),
            isDeprecated: says("deprecated"), summary: member.schema["description"]?.string ?? target["description"]?.string)
    }

    private mutating func model(_ kind: Model.Kind, _ flat: FlatSchema, at place: Pointer, hint: [String]) -> Shape {
        let own = flat.parts.first?.schema
        let summary = (own?["description"] ?? own?["title"])?.string
        models[place] = Model(place: place, hint: hint, summary: summary, kind: kind)
        return .model(place)
    }

    // MARK: Alternatives

    /// Null as an alternative makes a value optional. Texts of several kinds are a text. Other unions are any JSON value.
    private mutating func union(of values: [JSON], at place: Pointer, types: Set<String>, hint: [String]) -> Shape {
        var shapes: [Shape] = []
        var isNullable = false
        for (index, value) in values.enumerated() {
            if value["type"]?.string == "null" {
                isNullable = true
            } else {
                let shape = shape(of: value, at: place.appending(index), hint: hint)
                isNullable = isNullable || shape != shape.unwrapped
                if !shapes.contains(shape.unwrapped) { shapes.append(shape.unwrapped) }
            }
        }
        var shape = Shape.any
        if shapes.count == 1 {
            shape = shapes[0]
        } else if !shapes.isEmpty, shapes.allSatisfy({ isText($0) }) {
            shape = .scalar(.text)
        } else if shapes.count > 1, Set(shapes).isSubset(of: [.scalar(.integer), .scalar(.number)]) {
            shape = .scalar(.number)
        } else if shapes.count > 1 {
            notes.add(place, "The value has \(shapes.count) alternatives, and is any JSON value.")
        }
        return isNullable ? shape.asOptional : shape
    }

    private func isText(_ shape: Shape) -> Bool {
        switch shape {
        case .scalar(let scalar): scalar == .text || scalar == .date || scalar == .base64
        case .model(let place): models[place]?.words != nil
        default: false
        }
    }
}
