/// The values that a random type requests from a decoder.
indirect enum Shape: Sendable {
    case scalar(ScalarKind)
    case date, data, url, decimal
    case optional(Shape)
    case array(Shape)
    case dictionary(Shape)
    /// The members in the order in which they are read.
    case object([Member])
    /// The elements that are read one after the other; the last shape applies to all further elements.
    case list([Element])
    /// An object with one of these members and no other, as an enum with payloads is written.
    case choice([Member])
    /// The first shape or, if that fails, the second.
    case either(Shape, Shape)
    case skipped

    struct Member: Sendable {
        var key: AnyKey
        var element: Element
    }
    struct Element: Sendable {
        var shape: Shape
        var way: Way
        /// Whether an error is recorded and the rest is read anyway.
        var isCaught: Bool
    }
    /// How a value is requested from a container.
    enum Way: CaseIterable, Sendable { case value, ifPresent, container, superDecoder, twice }
}

extension Shape {
    /// The maximum nesting of containers.
    static func random(depth: Int, using random: inout SplitMix64) -> Shape {
        if depth == 0 || Int.random(in: 0..<5, using: &random) == 0 { return leaf(using: &random) }
        switch Int.random(in: 0..<14, using: &random) {
        case 0: return .optional(Shape.random(depth: depth - 1, using: &random))
        case 1, 2: return .array(Shape.random(depth: depth - 1, using: &random))
        case 3: return .dictionary(Shape.random(depth: depth - 1, using: &random))
        case 4: return .choice(members(1...3, depth: depth - 1, using: &random))
        case 5: return .either(Shape.random(depth: depth - 1, using: &random), Shape.random(depth: depth - 1, using: &random))
        case 6, 7, 8:
            return .list((0..<Int.random(in: 1...4, using: &random)).map { _ in element(depth: depth - 1, using: &random) })
        default: return .object(members(0...6, depth: depth - 1, using: &random))
        }
    }

    private static func leaf(using random: inout SplitMix64) -> Shape {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: .date
        case 1: .data
        case 2: .url
        case 3: .decimal
        case 4: .skipped
        default: .scalar(ScalarKind.allCases.randomElement(using: &random) ?? .int)
        }
    }

    private static func members(_ counts: ClosedRange<Int>, depth: Int, using random: inout SplitMix64) -> [Member] {
        let keys = keys.shuffled(using: &random).prefix(Int.random(in: counts, using: &random))
        return keys.map { Member(key: AnyKey(stringValue: $0), element: element(depth: depth, using: &random)) }
    }

    private static func element(depth: Int, using random: inout SplitMix64) -> Element {
        Element(
            shape: Shape.random(depth: depth, using: &random), way: Way.allCases.randomElement(using: &random) ?? .value,
            isCaught: Int.random(in: 0..<3, using: &random) == 0)
    }

    /// Keys, some of which begin with another key, or are equal to another key after Unicode normalization or in camel case.
    static let keys = [
        "", "a", "b", "id", "i", "name", "names", "super", "0", "1", "first_name", "firstName", "_a_b", "_aB", "FIRST", "\u{E9}",
        "e\u{301}", "😀",
        "a\"b\\", "a/b", "\u{0}", "123456789012345", "1234567890123456", "12345678901234567", "key of thirty-two bytes, no more",
        "12345678901234é",
    ]
}
