internal import EndpointHTTP

extension OperationReader {
    /// The parameters of an operation and of its path, in the order of a call's arguments: those in the path, then the required ones, then
    /// the others.
    mutating func parameters(of value: JSON, in item: JSON, _ operation: Operation, _ itemPlace: Pointer) -> [Operation.Parameter] {
        var given: [(value: JSON, place: Pointer)] = []
        for (list, place) in [(item["parameters"], itemPlace), (value["parameters"], operation.place)] {
            for (index, parameter) in (list?.array ?? []).enumerated() {
                let resolved = document.resolve(parameter, at: place.appending("parameters", "\(index)"))
                let same = given.firstIndex { $0.value["name"] == resolved.value["name"] && $0.value["in"] == resolved.value["in"] }
                if let same { given[same] = resolved } else { given.append(resolved) }
            }
        }
        var parameters = given.flatMap { read($0.value, at: $0.place, of: operation) }
        let placeholders = PathTemplate(operation.path).names
        parameters.removeAll { parameter in
            guard parameter.location == .path, !placeholders.contains(parameter.name) else { return false }
            shapes.notes.add(operation.place, "The path has no place for the parameter \(parameter.name.debugDescription).")
            return true
        }
        for name in placeholders where !parameters.contains(where: { $0.location == .path && $0.name == name }) {
            shapes.notes.add(operation.place, "The parameter \(name.debugDescription) of the path isn't described, and is a text.")
            parameters.append(
                Operation.Parameter(
                    location: .path, name: name, shape: .scalar(.text), isRequired: true, listStyle: .repeated, summary: nil))
        }
        let inPath = placeholders.compactMap { name in parameters.first { $0.location == .path && $0.name == name } }
        let others = parameters.filter { $0.location != .path }
        return inPath + others.filter(\.isRequired) + others.filter { !$0.isRequired }
    }

    private mutating func read(_ value: JSON, at place: Pointer, of operation: Operation) -> [Operation.Parameter] {
        guard let name = value["name"]?.string, let text = value["in"]?.string else {
            shapes.notes.add(place, "A parameter without a name or a place is left out.")
            return []
        }
        guard let location = Operation.Parameter.Location(rawValue: text) else {
            shapes.notes.add(place, "The parameter \(name.debugDescription) in \(text.debugDescription) is left out.")
            return []
        }
        // These fields are determined by the content and the credentials (OpenAPI 3.1, section 4.8.12).
        if location == .header, ["accept", "authorization", "content-type"].contains(name.lowercased()) { return [] }
        let isRequired = location == .path || value["required"]?.bool ?? false
        let summary = value["description"]?.string
        guard let schema = value["schema"] else {
            let type = value["content"]?.object?.keys.first
            if let type { shapes.notes.add(place, "The parameter \(name.debugDescription) is a text: write \(type) into it.") }
            return [
                Operation.Parameter(
                    location: location, name: name, shape: .scalar(.text), isRequired: isRequired, listStyle: .repeated, summary: summary)
            ]
        }
        // Sets of words belong to the resource rather than to one operation.
        let hint = [operation.tag.map(Words.singular) ?? operation.name, name]
        let shape = shapes.shape(of: schema, at: place.appending("schema"), hint: hint).unwrapped
        let style = value["style"]?.string ?? (location == .query ? "form" : "simple")
        let explodes = value["explode"]?.bool ?? (style == "form")
        if location == .query, isObject(shape), style == "deepObject" || style == "form" && explodes {
            let properties = shape.models.first.flatMap { shapes.models[$0]?.properties } ?? []
            if let members = members(properties, of: name, style, isRequired: isRequired), !members.isEmpty { return members }
            return [
                Operation.Parameter(
                    location: .query, name: name, shape: shape, isRequired: isRequired,
                    listStyle: style == "deepObject" ? .named : .members, summary: summary)
            ]
        }
        if location == .path, style != "simple" {
            shapes.notes.add(place, "The parameter \(name.debugDescription) is sent in the style simple, not \(style).")
        }
        let known = plain(shape, in: location, of: operation, name)
        if known == nil {
            shapes.notes.add(place, "The parameter \(name.debugDescription) has no form in a \(location.rawValue), and is a text.")
        }
        let plain = known ?? .scalar(.text)
        let listStyle = Self.listStyle(style, explodes)
        return [
            Operation.Parameter(
                location: location, name: name, shape: plain, isRequired: isRequired, listStyle: listStyle, summary: summary,
                start: start(of: schema))
        ]
    }

