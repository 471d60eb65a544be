internal import EndpointHTTP

/// Distinguishes objects by a tag or by the members that they require. If that isn't possible, they become one object.
extension ShapeReader {
    /// Several objects as a union with tags, as alternatives that are distinguished by their members, or as one object with all members.
    mutating func union(ofObjects shapes: [Shape], at place: Pointer, hint: [String]) -> [Shape] {
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
        // Objects that contain one another in many ways could be merged endlessly.
        let depth = place.tokens.count { $0 == "merged" }
        guard groups.count == objects.count, depth < 3 else {
            notes.add(place, "The \(shapes.count) alternatives can't be told apart, and are any JSON value.")
            return [.any]
        }
        // Objects that contain one another lead here again.
        if let known = merges[Set(objects)] { return [.model(known)] }
        merges[Set(objects)] = place
        // By now, their members have been read.
        let members = merged(groups, isComplete: true, at: place.appending("merged"), hint: hint)
        models[place] = Model(place: place, hint: hint, summary: models[place]?.summary, kind: .object(members))
        return [.model(place)]
    }

    private func properties(of shape: Shape) -> [Model.Property]? {
        guard case .model(let place) = shape, case .object(let properties)? = models[place]?.kind, !properties.isEmpty else { return nil }
        return properties
    }

    /// The members that all objects require, in order.
    private func commonKeys(of shapes: [Shape]) -> [String] {
        let first = shapes[0]
        let keys = properties(of: first)?.filter(\.isRequired).map(\.name) ?? tagKey(of: first).map { [$0] } ?? []
        return keys.filter { key in shapes.allSatisfy { !tags(of: $0, key).isEmpty } }
    }

    private func tagKey(of shape: Shape) -> String? {
        if case .model(let place) = shape { models[place]?.union?.tagKey } else { nil }
    }

    /// The values that a member of an object may have, if they are few. For a union with tags, the values in all alternatives.
    func tags(of shape: Shape, _ key: String, isOptional: Bool = false) -> [JSON] {
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

    /// One variant for each tag; nil unless all shapes are objects, each with its own tag.
    func variants(of shapes: [Shape], _ tags: [Shape: [JSON]], _ key: String) -> [Union.Variant]? {
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

    /// One variant for each tag. A tag may stand for several objects that other members distinguish. nil if one tag stands for all objects.
    ///
    /// - Parameter isNamed: whether the document says that the member is the tag.
    mutating func variants(
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

    /// The objects in such an order that the first one whose required members are all present is the right one; nil if there is no such
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
    /// Removes the tag's member from objects that are used only as alternatives with a tag, because the union writes that member.
    ///
    /// - Parameter shapes: the shapes of the operations.
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
