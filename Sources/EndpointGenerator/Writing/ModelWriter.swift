/// Writes a model with the types that are nested in it.
struct ModelWriter {
    let service: Service

    /// The text of the model's file.
    func file(of model: Model) -> String {
        var lines = Lines()
        let nested = service.models.values.filter { service.names.owners[$0.place] == model.place }
            .sorted { service.type($0.place) < service.type($1.place) }
        lines.add(service.header)
        if ([model] + nested).contains(where: { usesFramework($0) }) { lines.add("public import EndpointKit") }
        lines.add()
        write(model, nested: nested, owner: model.place, to: &lines, indent: 0)
        if service.reach.errors.contains(model.place) { writeDescription(of: model, to: &lines) }
        return lines.text
    }

    /// A plain structure of Swift's own types needs no import.
    private func usesFramework(_ model: Model) -> Bool {
        if model.words != nil { return true }
        return model.properties.contains { property in
            let shape = property.shape
            return shape.contains(.date) || shape.contains(.base64) || service.type(shape).contains(/\bJSON\b/)
        }
    }

    private func write(_ model: Model, nested: [Model] = [], owner: Pointer, to lines: inout Lines, indent: Int) {
        lines.add(DocComment.lines(model.summary, indent: indent), indent: indent)
        switch model.kind {
        case .words(let words): write(words, of: model, owner: owner, to: &lines, indent: indent)
        case .object(let properties): write(properties, of: model, nested: nested, owner: owner, to: &lines, indent: indent)
        }
    }

    // MARK: Words

    /// A set that the server may extend is open; one that only the caller sends isn't.
    private func write(_ words: [String], of model: Model, owner: Pointer, to lines: inout Lines, indent: Int) {
        let name = service.type(model.place, in: owner)
        let members = UniqueNames.members(words, named: Words.word, avoiding: ReservedNames.members, suffix: "Value")
        let pairs = zip(words, members)
        guard service.reach.received.contains(model.place) else {
            lines.add("nonisolated public enum \(name): String, CaseIterable, Codable, QueryValue {", indent: indent)
            for (word, member) in pairs {
                let value = word == member ? "" : " = \(Lines.literal(word))"
                lines.add("case \(ReservedNames.escaped(member))\(value)", indent: indent + 1)
            }
            lines.add("}", indent: indent)
            return
        }
        lines.add("nonisolated public struct \(name): OpenEnum {", indent: indent)
        lines.add("public let rawValue: String", indent: indent + 1)
        lines.add("public init(rawValue: String) { self.rawValue = rawValue }", indent: indent + 1)
        lines.add()
        for (word, member) in pairs {
            lines.add("public static let \(ReservedNames.escaped(member)): Self = \(Lines.literal(word))", indent: indent + 1)
        }
        lines.add("}", indent: indent)
    }

    // MARK: Objects

    private struct Member {
        let property: Model.Property
        let name: String
        let type: String
        var isOptional: Bool { type.hasSuffix("?") }
    }

    private func members(of model: Model, owner: Pointer) -> [Member] {
        let names = UniqueNames.members(
            model.properties.map(\.name), named: Words.member, avoiding: ReservedNames.members, suffix: "Value")
        let isSent = service.reach.sent.contains(model.place)
        let isReceived = service.reach.received.contains(model.place)
        return zip(model.properties, names).map { property, name in
            // A value for answers only is missing in a request, and the other way round.
            let isAlways = property.isRequired && !(property.isReadOnly && isSent) && !(property.isWriteOnly && isReceived)
            var shape = isAlways ? property.shape : property.shape.asOptional
            var type = service.type(shape, in: owner)
            if let target = shape.embedded, service.reach.boxed.contains([model.place, target]) {
                shape = shape.unwrapped
                type = "Boxed<\(service.type(shape, in: owner))>" + (type.hasSuffix("?") ? "?" : "")
            }
            return Member(property: property, name: name, type: type)
        }
    }

    private func write(
        _ properties: [Model.Property], of model: Model, nested: [Model], owner: Pointer, to lines: inout Lines, indent: Int
    ) {
        let members = members(of: model, owner: owner)
        let isError = service.reach.errors.contains(model.place)
        let protocols = isError ? "Codable, Error, Hashable" : "Codable, Hashable, Sendable"
        let name = service.type(model.place, in: model.place == owner ? nil : owner)
        lines.add("nonisolated public struct \(name): \(protocols) {", indent: indent)
        for member in members {
            lines.add(DocComment.lines(member.property.summary, indent: indent + 1), indent: indent + 1)
            lines.add("public var \(ReservedNames.escaped(member.name)): \(member.type)", indent: indent + 1)
        }
        if service.reach.sent.contains(model.place) { writeInitializer(members, to: &lines, indent: indent + 1) }
        writeKeys(members, to: &lines, indent: indent + 1)
        for inner in nested {
            lines.add()
            write(inner, owner: owner, to: &lines, indent: indent + 1)
        }
        lines.add("}", indent: indent)
    }

    private func writeInitializer(_ members: [Member], to lines: inout Lines, indent: Int) {
        let parameters = members.map { member in
            "\(ReservedNames.escaped(member.name)): \(member.type)" + (member.isOptional ? " = nil" : "")
        }
        lines.add()
        lines.add(Lines.list("public init(", parameters, ") {", indent: indent), indent: indent)
        for member in members { lines.add("self.\(member.name) = \(ReservedNames.escaped(member.name))", indent: indent + 1) }
        lines.add("}", indent: indent)
    }

    /// Keys are written only if a property's name isn't its key.
    private func writeKeys(_ members: [Member], to lines: inout Lines, indent: Int) {
        guard members.contains(where: { $0.name != $0.property.name }) else { return }
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

    /// The words of an error are part of the message of a failed call.
    private func writeDescription(of model: Model, to lines: inout Lines) {
        let members = members(of: model, owner: model.place)
        let keys = ["message", "detail", "title", "error_description"]
        guard !members.contains(where: { $0.name == "description" }),
            let text = keys.lazy.compactMap({ key in
                members.first { $0.property.name == key && $0.property.shape.unwrapped == .scalar(.text) }
            }).first
        else { return }
        lines.add()
        lines.add("nonisolated extension \(service.type(model.place)): CustomStringConvertible {")
        lines.add("public var description: String { \(text.name)\(text.isOptional ? " ?? \"\"" : "") }", indent: 1)
        lines.add("}")
    }

    /// The file of the type that lets a value contain itself.
    static func boxFile(_ service: Service) -> String {
        """
        \(service.header)

        /// A value in a place of its own, so that its type may contain itself.
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
