internal import EndpointHTTP

/// A union that some of its alternatives contain. Their members aren't known yet when the union is read.
struct UndecidedUnion {
    let place: Pointer
    let hint: [String]
    let shapes: [Shape]
    let tagKey: String?
    let tags: [Shape: [JSON]]
}

/// Reads `oneOf` and `anyOf`: the alternatives, and how a value's alternative is found.
extension ShapeReader {
    /// The union of a schema's alternatives; nil if it has none, or if they are written next to members.
    mutating func union(_ flat: FlatSchema, at place: Pointer, hint: [String]) -> Shape? {
        let own = flat.parts.first?.schema ?? JSON.Object()
        let discriminator = Discriminator(own, at: place, in: document)
        if let discriminator, let children = children(of: place, discriminator) {
            begin(flat, at: place, hint: hint)
            if children.count == 1 {
                // Objects with other tags are kept as they are received.
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

    /// Whether the discriminator of the schema at `parent` names the schema at `place`.
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

    /// The schemas that add to the schema at `place`, one for each tag: a superclass and its subclasses.
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

    /// Collects the alternatives, with an inner list replaced by its own alternatives.
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

    /// Whether the schema allows only null, which 3.0 writes as a nullable object that can have no members.
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

    // MARK: Distinguishing alternatives

    /// One shape for values that may have any of these shapes.
    ///
    /// - Parameters:
    ///   - place: the place of the model for the union.
    ///   - tagKey: the member that the document names as the tag.
    ///   - tags: the tags of each shape.
    mutating func combined(
        _ given: [Shape], at place: Pointer, hint: [String], tagKey: String? = nil, tags: [Shape: [JSON]] = [:]
    ) -> Shape {
        let isNullable = given.contains { $0 != $0.unwrapped }
        let shape = combinedPlain(given.map(\.unwrapped), at: place, hint: hint, tagKey: tagKey, tags: tags)
        return isNullable ? shape.asOptional : shape
    }

    private mutating func combinedPlain(
        _ given: [Shape], at place: Pointer, hint: [String], tagKey: String?, tags: [Shape: [JSON]]
    ) -> Shape {
        var shapes: [Shape] = []
        for shape in given where !shapes.contains(shape) && shape != .model(place) { shapes.append(shape) }
        guard let first = shapes.first, !shapes.contains(.any) else { return .any }
        if shapes.count > 1, shapes.contains(where: { isIncomplete($0) }) {
            let undecided = UndecidedUnion(place: place, hint: hint, shapes: shapes, tagKey: tagKey, tags: tags)
            self.undecided.append(undecided)
            return register(Union(tagKey: nil, variants: []), at: place, hint: hint)
        }
        if let tagKey, shapes.count > 1 {
            let tags = all(tags, of: shapes, tagKey)
            let found = variants(of: shapes, tags, tagKey) ?? variants(ofGroups: shapes, tags, tagKey, isNamed: true, at: place, hint: hint)
            if let found { return register(Union(tagKey: tagKey, variants: found), at: place, hint: hint) }
        }
        if shapes.count == 1 { return first }
        shapes = shapes.flatMap { alternatives(of: $0) }
        shapes = withOneText(shapes, at: place, hint: hint)
        if shapes.count == 1 { return shapes[0] }
        // Objects are combined first, because trying many alternatives of one kind for each value would be slow.
        let objects = shapes.filter { isObject($0) }
        if objects.count > 1 {
            let isWhole = objects.count == shapes.count
            let target = isWhole ? place : place.appending("objects")
            let object = union(ofObjects: objects, at: target, hint: isWhole ? hint : hint + ["object"])
            if isWhole, object.count == 1 { return object[0] }
            shapes = shapes.filter { !isObject($0) } + object
        }
        // An object with any keys would also match the others.
        let maps = shapes.filter { if case .map = $0 { true } else { false } }
        shapes = shapes.filter { !maps.contains($0) } + maps
        return register(Union(tagKey: nil, variants: shapes.map { Union.Variant(tag: nil, shape: $0) }), at: place, hint: hint)
    }

    private func isIncomplete(_ shape: Shape) -> Bool {
        guard case .model(let place) = shape else { return false }
        return isUnread(place) || undecided.contains { $0.place == place }
    }

    /// Decides the postponed unions, innermost first.
    mutating func decideUnions() {
        let waiting = undecided
        undecided = []
        for union in waiting {
            let shape = combined(union.shapes, at: union.place, hint: union.hint, tagKey: union.tagKey, tags: union.tags)
            if shape != .model(union.place) { setAlias(shape, at: union.place) }
        }
    }

    /// The discriminator's tags. Without a mapping they are the values that the member may have, or the schema's name.
    private func all(_ tags: [Shape: [JSON]], of shapes: [Shape], _ key: String) -> [Shape: [JSON]] {
        var all = tags
        for shape in shapes where tags[shape]?.isEmpty ?? true {
            let own = self.tags(of: shape, key, isOptional: true)
            let name = shape.models.first?.componentName.map { [JSON.string($0)] } ?? []
            all[shape] = own.isEmpty ? name : own
        }
        return all
    }

    private mutating func register(_ union: Union, at place: Pointer, hint: [String]) -> Shape {
        if models[place] == nil { models[place] = Model(place: place, hint: hint, summary: nil, kind: .union(union)) }
        models[place]?.kind = .union(union)
        return .model(place)
    }

    /// The alternatives of a union without tags, or the shape itself.
    private func alternatives(of shape: Shape) -> [Shape] {
        guard case .model(let place) = shape, let union = models[place]?.union, union.tagKey == nil, !union.variants.isEmpty else {
            return [shape]
        }
        return union.variants.map(\.shape)
    }

    private func isObject(_ shape: Shape) -> Bool {
        guard case .model(let place) = shape, let model = models[place] else { return false }
        return !model.isPlain
    }

    private func isNumber(_ shape: Shape) -> Bool {
        switch shape {
        case .scalar(let scalar): return scalar == .integer || scalar == .number
        case .model(let place): if case .numbers? = models[place]?.kind { return true } else { return false }
        default: return false
        }
    }

    private func isText(_ shape: Shape) -> Bool {
        switch shape {
        case .scalar(let scalar): ![.bool, .integer, .number].contains(scalar)
        case .model(let place): models[place]?.words != nil
        default: false
        }
    }

    /// Combines all texts into one alternative, and all numbers too. Words next to free text become an open set.
    private mutating func withOneText(_ shapes: [Shape], at place: Pointer, hint: [String]) -> [Shape] {
        var shapes = shapes
        let texts = shapes.filter { isText($0) }
        if texts.count > 1 {
            let sets = texts.compactMap { if case .model(let place) = $0 { place } else { nil } }
            var text = Shape.scalar(.text)
            let words = sets.flatMap { models[$0]?.words ?? [] }
            let isOpen = sets.count < texts.count
            if sets.count == 1, sets[0].componentName != nil, texts.contains(.scalar(.text)) {
                models[sets[0]]?.isOpen = true
                text = .model(sets[0])
            } else if !sets.isEmpty, !isOpen || texts.contains(.scalar(.text)) {
                let target = texts.count == shapes.count ? place : place.appending("words")
                var known: Set<String> = []
                let kind = Model.Kind.words(words.filter { known.insert($0).inserted })
                let hint = target == place ? hint : hint + ["keyword"]
                models[target] = Model(place: target, hint: hint, summary: models[place]?.summary, kind: kind, isOpen: isOpen)
                text = .model(target)
            }
            shapes = shapes.filter { !isText($0) } + [text]
        }
        let numbers = shapes.filter { isNumber($0) }
        if numbers.count > 1 {
            let isWhole = numbers.allSatisfy { $0 != .scalar(.number) }
            shapes = shapes.filter { !isNumber($0) } + [.scalar(isWhole ? .integer : .number)]
        }
        return shapes
    }

    // MARK: Objects

    /// Several objects as a union with tags, as alternatives that their members distinguish, or as one object with all members.
    private mutating func union(ofObjects shapes: [Shape], at place: Pointer, hint: [String]) -> [Shape] {
        let keys = commonKeys(of: shapes).map { key in
            (key: key, tags: Dictionary(shapes.map { ($0, tags(of: $0, key)) }) { first, _ in first })
        }
        for (key, tags) in keys {
            if let found = variants(of: shapes, tags, key) {
                return [register(Union(tagKey: key, variants: found), at: place, hint: hint)]
            }
        }
        if let sorted = inOrder(shapes) { return sorted }
        for (key, tags) in keys {
            if let found = variants(ofGroups: shapes, tags, key, isNamed: false, at: place, hint: hint) {
                return [register(Union(tagKey: key, variants: found), at: place, hint: hint)]
            }
        }
        let objects = shapes.flatMap { shape in
            guard case .model(let place) = shape, let union = models[place]?.union else { return [shape] }
            return union.variants.map(\.shape)
        }
        let groups = objects.compactMap { shape in properties(of: shape) }
        // Objects that contain each other in many ways could be merged endlessly.
        let depth = place.tokens.count { $0 == "merged" }
        guard groups.count == objects.count, depth < 3 else {
            notes.add(place, "The \(shapes.count) alternatives can't be told apart, and are any JSON value.")
            return [.any]
        }
        // Objects that contain each other lead here again.
        if let known = merges[Set(objects)] { return [.model(known)] }
        merges[Set(objects)] = place
        // Their members are read by now.
        let members = merged(groups, isComplete: true, at: place.appending("merged"), hint: hint)
        models[place] = Model(place: place, hint: hint, summary: models[place]?.summary, kind: .object(members))
        return [.model(place)]
    }

    private func properties(of shape: Shape) -> [Model.Property]? {
        guard case .model(let place) = shape, case .object(let properties)? = models[place]?.kind, !properties.isEmpty else { return nil }
        return properties
    }

    /// The members that all objects require, in their order.
    private func commonKeys(of shapes: [Shape]) -> [String] {
        let first = shapes[0]
        let keys = properties(of: first)?.filter(\.isRequired).map(\.name) ?? tagKey(of: first).map { [$0] } ?? []
        return keys.filter { key in shapes.allSatisfy { !tags(of: $0, key).isEmpty } }
    }

    private func tagKey(of shape: Shape) -> String? {
        if case .model(let place) = shape { models[place]?.union?.tagKey } else { nil }
    }

    /// The values that an object's member may have, if they are few. For a union with tags, the values in all alternatives.
    private func tags(of shape: Shape, _ key: String, isOptional: Bool = false) -> [JSON] {
        guard case .model(let place) = shape, let model = models[place] else { return [] }
        if let union = model.union {
            if union.tagKey == key { return union.variants.compactMap(\.tag) }
            let all = union.variants.map { tags(of: $0.shape, key, isOptional: isOptional) }
            return all.contains([]) ? [] : all.flatMap(\.self)
        }
        guard let property = model.properties.first(where: { $0.name == key }), isOptional || property.isRequired else { return [] }
        if let constant = property.constant { return [constant] }
        guard case .model(let place) = property.shape.unwrapped, let words = models[place]?.words, words.count <= 8 else { return [] }
        return words.map { .string($0) }
    }

    /// One variant per tag; nil unless all shapes are objects, each with its own tag.
    private func variants(of shapes: [Shape], _ tags: [Shape: [JSON]], _ key: String) -> [Union.Variant]? {
        var variants: [Union.Variant] = []
        var known: Set<JSON> = []
        for shape in shapes {
            guard case .model(let place) = shape, let model = models[place], !model.isPlain else { return nil }
            if let union = model.union, union.tagKey == key {
                for variant in union.variants {
                    guard let tag = variant.tag, known.insert(tag).inserted else { return nil }
                    variants.append(variant)
                }
                continue
            }
            guard let own = tags[shape], !own.isEmpty else { return nil }
            for tag in own {
                guard known.insert(tag).inserted else { return nil }
                variants.append(Union.Variant(tag: tag, shape: shape))
            }
        }
        return variants
    }

    /// One variant per tag. A tag may stand for several objects that other members distinguish. nil if a tag stands for all objects.
    ///
    /// - Parameter isNamed: whether the document says that the member is the tag.
    private mutating func variants(
        ofGroups shapes: [Shape], _ tags: [Shape: [JSON]], _ key: String, isNamed: Bool, at place: Pointer, hint: [String]
    ) -> [Union.Variant]? {
        var order: [JSON] = []
        var groups: [JSON: [Shape]] = [:]
        func add(_ shape: Shape, _ tag: JSON) {
            if groups[tag] == nil { order.append(tag) }
            if groups[tag]?.contains(shape) != true { groups[tag, default: []].append(shape) }
        }
        for shape in shapes {
            guard case .model(let place) = shape, isObject(shape), let own = tags[shape], !own.isEmpty else { return nil }
            if let union = models[place]?.union, union.tagKey == key {
                for variant in union.variants { if let tag = variant.tag { add(variant.shape, tag) } }
            } else {
                for tag in own { add(shape, tag) }
            }
        }
        guard groups.values.allSatisfy({ $0.count < shapes.count }) else { return nil }
        // An object with several tags would be combined with other objects several times.
        let uses = Dictionary(groups.values.joined().map { ($0, 1) }, uniquingKeysWith: +)
        if !isNamed, groups.values.contains(where: { group in group.count > 1 && group.contains { uses[$0] != 1 } }) { return nil }
        return order.map { tag in
            let group = groups[tag] ?? []
            if group.count == 1 { return Union.Variant(tag: tag, shape: group[0]) }
            let word = tag.string ?? tag.description
            let shape = combined(group, at: place.appending(key, word), hint: hint + [word])
            return Union.Variant(tag: tag, shape: shape)
        }
    }

    /// The objects in an order in which the first one whose required members are all present is the right one; nil if there is no such
    /// order.
    private func inOrder(_ shapes: [Shape]) -> [Shape]? {
        guard shapes.count <= 32 else { return nil }
        var rest: [(shape: Shape, required: Set<String>, all: Set<String>)] = []
        for shape in shapes {
            guard let properties = properties(of: shape) else { return nil }
            rest.append((shape, Set(properties.filter(\.isRequired).map(\.name)), Set(properties.map(\.name))))
        }
        var ordered: [Shape] = []
        while !rest.isEmpty {
            let next = rest.indices.first { index in
                rest.indices.allSatisfy { $0 == index || !rest[index].required.isSubset(of: rest[$0].all) }
            }
            guard let next else { return nil }
            ordered.append(rest.remove(at: next).shape)
        }
        return ordered
    }
}

extension [Pointer: Model] {
    /// Removes the tag's member from objects that are used only as alternatives with a tag, because the union writes it.
    ///
    /// - Parameter shapes: the operations' shapes.
    func withoutTags(usedBy shapes: [Shape]) -> Self {
        var keys: [Pointer: Set<String>] = [:]
        var others = Set(shapes.flatMap(\.models))
        for model in values {
            guard let union = model.union, let key = union.tagKey else {
                others.formUnion(model.shapes.flatMap(\.models))
                continue
            }
            for variant in union.variants {
                if case .model(let place) = variant.shape {
                    keys[place, default: []].insert(key)
                } else {
                    others.formUnion(variant.shape.models)
                }
            }
        }
        var models = self
        for (place, keys) in keys where keys.count == 1 && !others.contains(place) {
            guard case .object(let properties)? = models[place]?.kind, let key = keys.first else { continue }
            models[place]?.kind = .object(properties.filter { $0.name != key })
        }
        return models
    }
}
