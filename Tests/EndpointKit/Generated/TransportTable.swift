import EndpointConformance
import EndpointKitTesting
import TestSupport

/// Writes the documentation's table in Markdown: which transport passes which check of `TransportConformance`. Each transport's own tests
/// verify its column.
enum TransportTable {
    private static let columns: [(name: String, exclusions: [TransportConformance.Exclusion])] = [
        ("libcurl", []),
        ("a cache around it", []),
        ("URLSession on Linux", .urlSession),
        ("AsyncHTTPClient", .asyncHTTPClient),
        ("StubTransport", .stub),
        ("Replay", .replay),
    ]

    static var text: String {
        let head = ["| Check | " + columns.map(\.name).joined(separator: " | ") + " |", "|---|" + columns.map { _ in "---|" }.joined()]
        let rows = TransportConformance.checks.map { check in
            "| \(check.name) | " + columns.map { cell(check, $0.exclusions) }.joined(separator: " | ") + " |"
        }
        let counts = columns.map { column in
            let leftOut = column.exclusions.reduce(0) { $0 + $1.checks.count }
            return "\(TransportConformance.checks.count - leftOut) of \(TransportConformance.checks.count)"
        }
        let sum = "| **All** | " + counts.joined(separator: " | ") + " |"
        return ([head, rows, [sum]].joined() + [""] + reasons).joined(separator: "\n")
    }

    private static func cell(_ check: TransportConformance.Check, _ exclusions: [TransportConformance.Exclusion]) -> String {
        guard let exclusion = exclusions.first(where: { $0.checks.contains(check.name) }) else { return "yes" }
        return "no (\(number(of: exclusion)))"
    }

    private static let all = columns.flatMap(\.exclusions)

    private static func number(of exclusion: TransportConformance.Exclusion) -> Int {
        (all.firstIndex { $0.reason == exclusion.reason } ?? 0) + 1
    }

    private static var reasons: [String] {
        columns.flatMap { column in
            column.exclusions.map { exclusion in
                "\(number(of: exclusion)). \(column.name): \(exclusion.reason)" + (exclusion.isTried ? "" : " Not tried.")
            }
        }
    }
}
