internal import EndpointHTTP

extension ModelWriter {
    private struct Row {
        let variant: Union.Variant?
        let name: String
        let type: String
        var escaped: String { ReservedNames.escaped(name) }
    }

    func write(_ union: Union, of model: Model, nested: [Model], owner: Pointer, to lines: inout Lines, indent: Int) {
        // A union that only the caller sends has no other values.
        let isOpen = service.reach.received.contains(model.place)
        let rows = rows(of: union, isOpen: isOpen, owner: owner)
        let name = service.type(model.place, in: model.place == owner ? nil : owner)
        let kind = service.reach.indirect.contains(model.place) ? "indirect enum" : "enum"
        let protocols = protocols(of: model) + (union.tagKey == nil ? "" : ", TaggedUnion")
        lines.add("nonisolated public \(kind) \(name): \(protocols) {", indent: indent)
        for row in rows {
            if row.variant == nil {
                lines.add("/// \(union.tagKey == nil ? "Any other value" : "An object with another tag").", indent: indent + 1)
            }
            lines.add("case \(row.escaped)(\(row.type))", indent: indent + 1)
        }
        lines.add()
        if let key = union.tagKey {
            writeVariants(rows, key, to: &lines, indent: indent + 1)
        } else {
            writeCoding(rows, to: &lines, indent: indent + 1)
        }
        write(nested, owner: owner, to: &lines, indent: indent + 1)
        lines.add("}", indent: indent)
    }

    private func rows(of union: Union, isOpen: Bool, owner: Pointer) -> [Row] {
        let names = union.variants.map { variant in variant.tag.map { word(of: $0) } ?? name(of: variant.shape) }
        let last = union.tagKey == nil ? "other" : "unknown"
        let unique = UniqueNames.members(names + [last], named: { $0 }, avoiding: ReservedNames.variants, suffix: "Value")
        var rows = zip(union.variants, unique).map { variant, name in
            Row(variant: variant, name: name, type: service.type(variant.shape, in: owner))
        }
        if isOpen, let last = unique.last { rows.append(Row(variant: nil, name: last, type: "JSON")) }
        return rows
    }

    private func word(of tag: JSON) -> String { Words.word(tag.string ?? tag.description) }

    /// A name for a variant without a tag: the name of its type, or its kind.
    private func name(of shape: Shape) -> String {
        switch shape {
        case .any: "json"
        case .scalar(.bool): "bool"
        case .scalar(.integer), .scalar(.number): "number"
        case .scalar(.text), .scalar(.bytes): "text"
        case .scalar(.uuid): "uuid"
        case .scalar(.date): "date"
        case .scalar(.day): "day"
        case .scalar(.base64): "data"
        case .list(.list): "lists"
        case .list(let element): name(of: element) + (name(of: element).hasSuffix("s") ? "List" : "s")
        case .map(let value): name(of: value) + "ByKey"
        case .optional(let shape): name(of: shape)
        case .model(let place): Words.member(service.type(place).split(separator: ".").last.map { String($0) } ?? "")
        }
    }

    // MARK: With tags

    private func writeVariants(_ rows: [Row], _ key: String, to lines: inout Lines, indent: Int) {
        lines.add("public static let tagKey = \(Lines.literal(key))", indent: indent)
        lines.add("public static let variants: [Variant] = [", indent: indent)
        for row in rows {
            let tag = row.variant?.tag.map { $0.string.map(Lines.literal) ?? $0.description }
            let head = tag.map { "Variant(\($0), \(row.escaped)) {" } ?? ".unknown(\(row.escaped)) {"
            func body(_ value: String) -> String { "if case .\(row.name)(let \(value)) = $0 { \(value) } else { nil }" }
            let name = row.name == row.escaped ? row.name : "value"
            if let value = [name, "value"].first(where: { Lines.fits("\(head) \(body($0)) },", indent: indent + 1) }) {
                lines.add("\(head) \(body(value)) },", indent: indent + 1)
            } else {
                lines.add(head, indent: indent + 1)
                lines.add(body("value"), indent: indent + 2)
                lines.add("},", indent: indent + 1)
            }
        }
        lines.add("]", indent: indent)
    }

    // MARK: Without tags

    private func writeCoding(_ rows: [Row], to lines: inout Lines, indent: Int) {
        lines.add("public init(from decoder: any Decoder) throws {", indent: indent)
        lines.add("let container = try decoder.singleValueContainer()", indent: indent + 1)
        for (index, row) in rows.enumerated() {
            if index + 1 < rows.count {
                let head = index == 0 ? "if" : "} else if"
                lines.add("\(head) let value = try? container.decode(\(row.type).self) {", indent: indent + 1)
                lines.add("self = .\(row.name)(value)", indent: indent + 2)
            } else if index == 0 {
                lines.add("self = .\(row.name)(try container.decode(\(row.type).self))", indent: indent + 1)
            } else {
                lines.add("} else {", indent: indent + 1)
                lines.add("self = .\(row.name)(try container.decode(\(row.type).self))", indent: indent + 2)
                lines.add("}", indent: indent + 1)
            }
        }
        lines.add("}", indent: indent)
        lines.add()
        lines.add("public func encode(to encoder: any Encoder) throws {", indent: indent)
        // An object may be written into another one, next to that object's tag.
        let isObject = rows.allSatisfy { if case .model? = $0.variant?.shape { true } else { $0.variant == nil } }
        if !isObject { lines.add("var container = encoder.singleValueContainer()", indent: indent + 1) }
        lines.add("switch self {", indent: indent + 1)
        for row in rows {
            let code = isObject ? "value.encode(to: encoder)" : "container.encode(value)"
            lines.add("case .\(row.name)(let value): try \(code)", indent: indent + 1)
        }
        lines.add("}", indent: indent + 1)
        lines.add("}", indent: indent)
    }
}