    private func start(of schema: JSON) -> Int? {
        let schema = document.resolve(schema, at: Pointer()).value
        return schema["default"]?.int ?? (schema["minimum"]?.int == 1 ? 1 : nil)
    }

    private static func listStyle(_ style: String, _ explodes: Bool) -> Operation.Parameter.ListStyle {
        switch style {
        case "spaceDelimited" where !explodes: .separated(" ")
        case "pipeDelimited" where !explodes: .separated("|")
        default: explodes ? .repeated : .commaSeparated
        }
    }

    private func isObject(_ shape: Shape) -> Bool {
        switch shape {
        case .map: true
        case .model(let place): shapes.models[place].map { !$0.isPlain && $0.union == nil } ?? false
        default: false
        }
    }

    /// An object's members as parameters: `filter[name]` in the style `deepObject`, otherwise the members' own names. nil if a member has
    /// members itself.
    private mutating func members(
        _ properties: [Model.Property], of name: String, _ style: String, isRequired: Bool
    ) -> [Operation.Parameter]? {
        let isDeep = style == "deepObject"
        var parameters: [Operation.Parameter] = []
        for property in properties {
            guard let shape = plain(property.shape.unwrapped, in: .query, of: nil, property.name) else { return nil }
            parameters.append(
                Operation.Parameter(
                    location: .query, name: isDeep ? "\(name)[\(property.name)]" : property.name, shape: shape,
                    isRequired: isRequired && property.isRequired, listStyle: .repeated, summary: property.summary))
        }
        return parameters
    }

    /// The shape as one value or a list of values; nil if it is neither.
    private mutating func plain(
        _ shape: Shape, in location: Operation.Parameter.Location, of operation: Operation?, _ name: String
    ) -> Shape? {
        switch shape.unwrapped {
        case .any: return .scalar(.text)
        case .scalar(.base64), .scalar(.bytes): return .scalar(.text)
        case .scalar: return shape.unwrapped
        case .model(let place):
            guard let model = shapes.models[place] else { return nil }
            switch model.kind {
            case .words(let words): return .model(shared(place, words, operation, name))
            case .numbers: return .model(place)
            case .union(let union):
                var variants: [Shape] = []
                for variant in union.variants {
                    guard let plain = plain(variant.shape, in: location, of: operation, name) else { return nil }
                    variants.append(plain)
                }
                return Self.common(variants)
            case .object: return nil
            }
        case .list(let element):
            if case .list = element.unwrapped { return nil }
            return plain(element, in: location, of: operation, name).map { .list($0) }
        case .map, .optional: return nil
        }
    }

    /// One value or several become a list, and values of several kinds become strings.
    private static func common(_ shapes: [Shape]) -> Shape? {
        let elements = shapes.map { if case .list(let element) = $0 { element } else { $0 } }
        guard let first = elements.first else { return nil }
        let element = elements.allSatisfy { $0 == first } ? first : .scalar(.text)
        return elements == shapes ? element : .list(element)
    }

    /// Parameters with the same tag, name and words have the same type.
    private mutating func shared(_ place: Pointer, _ words: [String], _ operation: Operation?, _ name: String) -> Pointer {
        guard place.componentName == nil, let operation else { return place }
        let key = [operation.tag ?? "", name] + words
        if let known = sharedWords[key] { return known }
        sharedWords[key] = place
        return place
    }
}
