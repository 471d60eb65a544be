import Foundation

/// The straight line that is closest to measured points, and how far they are from it.
///
/// Points are weighted by their relative distance, so that the largest of several decades doesn't determine the line alone.
public struct LinearFit: Sendable {
    public struct Point: Sendable {
        public var size: Double
        public var cost: Double

        public init(size: Double, cost: Double) {
            self.size = size
            self.cost = cost
        }
    }

    /// The cost of one more unit of size.
    public let slope: Double
    /// The fixed cost, whatever the size.
    public let start: Double
    /// The point that is farthest from the line, and the distance relative to the point's cost: 0.5 if the line lies above the point by
    /// half of that cost.
    public let worst: (point: Point, deviation: Double)

    /// nil for fewer than four sizes, or if a cost isn't positive.
    public init?(_ points: [Point]) {
        guard Set(points.map(\.size)).count >= 4, points.allSatisfy({ $0.cost > 0 }) else { return nil }
        var (weights, sizes, costs, squares, products) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for point in points {
            let weight = 1 / (point.cost * point.cost)
            weights += weight
            sizes += weight * point.size
            costs += weight * point.cost
            squares += weight * point.size * point.size
            products += weight * point.size * point.cost
        }
        let slope = (weights * products - sizes * costs) / (weights * squares - sizes * sizes)
        let start = (costs - slope * sizes) / weights
        let deviations = points.map { point in (point: point, deviation: (start + slope * point.size) / point.cost - 1) }
        guard let worst = deviations.max(by: { abs($0.deviation) < abs($1.deviation) }) else { return nil }
        (self.slope, self.start, self.worst) = (slope, start, worst)
    }

    /// Describes the worst point; nil if the line is at most 30 % off there. `unit` is the unit of the sizes.
    public func departure(unit: String) -> String? {
        guard abs(worst.deviation) > 0.3 else { return nil }
        let percent = (abs(worst.deviation) * 100).formatted(.number.precision(.fractionLength(0)))
        let size = worst.point.size.formatted(.number.precision(.fractionLength(0)))
        return "not linear: the line is \(percent) % \(worst.deviation > 0 ? "above" : "below") the cost of \(size) \(unit)"
    }
}
