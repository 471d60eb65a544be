/// An array that survives its elements: one that can't be decoded is left out and reported, and the others stay.
///
///     struct Page: Decodable {
///         @LossyArray var results: [Comic]
///     }
///     for element in page.$results { log("\(element)") }   // data.results[3].prices[0].price: the key is missing
///
/// As a property, a missing key or null is an empty array; what is there and no array is an error.
@propertyWrapper
public struct LossyArray<Element> {
    public var wrappedValue: [Element]
    /// What was left out, in the order it stood.
    public private(set) var projectedValue: [SkippedElement]

    public init(wrappedValue: [Element]) {
        self.wrappedValue = wrappedValue
        projectedValue = []
    }
}

extension LossyArray: Decodable where Element: Decodable {
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        self.init(wrappedValue: [])
        wrappedValue.reserveCapacity(container.count ?? 0)
        while !container.isAtEnd {
            let index = container.currentIndex
            switch try container.decode(Trial<Element>.self) {
            case .good(let element): wrappedValue.append(element)
            case .bad(let error): projectedValue.append(SkippedElement(index: index, error: error, path: container.codingPath))
            }
        }
    }
}

/// Decoding it never fails, so the container always goes on to the next element.
private enum Trial<Element: Decodable>: Decodable {
    case good(Element)
    case bad(any Error)

    init(from decoder: any Decoder) throws {
        do {
            // Not `Element(from:)`, which would pass by the decoder's own ways with a Date or a URL.
            self = .good(try decoder.singleValueContainer().decode(Element.self))
        } catch {
            self = .bad(error)
        }
    }
}

extension KeyedDecodingContainer {
    /// Chosen by the compiler's own `init(from:)`, for which a wrapped property would otherwise be required.
    public func decode<Element: Decodable>(_ type: LossyArray<Element>.Type, forKey key: Key) throws -> LossyArray<Element> {
        try decodeIfPresent(type, forKey: key) ?? LossyArray(wrappedValue: [])
    }
}

extension LossyArray: Encodable where Element: Encodable {
    /// The elements that are there, as an array.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension LossyArray: Sendable where Element: Sendable {}
extension LossyArray: Equatable where Element: Equatable {}
extension LossyArray: Hashable where Element: Hashable {}

/// An element that a ``LossyArray`` could not decode.
public struct SkippedElement: Hashable, Sendable, CustomStringConvertible {
    /// Where it stood in the array, from 0.
    public var index: Int
    /// What could not be read, from the top of the document: `data.results[3].prices[0].price`.
    public var keyPath: String
    /// What was expected there, and what was found; no full stop.
    public var reason: String

    public var description: String { "\(keyPath): \(reason)" }

    init(index: Int, error: any Error, path: [any CodingKey]) {
        self.index = index
        let failure = error as? DecodingError
        let element = path.keyPath + "[\(index)]"
        // Some errors of the decoder's have no path, such as that of a number its type can't hold.
        keyPath = failure.map(\.keyPath).flatMap { $0.isEmpty ? nil : $0 } ?? element
        reason = failure?.reason ?? error.sentence
    }
}
