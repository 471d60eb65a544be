internal import EndpointHTTP

/// Reads schemas as shapes, and collects the models that these shapes need.
struct ShapeReader {
    let document: Document
    /// The models so far, by the locations of their schemas.
    var models: [Pointer: Model] = [:]
    var notes = Notes()
    /// The shapes of the schemas that have been read.
    private var known: [Pointer: Shape] = [:]
    /// Schemas that were assumed to be models because they contain themselves, but aren't models.
    private var aliases: [Pointer: Shape] = [:]
    private(set) var inProgress: Set<Pointer> = []
    /// Unions of models that haven't been read completely.
    var undecided: [UndecidedUnion] = []
    /// Schemas with names of their own that are nested so deeply that they are read later. Until then, they are assumed to be models.
    private var postponed: [(place: Pointer, schema: JSON)] = []
    /// The postponed schemas that are models and may be null.
    private var nullable: Set<Pointer> = []
    private var depth = 0
    /// The locations of merged objects, by the objects that were merged.
    var merges: [Set<Shape>: Pointer] = [:]

    private static let depthLimit = 64
    private static let namedDepthLimit = 24

    init(_ document: Document) { self.document = document }

    /// The shape of a schema, or of the schema to which it refers.
    ///
    /// - Parameters:
    ///   - schema: the schema.
    ///   - place: its location.
    ///   - hint: the parts of a name for a schema that has none.
    mutating func shape(of schema: JSON, at place: Pointer, hint: [String]) -> Shape {
        let (value, target) = document.resolve(schema, at: place)
        // Tools for 3.0 write `nullable` next to a reference, although it has no meaning there.
        let isNullable = target != place && schema["nullable"]?.bool == true
        let shape = shape(at: target, value, hint: target.componentName.map { [$0] } ?? hint)
        if depth == 0 { finishReading() }
        return isNullable ? shape.asOptional : shape
    }

    private mutating func shape(at place: Pointer, _ schema: JSON, hint: [String]) -> Shape {
        if let shape = known[place] { return shape }
        guard let object = schema.object else { return .any }
        if depth >= Self.namedDepthLimit, place.componentName != nil, !inProgress.contains(place) {
            postponed.append((place, schema))
            known[place] = .model(place)
            return .model(place)
        }
        guard depth < Self.depthLimit else {
            notes.add(place, "The schema is nested more than \(Self.depthLimit) deep, and is any JSON value.")
            return .any
        }
        // A model that contains itself can already be named. A list that contains itself has no type.
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
        for key in ["$dynamicRef", "$recursiveRef"] where object[key] != nil {
            notes.add(place, "The reference \(key) isn't followed, and is any JSON value.")
        }
        for key in ["patternProperties", "prefixItems"] where object[key] != nil {
            notes.add(place, "The types of \(key) are left out.")
        }
        let flat = FlatSchema(object, at: place, in: document)
        if flat.isTooDeep { notes.add(place, "The `allOf` is nested more than 64 deep. Its inner part is left out.") }
        if flat.isCyclic { notes.add(place, "The `allOf` contains itself. Its inner part is left out.") }
        var shape = plainShape(of: flat, at: place, hint: hint)
        if shape.unwrapped != .model(place), models[place]?.union != nil { setAlias(shape.unwrapped, at: place) }
        if flat.isNullable { shape = shape.asOptional }
        known[place] = shape
        return shape
    }

    private mutating func plainShape(of flat: FlatSchema, at place: Pointer, hint: [String]) -> Shape {
        if let reference = flat.onlyReference, let schema = document[reference], !isSubclass(place, of: schema, at: reference) {
            return shape(of: schema, at: reference, hint: hint)
        }
        if let union = union(flat, at: place, hint: hint) { return union }
        let types = flat.types
        if types.count > 1 {
            begin(flat, at: place, hint: hint)
            // A whole number is also a number.
            let shapes = types.subtracting(types.contains("number") ? ["integer"] : []).sorted().map { type in
                shape(of: type, flat, at: place, hint: hint + [type])
            }
            return combined(shapes, at: place, hint: hint)
        }
        guard let type = types.first else {
            if !flat.choices.isEmpty { notes.add(place, "The lists of alternatives are any JSON value.") }
            return .any
        }
        return shape(of: type, flat, at: place, hint: hint)
    }

