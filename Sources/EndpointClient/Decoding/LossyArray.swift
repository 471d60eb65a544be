/// An array that skips and reports elements that can't be decoded, instead of failing entirely.
///
///     struct Page: Decodable, Sendable {
///         @LossyArray var results: [Comic]
///     }
///     let page = try await client.call(.get("comics"), as: Page.self).value
///     for element in page.$results { log("\(element)") }  // results[3].prices[0].price: the key is missing
///
/// A property decodes a missing key or null as an empty array; any other value that isn't an array is an error.
@propertyWrapper
public struct LossyArray<Element> {
    /// The elements that could be decoded.
    public var wrappedValue: [Element]
    /// The elements that were skipped, in order.
    public private(set) var projectedValue: [SkippedElement]

    /// Creates an array of these elements, with no skipped ones.
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
        LossyLog.current?.note(at: container.codingPath, kept: wrappedValue.count, skipped: projectedValue.count)
    }
}

/// Decoding this type never fails, so the container always advances to the next element.
private enum Trial<Element: Decodable>: Decodable {
    case good(Element)
    case bad(any Error)

    init(from decoder: any Decoder) throws {
        do {
            // `Element(from:)` would bypass the decoder's strategies for a Date or a URL.
            self = .good(try decoder.singleValueContainer().decode(Element.self))
        } catch {
            self = .bad(error)
        }
    }
}

extension KeyedDecodingContainer {
    /// The `init(from:)` that the compiler generates calls this method. Without it, the key of a wrapped property would be required.
    public func decode<Element: Decodable>(_ type: LossyArray<Element>.Type, forKey key: Key) throws -> LossyArray<Element> {
        if let array = try decodeIfPresent(type, forKey: key) { return array }
        LossyLog.current?.note(at: codingPath, kept: 0, skipped: 0)
        return LossyArray(wrappedValue: [])
    }
}

extension LossyArray: Encodable where Element: Encodable {
    /// Encodes the elements as an array, without the skipped ones.
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
    /// The element's index in the array, from 0.
    public var index: Int
    /// The path from the top of the document to the value that could not be decoded: `data.results[3].prices[0].price`.
    public var keyPath: String
    /// What was expected and what was found, without a full stop.
    public var reason: String

    public var description: String { "\(keyPath): \(reason)" }

    init(index: Int, error: any Error, path: [any CodingKey]) {
        self.index = index
        let failure = error as? DecodingError
        let element = path.keyPath + "[\(index)]"
        // Some errors from the decoder have no path, such as the error for a number that its type can't hold.
        keyPath = failure.map(\.keyPath).flatMap { $0.isEmpty ? nil : $0 } ?? element
        reason = failure?.reason ?? error.sentence
    }
}
