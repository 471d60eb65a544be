import EndpointKit
import Foundation

/// Requests from its decoder the values that the ``ShapeReading`` in `userInfo` specifies, and keeps the results as text.
struct Shaped: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        guard let reading = ShapeReading.key.flatMap({ decoder.userInfo[$0] }) as? ShapeReading else {
            throw Complaint("userInfo doesn't reach the decoder at \(decoder.codingPath)")
        }
        text = try reading.text(of: reading.next, at: decoder)
    }
}

/// Reads a document by a shape. It serves one decoder at a time.
final class ShapeReading: @unchecked Sendable {
    static let key = CodingUserInfoKey(rawValue: "ShapeReading")

    /// The shape of the next ``Shaped``.
    private(set) var next: Shape

    init(_ shape: Shape) { next = shape }

    func text(of shape: Shape, at decoder: any Decoder) throws -> String {
        switch shape {
        case .scalar(let kind): return exactText(of: try kind.value(in: decoder.singleValueContainer()))
        case .date: return exactText(of: try decoder.singleValueContainer().decode(Date.self))
        case .data: return exactText(of: try decoder.singleValueContainer().decode(Data.self))
        case .url: return exactText(of: try decoder.singleValueContainer().decode(URL.self))
        case .decimal: return exactText(of: try decoder.singleValueContainer().decode(Decimal.self))
        case .optional(let wrapped): return try reading(wrapped) { try decoder.singleValueContainer().decode(Shaped?.self)?.text ?? "nil" }
        case .array(let element):
            return joined(try reading(element) { try decoder.singleValueContainer().decode([Shaped].self) }.map(\.text))
        case .dictionary(let value): return try dictionary(of: value, at: decoder)
        case .object(let members): return try text(of: members, in: decoder.container(keyedBy: AnyKey.self))
        case .list(let elements):
            var list = try decoder.unkeyedContainer()
            return try text(of: elements, in: &list)
        case .choice(let members): return try choice(of: members, in: decoder.container(keyedBy: AnyKey.self))
        case .either(let first, let second):
            do { return try text(of: first, at: decoder) } catch {
                return "\(DecodingFailure(error)), or \(try text(of: second, at: decoder))"
            }
        case .skipped: return place(decoder.codingPath)
        }
    }

    /// Calls `body`, which decodes a ``Shaped`` of this shape.
    private func reading<Value>(_ shape: Shape, _ body: () throws -> Value) rethrows -> Value {
        let outer = next
        next = shape
        defer { next = outer }
        return try body()
    }

    private func joined(_ texts: [String]) -> String { "[\(texts.joined(separator: ", "))]" }
    private func place(_ path: [any CodingKey]) -> String {
        // The number of a dictionary's key is one of the accepted differences.
        "at " + path.map { exactText(ofText: $0.stringValue.precomposedStringWithCanonicalMapping) }.joined(separator: "/")
    }

    private struct Unordered: Error {}

    private func dictionary(of value: Shape, at decoder: any Decoder) throws -> String {
        do {
            let values = try reading(value) { try decoder.singleValueContainer().decode([String: Shaped].self) }
            return joined(values.map { "\(exactText(ofText: $0)): \($1.text)" }.sorted())
        } catch {
            // The members are decoded in no particular order, so any of their errors may be the first.
            throw Unordered()
        }
    }

    private func choice(of members: [Shape.Member], in container: KeyedDecodingContainer<AnyKey>) throws -> String {
        let keys = container.allKeys
        guard keys.count == 1, let member = members.first(where: { $0.key.stringValue == keys[0].stringValue }) else {
            let context = DecodingError.Context(codingPath: container.codingPath, debugDescription: "\(keys.count) choices")
            throw DecodingError.typeMismatch(Shaped.self, context)
        }
        return try text(of: member.element, in: container, forKey: member.key)
    }

    private func text(of members: [Shape.Member], in container: KeyedDecodingContainer<AnyKey>) throws -> String {
        var texts = [place(container.codingPath), joined(container.allKeys.map { exactText(ofText: $0.stringValue) }.sorted())]
        for member in members {
            let key = member.key
            texts.append("\(exactText(ofText: key.stringValue)) \(container.contains(key)): ")
            try note(member.element.isCaught, &texts) { try text(of: member.element, in: container, forKey: key) }
        }
        return joined(texts)
    }

    private func note(_ isCaught: Bool, _ texts: inout [String], _ body: () throws -> String) throws {
        do { texts.append(try body()) } catch {
            if !isCaught { throw error }
            texts.append("\(DecodingFailure(error))")
        }
    }