    private mutating func shape(of type: String, _ flat: FlatSchema, at place: Pointer, hint: [String]) -> Shape {
        switch type {
        case "object": return object(flat, at: place, hint: hint)
        case "array":
            guard let items = flat.first("items") else { return .list(.any) }
            return .list(shape(of: items.value, at: items.place, hint: hint.dropLast() + [Words.singular(hint.last ?? "")]))
        case "string":
            if let words = flat.words { return model(.words(words), flat, at: place, hint: hint) }
            return .scalar(Self.text(format: flat.first("format")?.value.string, flat))
        case "integer", "number":
            if let numbers = flat.numbers {
                let shape = model(.numbers(numbers), flat, at: place, hint: hint)
                let names = ["x-enum-varnames", "x-enumNames"].lazy.compactMap { flat.first($0)?.value.array?.compactMap(\.string) }.first
                if let names, names.count == numbers.count { models[place]?.names = names }
                return shape
            }
            return .scalar(type == "integer" ? .integer : .number)
        case "boolean": return .scalar(.bool)
        default:
            notes.add(place, "The type \(type.debugDescription) is unknown, and is any JSON value.")
            return .any
        }
    }

    private static func text(format: String?, _ flat: FlatSchema) -> Shape.Scalar {
        switch format {
        case "date-time": .date
        case "date": .day
        case "uuid": .uuid
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
        // Registered before its members are read, because they may lead here again.
        let shape = model(.object([]), flat, at: place, hint: hint)
        models[place]?.hasOthers = additional?.value.object?.isEmpty == false
        let required = flat.required
        var properties = members.map { member in
            property(member, isRequired: required.contains(member.name), hint: hint + [member.name])
        }
        for (values, list) in flat.choices where !values.contains(where: { document.resolve($0, at: list).place == place }) {
            add(values, at: list, of: place, hint: hint, to: &properties)
        }
        models[place]?.kind = .object(properties)
        return shape
    }

    /// Adds the members of alternatives that are written next to an object's members. A single alternative is like an `allOf`.
    private mutating func add(_ values: [JSON], at list: Pointer, of place: Pointer, hint: [String], to properties: inout [Model.Property])
    {
        let adding = values.enumerated().filter { Self.addsMembers($0.element) }
        var groups: [[Model.Property]] = []
        for (index, value) in adding {
            let (schema, target) = document.resolve(value, at: list.appending(index))
            guard let object = schema.object, !inProgress.contains(target) else { continue }
            // A schema that only refers to this one adds nothing.
            let flat = FlatSchema(object, at: target, in: document)
            let required = flat.required
            groups.append(
                flat.members.filter { member in !properties.contains { $0.name == member.name } }
                    .map { property($0, isRequired: required.contains($0.name), hint: hint + [$0.name]) })
            if flat.members.isEmpty, !(flat.types.isEmpty || flat.types == ["object"]) || !flat.choices.isEmpty {
                notes.add(target, "This alternative beside the known members is left out.")
            }
        }
        properties += merged(groups, isComplete: adding.count == values.count && groups.count == values.count, at: list, hint: hint)
    }

    /// The members of several objects combined. Only members that all objects require are always present.
    mutating func merged(_ groups: [[Model.Property]], isComplete: Bool, at place: Pointer, hint: [String]) -> [Model.Property] {
        var order: [String] = []
        var all: [String: [Model.Property]] = [:]
        for property in groups.joined() {
            if all[property.name] == nil { order.append(property.name) }
            all[property.name, default: []].append(property)
        }
        return order.compactMap { name in
            guard let given = all[name], var property = given.first else { return nil }
            property.isRequired = isComplete && given.count == groups.count && given.allSatisfy(\.isRequired)
            if Set(given.map(\.shape)).count > 1 {
                property.shape = combined(given.map(\.shape), at: place.appending(name), hint: hint + [name])
            }
            if Set(given.map(\.constant)).count > 1 { property.constant = nil }
            return property
        }
    }

    /// An alternative that only requires some members adds nothing.
    private static func addsMembers(_ alternative: JSON) -> Bool {
        alternative.object.map { $0.keys.contains { $0 != "required" && $0 != "description" && $0 != "title" } } ?? false
    }

    private mutating func property(
        _ member: (name: String, schema: JSON, place: Pointer), isRequired: Bool, hint: [String]
    ) -> Model.Property {
        let (target, targetPlace) = document.resolve(member.schema, at: member.place)
        func says(_ key: String) -> Bool { (member.schema[key] ?? target[key])?.bool == true }
        var property = Model.Property(
            name: member.name, shape: .scalar(.text), isRequired: isRequired, isReadOnly: says("readOnly"), isWriteOnly: says("writeOnly"),
            isDeprecated: says("deprecated"), summary: member.schema["description"]?.string ?? target["description"]?.string)
        // A single allowed value needs no type.
        if isRequired, targetPlace.componentName == nil, let object = target.object {
            let flat = FlatSchema(object, at: targetPlace, in: document)
            if let constant = flat.constant, !flat.isNullable {
                property.constant = constant
                property.shape = .scalar(constant.string == nil ? .integer : .text)
                return property
            }
        }
        property.shape = shape(of: member.schema, at: member.place, hint: hint)
        return property
    }

    private mutating func model(_ kind: Model.Kind, _ flat: FlatSchema, at place: Pointer, hint: [String]) -> Shape {
        let own = flat.parts.first?.schema
        let summary = (own?["description"] ?? own?["title"])?.string
        models[place] = Model(place: place, hint: hint, summary: summary, kind: kind)
        return .model(place)
    }

    /// Registers a union before its alternatives are read, because they may lead to it again.
    mutating func begin(_ flat: FlatSchema, at place: Pointer, hint: [String]) {
        _ = model(.union(Union(tagKey: nil, variants: [])), flat, at: place, hint: hint)
    }

    // MARK: The end

    /// Whether a model's schema, or the schema to which it refers, hasn't been read yet.
    func isUnread(_ place: Pointer) -> Bool {
        inProgress.contains(place) || models[place] == nil && aliases[place] == nil && known[place] == .model(place)
    }

    private mutating func finishReading() {
        while let (place, schema) = postponed.popLast() {
            known[place] = nil
            let shape = shape(at: place, schema, hint: place.componentName.map { [$0] } ?? [])
            if shape.unwrapped != .model(place) {
                setAlias(shape, at: place)
            } else if shape != shape.unwrapped {
                nullable.insert(place)
            }
        }
        decideUnions()
    }

    /// Records that the schema at `place`, which was assumed to be a model, isn't one.
    mutating func setAlias(_ shape: Shape, at place: Pointer) {
        models[place] = nil
        aliases[place] = shape
    }

    /// Replaces every reference to a schema that isn't a model after all.
    mutating func finish() {
        models = models.mapValues { model in
            var model = model
            switch model.kind {
            case .object(var properties):
                for index in properties.indices { properties[index].shape = final(properties[index].shape) }
                model.kind = .object(properties)
            case .union(var union):
                union.variants = union.variants.map { Union.Variant(tag: $0.tag, shape: final($0.shape)) }
                model.kind = .union(union)
            case .words, .numbers: break
            }
            return model
        }
    }

    /// The shape, in which models that turned out to be something else have been replaced.
    func final(_ shape: Shape, depth: Int = 0) -> Shape {
        switch shape {
        case .any, .scalar: return shape
        case .list(let element): return .list(final(element, depth: depth))
        case .map(let value): return .map(final(value, depth: depth))
        case .optional(let inner): return final(inner, depth: depth).asOptional
        case .model(let place):
            guard models[place] == nil else { return nullable.contains(place) ? .optional(shape) : shape }
            guard depth < 8, let alias = aliases[place] else { return .any }
            return final(alias, depth: depth + 1)
        }
    }
}
