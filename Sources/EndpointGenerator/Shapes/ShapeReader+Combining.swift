internal import EndpointHTTP

/// A union that is contained in some of its alternatives. The members of these alternatives aren't known yet when the union is read.
struct UndecidedUnion {
    let place: Pointer
    let hint: [String]
    let shapes: [Shape]
    let tagKey: String?
    let tags: [Shape: [JSON]]
}

/// Combines several shapes into one. All strings become one alternative, and so do all numbers. Objects are distinguished.
extension ShapeReader {
    /// A single shape for values that may have any of these shapes.
    ///
    /// - Parameters:
    ///   - place: the location of the union's model.
    ///   - tagKey: the member that the document names as the tag.
    ///   - tags: the tags for each shape.
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
        // Objects are combined first, because trying many alternatives of the same kind for each value would be slow.
        let objects = shapes.filter { isObject($0) }
        if objects.count > 1 {
            let isWhole = objects.count == shapes.count
            let target = isWhole ? place : place.appending("objects")
            let object = union(ofObjects: objects, at: target, hint: isWhole ? hint : hint + ["object"])
            if isWhole, object.count == 1 { return object[0] }
            shapes = shapes.filter { !isObject($0) } + object
        }
        // An object with any keys would also match the other alternatives.
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

    /// The tags of the discriminator. Without a mapping, they are the values that the member may have, or the name of the schema.
    private func all(_ tags: [Shape: [JSON]], of shapes: [Shape], _ key: String) -> [Shape: [JSON]] {
        var all = tags
        for shape in shapes where tags[shape]?.isEmpty ?? true {
            let own = self.tags(of: shape, key, isOptional: true)
            let name = shape.models.first?.componentName.map { [JSON.string($0)] } ?? []
            all[shape] = own.isEmpty ? name : own
        }
        return all
    }

    mutating func register(_ union: Union, at place: Pointer, hint: [String]) -> Shape {
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

    func isObject(_ shape: Shape) -> Bool {
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

    /// Combines all strings into one alternative, and all numbers into another. Words next to free text become an open set.
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
}