    private func text(of element: Shape.Element, in container: KeyedDecodingContainer<AnyKey>, forKey key: AnyKey) throws -> String {
        switch (element.way, element.shape) {
        case (.superDecoder, let shape): return try text(of: shape, at: container.superDecoder(forKey: key))
        case (.container, .object(let members)):
            return try text(of: members, in: container.nestedContainer(keyedBy: AnyKey.self, forKey: key))
        case (.container, .choice(let members)):
            return try choice(of: members, in: container.nestedContainer(keyedBy: AnyKey.self, forKey: key))
        case (.container, .list(let elements)):
            var list = try container.nestedUnkeyedContainer(forKey: key)
            return try text(of: elements, in: &list)
        case (.container, let shape):
            if try container.decodeNil(forKey: key) { return "nil" }
            return try reading(shape) { try container.decode(Shaped.self, forKey: key).text }
        case (.ifPresent, .scalar(let kind)): return exactText(of: try kind.valueIfPresent(in: container, forKey: key) as Any)
        case (.ifPresent, .date): return exactText(of: try container.decodeIfPresent(Date.self, forKey: key) as Any)
        case (.ifPresent, .data): return exactText(of: try container.decodeIfPresent(Data.self, forKey: key) as Any)
        case (.ifPresent, .url): return exactText(of: try container.decodeIfPresent(URL.self, forKey: key) as Any)
        case (.ifPresent, .decimal): return exactText(of: try container.decodeIfPresent(Decimal.self, forKey: key) as Any)
        case (.ifPresent, let shape): return try reading(shape) { try container.decodeIfPresent(Shaped.self, forKey: key)?.text ?? "nil" }
        case (_, .scalar(let kind)): return exactText(of: try kind.value(in: container, forKey: key))
        case (_, .date): return exactText(of: try container.decode(Date.self, forKey: key))
        case (_, .data): return exactText(of: try container.decode(Data.self, forKey: key))
        case (_, .url): return exactText(of: try container.decode(URL.self, forKey: key))
        case (_, .decimal): return exactText(of: try container.decode(Decimal.self, forKey: key))
        case (_, let shape):
            let text = try reading(shape) { try container.decode(Shaped.self, forKey: key).text }
            if element.way == .value { return text }
            return "\(text) and \(try reading(shape) { try container.decode(Shaped?.self, forKey: key)?.text ?? "nil" })"
        }
    }

    private struct Skipped: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    private func text(of elements: [Shape.Element], in list: inout any UnkeyedDecodingContainer) throws -> String {
        var texts = [place(list.codingPath), "\(list.count.map { "\($0)" } ?? "no count")"]
        // Reads one element more than there are, because reading past the end is also an error.
        for index in 0...max(elements.count, list.count ?? 0) {
            guard let element = index < elements.count ? elements[index] : elements.last else { break }
            let start = list.currentIndex
            texts.append("\(start) \(list.isAtEnd): ")
            try note(element.isCaught, &texts) { try text(of: element, in: &list) }
            if list.currentIndex == start, !list.isAtEnd { _ = try list.decode(Skipped.self) }
            if list.isAtEnd, index >= elements.count { break }
        }
        return joined(texts)
    }

    private func text(of element: Shape.Element, in list: inout any UnkeyedDecodingContainer) throws -> String {
        switch (element.way, element.shape) {
        case (.superDecoder, let shape): return try text(of: shape, at: list.superDecoder())
        case (.container, .object(let members)): return try text(of: members, in: list.nestedContainer(keyedBy: AnyKey.self))
        case (.container, .choice(let members)): return try choice(of: members, in: list.nestedContainer(keyedBy: AnyKey.self))
        case (.container, .list(let elements)):
            var inner = try list.nestedUnkeyedContainer()
            return try text(of: elements, in: &inner)
        case (.container, let shape):
            if try list.decodeNil() { return "nil" }
            return try reading(shape) { try list.decode(Shaped.self).text }
        case (.ifPresent, .scalar(let kind)): return exactText(of: try kind.nextIfPresent(in: &list) as Any)
        case (.ifPresent, .date): return exactText(of: try list.decodeIfPresent(Date.self) as Any)
        case (.ifPresent, .data): return exactText(of: try list.decodeIfPresent(Data.self) as Any)
        case (.ifPresent, .url): return exactText(of: try list.decodeIfPresent(URL.self) as Any)
        case (.ifPresent, .decimal): return exactText(of: try list.decodeIfPresent(Decimal.self) as Any)
        case (.ifPresent, let shape): return try reading(shape) { try list.decodeIfPresent(Shaped.self)?.text ?? "nil" }
        case (_, .scalar(let kind)): return exactText(of: try kind.next(in: &list))
        case (_, .date): return exactText(of: try list.decode(Date.self))
        case (_, .data): return exactText(of: try list.decode(Data.self))
        case (_, .url): return exactText(of: try list.decode(URL.self))
        case (_, .decimal): return exactText(of: try list.decode(Decimal.self))
        case (_, let shape): return try reading(shape) { try list.decode(Shaped?.self)?.text ?? "nil" }
        }
    }
}
