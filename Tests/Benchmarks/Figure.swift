import Foundation

/// One number of a benchmark's row, with its unit, and its goal if there is one.
public struct Figure: Sendable {
    public enum Goal: Sendable {
        case atLeast(Double)
        case atMost(Double)
    }

    /// nil if it could not be measured; the row's note gives the reason.
    public var value: Double?
    /// The unit, which forms a phrase with the number: "calls/s", "times as fast as JSONDecoder".
    public var unit: String
    public var goal: Goal?

    public init(_ value: Double?, _ unit: String, goal: Goal? = nil) {
        self.value = value.map(Self.rounded)
        self.unit = unit
        self.goal = goal
    }

    /// nil without a goal, and without a value.
    public var isReached: Bool? {
        guard let value else { return nil }
        return switch goal {
        case .atLeast(let limit): value >= limit
        case .atMost(let limit): value <= limit
        case nil: nil
        }
    }

    var text: String { value.map { "\(Self.text($0)) \(unit)" } ?? "\(unit): not measured" }

    /// "at most 3 allocations a call"; nil without a goal.
    var goalText: String? {
        switch goal {
        case .atLeast(let limit): "at least \(Self.text(limit)) \(unit)"
        case .atMost(let limit): "at most \(Self.text(limit)) \(unit)"
        case nil: nil
        }
    }

    /// The value with the digits that the table shows, for comparison with a goal.
    private static func rounded(_ value: Double) -> Double {
        let scale: Double = abs(value) >= 100 ? 1 : abs(value) >= 10 ? 10 : abs(value) >= 1 ? 100 : 1000
        return (value * scale).rounded() / scale
    }

    private static func text(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(0...3)).locale(Locale(identifier: "en_US")))
    }
}

extension Figure: Encodable {
    private enum Key: String, CodingKey {
        case value, unit, goal, isReached
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(value, forKey: .value)
        try container.encode(unit, forKey: .unit)
        try container.encodeIfPresent(goalText, forKey: .goal)
        try container.encodeIfPresent(isReached, forKey: .isReached)
    }
}
