internal import EndpointHTTP

/// Writes a model and its nested types.
struct ModelWriter {
    let service: Service
    private let nested: [Pointer: [Model]]

    init(service: Service) {
        self.service = service
        let inner = service.models.values.filter { service.names.owners[$0.place] != nil }
        nested = Dictionary(grouping: inner) { service.names.owners[$0.place] ?? $0.place }
            .mapValues { models in models.sorted { service.type($0.place) < service.type($1.place) } }
    }

    /// The text of the file for the model.
    func file(of model: Model) -> String {
        var lines = Lines()
        let nested = nested[model.place] ?? []
        lines.add(service.header)
        if ([model] + nested).contains(where: { usesFramework($0) }) { lines.add("public import EndpointKit") }
        lines.add()
        write(model, nested: nested, owner: model.place, to: &lines, indent: 0)
        if service.reach.errors.contains(model.place) { writeDescription(of: model, to: &lines) }
        return lines.text
    }

    /// Whether the file needs an import. A plain structure of Swift's own types doesn't need one.
    private func usesFramework(_ model: Model) -> Bool {
        if model.isPlain || model.hasOthers || service.reach.forms.contains(model.place) { return true }
        if let union = model.union {
            // A union that may be received has a variant for unknown values.
            return union.tagKey != nil || service.reach.received.contains(model.place)
                || union.variants.contains { usesFramework($0.shape) }
        }
        return members(of: model, owner: model.place).contains { member in
            usesFramework(member.property.shape) || member.type.hasPrefix("Nullable<")
        }
    }

    private func usesFramework(_ shape: Shape) -> Bool {
        [Shape.Scalar.base64, .date, .day, .uuid].contains { shape.contains($0) } || service.type(shape).contains(/\bJSON\b/)
    }

    private func write(_ model: Model, nested: [Model] = [], owner: Pointer, to lines: inout Lines, indent: Int) {
        lines.add(DocComment.lines(model.summary, indent: indent), indent: indent)
        switch model.kind {
        case .words(let words): write(words, of: model, owner: owner, to: &lines, indent: indent)
        case .numbers(let numbers): write(numbers, of: model, owner: owner, to: &lines, indent: indent)
        case .object: writeObject(model, nested: nested, owner: owner, to: &lines, indent: indent)
        case .union(let union): write(union, of: model, nested: nested, owner: owner, to: &lines, indent: indent)
        }
    }

    // MARK: Words

    private func write(_ words: [String], of model: Model, owner: Pointer, to lines: inout Lines, indent: Int) {
        let members = service.names.members(of: model)
        let isOpen = model.isOpen || service.reach.received.contains(model.place)
        let rows = zip(words, members).map { word, member in
            (name: ReservedNames.escaped(member), value: !isOpen && word == member ? nil : Lines.literal(word))
        }
        write(rows, isOpen ? "OpenEnum" : "String", isOpen: isOpen, of: model, owner: owner, to: &lines, indent: indent)
    }

    private func write(_ numbers: [Int], of model: Model, owner: Pointer, to lines: inout Lines, indent: Int) {
        let members = service.names.members(of: model)
        let isOpen = service.reach.received.contains(model.place)
        let rows = zip(numbers, members).map { (name: ReservedNames.escaped($1), value: Optional("\($0)")) }
        write(rows, isOpen ? "OpenIntegerEnum" : "Int", isOpen: isOpen, of: model, owner: owner, to: &lines, indent: indent)
    }

    /// Writes a set of values. The set is open if the server may extend it, but not if only the caller sends it.
    private func write(
        _ rows: [(name: String, value: String?)], _ kind: String, isOpen: Bool, of model: Model, owner: Pointer, to lines: inout Lines,
        indent: Int
    ) {
        let name = service.type(model.place, in: owner)
        if isOpen {
            let raw = kind == "OpenEnum" ? "String" : "Int"
            lines.add("nonisolated public struct \(name): \(kind) {", indent: indent)
            lines.add("public let rawValue: \(raw)", indent: indent + 1)
            lines.add("public init(rawValue: \(raw)) { self.rawValue = rawValue }", indent: indent + 1)
            lines.add()
            for row in rows { lines.add("public static let \(row.name): Self = \(row.value ?? "\"\"")", indent: indent + 1) }
        } else {
            lines.add("nonisolated public enum \(name): \(kind), CaseIterable, Codable, QueryValue {", indent: indent)
            for row in rows { lines.add("case \(row.name)\(row.value.map { " = \($0)" } ?? "")", indent: indent + 1) }
        }
        lines.add("}", indent: indent)
    }

    // MARK: Objects

    struct Member {
        let property: Model.Property
        let name: String
        let type: String
        /// The member's default value in the initializer.
        let standard: String?
        var isOptional: Bool { type.hasSuffix("?") }
        var escaped: String { ReservedNames.escaped(name) }
    }

    func members(of model: Model, owner: Pointer) -> [Member] {
        zip(model.properties, service.names.members(of: model)).map { member(of: model, $0, named: $1, owner: owner) }
    }

    /// The name of the property if the shape is a model; for any other shape, the key itself.
    func name(of key: String, in shape: Shape) -> String {
        guard case .model(let place) = shape, let model = service.models[place] else { return key }
        return members(of: model, owner: place).first { $0.property.name == key }?.name ?? key
    }

    private func member(of model: Model, _ property: Model.Property, named name: String, owner: Pointer) -> Member {
        let reach = service.reach
        // Requests omit read-only values, and responses omit write-only values.
        let isAlways =
            property.isRequired && !(property.isReadOnly && reach.sent.contains(model.place))
            && !(property.isWriteOnly && reach.received.contains(model.place))
        let isNullable = property.shape != property.shape.unwrapped
        var type = service.type(property.shape.unwrapped, in: owner)
        if reach.forms.contains(model.place) { type = formType(property.shape.unwrapped) ?? type }
        if let target = property.shape.embedded, reach.boxed.contains([model.place, target]) { type = "Boxed<\(type)>" }
        if isNullable, (isAlways ? reach.written : reach.changes).contains(model.place), type != "JSON" {
            return Member(property: property, name: name, type: "Nullable<\(type)>", standard: isAlways ? nil : ".missing")
        }
        if isNullable || !isAlways {
            let wrapped = type.hasPrefix("any ") ? "(\(type))" : type
            return Member(property: property, name: name, type: wrapped + "?", standard: "nil")
        }
        let standard = property.constant.map { $0.string.map(Lines.literal) ?? "\($0)" }
        return Member(property: property, name: name, type: type, standard: standard)
    }

    private func writeObject(_ model: Model, nested: [Model], owner: Pointer, to lines: inout Lines, indent: Int) {
        let members = members(of: model, owner: owner)
        let isForm = service.reach.forms.contains(model.place)
        let name = service.type(model.place, in: model.place == owner ? nil : owner)
        let filenames = isForm ? filenames(of: members) : [:]
        let hasOthers = model.hasOthers && !isForm
        let others = members.contains { $0.name == "others" } ? "otherMembers" : "others"
        let isSent = service.reach.sent.contains(model.place)
        if members.isEmpty, nested.isEmpty, !hasOthers, !isSent {
            return lines.add("nonisolated public struct \(name): \(protocols(of: model)) {}", indent: indent)
        }
        lines.add("nonisolated public struct \(name): \(isForm ? "Sendable" : protocols(of: model)) {", indent: indent)
        for member in members {
            lines.add(DocComment.lines(member.property.summary, indent: indent + 1), indent: indent + 1)
            lines.add("public var \(member.escaped): \(member.type)", indent: indent + 1)
            if let filename = filenames[member.name] { lines.add("public var \(filename): String", indent: indent + 1) }
        }
        if hasOthers { lines.add(["/// The other members.", "public var \(others): [String: JSON]"], indent: indent + 1) }
        if isForm || isSent {
            writeInitializer(members, filenames, others: hasOthers ? others : nil, to: &lines, indent: indent + 1)
        }
        if isForm {
            writeForm(members, filenames, to: &lines, indent: indent + 1)
        } else {
            if hasOthers { writeCoding(members, others: others, to: &lines, indent: indent + 1) }
            writeKeys(members, areNeeded: hasOthers, to: &lines, indent: indent + 1)
        }
        write(nested, owner: owner, to: &lines, indent: indent + 1)
        lines.add("}", indent: indent)
    }

    func protocols(of model: Model) -> String {
        service.reach.errors.contains(model.place) ? "Codable, Error, Hashable" : "Codable, Hashable, Sendable"
    }

    func write(_ nested: [Model], owner: Pointer, to lines: inout Lines, indent: Int) {
        for inner in nested {
            lines.add()
            write(inner, owner: owner, to: &lines, indent: indent)
        }
    }

    private func writeInitializer(
        _ members: [Member], _ filenames: [String: String], others: String?, to lines: inout Lines, indent: Int
    ) {
        var parameters: [String] = []
        var names: [String] = []
        for member in members {
            parameters.append("\(member.escaped): \(member.type)\(member.standard.map { " = \($0)" } ?? "")")
            names.append(member.name)
            if let filename = filenames[member.name] {
                parameters.append("\(filename): String = \(Lines.literal(member.property.name))")
                names.append(filename)
            }
        }
        if let others {
            parameters.append("\(others): [String: JSON] = [:]")
            names.append(others)
        }
        if parameters.isEmpty { return lines.add("public init() {}", indent: indent) }
        lines.add()
        let line = "public init(\(parameters.joined())) { self.\(names[0]) = \(ReservedNames.escaped(names[0])) }"
        if names.count == 1, Lines.fits(line, indent: indent) { return lines.add(line, indent: indent) }
        lines.add(Lines.list("public init(", parameters, ") {", indent: indent), indent: indent)
        for name in names { lines.add("self.\(name) = \(ReservedNames.escaped(name))", indent: indent + 1) }
        lines.add("}", indent: indent)
    }

    /// Writes explicit coding for members whose keys aren't known.
    private func writeCoding(_ members: [Member], others: String, to lines: inout Lines, indent: Int) {
        lines.add()
        lines.add("public init(from decoder: any Decoder) throws {", indent: indent)
        lines.add("let container = try decoder.container(keyedBy: CodingKeys.self)", indent: indent + 1)
        for member in members {
            let type = member.isOptional ? String(member.type.dropLast()) : member.type
            let call = member.isOptional ? "decodeIfPresent" : "decode"
            lines.add("\(assigned(member.name)) = try container.\(call)(\(type).self, forKey: .\(member.name))", indent: indent + 1)
        }
        lines.add("\(others) = try [String: JSON](from: decoder).filter { CodingKeys(stringValue: $0.key) == nil }", indent: indent + 1)
        lines.add("}", indent: indent)
        lines.add()
        lines.add("public func encode(to encoder: any Encoder) throws {", indent: indent)
        lines.add("try \(others).encode(to: encoder)", indent: indent + 1)
        lines.add("var container = encoder.container(keyedBy: CodingKeys.self)", indent: indent + 1)
        for member in members {
            let call = member.isOptional ? "encodeIfPresent" : "encode"
            lines.add("try container.\(call)(\(assigned(member.name)), forKey: .\(member.name))", indent: indent + 1)
        }
        lines.add("}", indent: indent)
    }

    /// The property, qualified because a local name may hide it.
    private func assigned(_ name: String) -> String {
        ReservedNames.keywords.contains(name) || ["container", "decoder", "encoder"].contains(name) ? "self.\(name)" : name
    }

    /// Writes the coding keys if they are needed, or if the name of a property differs from its key.
    private func writeKeys(_ members: [Member], areNeeded: Bool, to lines: inout Lines, indent: Int) {
        guard areNeeded || members.contains(where: { $0.name != $0.property.name }) else { return }
        lines.add()
        lines.add("private enum CodingKeys: String, CodingKey {", indent: indent)
        let same = members.filter { $0.name == $0.property.name }.map { ReservedNames.escaped($0.name) }
        if !same.isEmpty {
            let filled = Lines.filled(same, indent: indent + 2)
            lines.add(filled.count == 1 ? ["case \(filled[0])"] : ["case"] + filled.map { Lines.blanks(1) + $0 }, indent: indent + 1)
        }
        for member in members where member.name != member.property.name {
            lines.add("case \(ReservedNames.escaped(member.name)) = \(Lines.literal(member.property.name))", indent: indent + 1)
        }
        lines.add("}", indent: indent)
    }

    /// Writes the description of an error, which becomes part of a failed call's message.
    private func writeDescription(of model: Model, to lines: inout Lines) {
        let members = members(of: model, owner: model.place)
        let texts = ["message", "detail", "title", "error_description", "error", "status"].compactMap { key in
            members.first { $0.property.name == key && $0.property.shape.unwrapped == .scalar(.text) && !$0.type.hasPrefix("Nullable") }
        }
        if texts.isEmpty || members.contains(where: { $0.name == "description" }) { return }
        // The string members up to the first one that is always present.
        var words = texts.prefix { $0.isOptional }.map(\.name)
        words.append(texts.first { !$0.isOptional }?.name ?? "\"\"")
        lines.add()
        lines.add("nonisolated extension \(service.type(model.place)): CustomStringConvertible {")
        lines.add("public var description: String { \(words.joined(separator: " ?? ")) }", indent: 1)
        lines.add("}")
    }

    /// The file that contains the type with which a value may contain itself.
    static func boxFile(_ service: Service) -> String {
        """
        \(service.header)

        /// A boxed value, so that a type may contain itself.
        nonisolated public indirect enum Boxed<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
            case boxed(Value)

            public init(_ value: Value) { self = .boxed(value) }
            public init(from decoder: any Decoder) throws { self = .boxed(try Value(from: decoder)) }
            public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

            public var value: Value {
                switch self {
                case .boxed(let value): value
                }
            }
        }

        """
    }
}
