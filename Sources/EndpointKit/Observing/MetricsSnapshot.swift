/// The counts of a ``MetricsObserver`` at one moment.
public struct MetricsSnapshot: Hashable, Sendable {
    /// The counts of each endpoint, sorted by label.
    public let endpoints: [CallMetrics]

    init(endpoints: [CallMetrics]) { self.endpoints = endpoints.sorted { $0.label < $1.label } }

    /// The sum of all endpoints, with the label `total`.
    public var total: CallMetrics {
        endpoints.reduce(into: CallMetrics(label: "total")) { $0.add($1) }
    }

    /// The counts under one label; nil if no call has it.
    public subscript(label: String) -> CallMetrics? { endpoints.first { $0.label == label } }
}

extension MetricsSnapshot: CustomStringConvertible {
    /// A table for people, with a row for each endpoint and one for their total.
    public var text: String {
        let titles = [
            "endpoint", "calls", "ok", "failed", "cancelled", "retries", "in flight", "p50", "p95", "p99", "received", "failures",
        ]
        let rows = [titles] + (endpoints + (endpoints.count == 1 ? [] : [total])).map(Self.row)
        let widths = titles.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            var line = ""
            for (column, text) in row.enumerated() {
                let padding = String(repeating: " ", count: widths[column] - text.count)
                // Text is aligned to the left, numbers to the right.
                line += column == 0 || column == row.count - 1 ? text + padding : padding + text
                line += "  "
            }
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        return lines.joined(separator: "\n")
    }

    public var description: String { text }

    private static func row(_ metrics: CallMetrics) -> [String] {
        let failures = metrics.failures.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        return [
            metrics.label, "\(metrics.calls)", "\(metrics.succeeded)", "\(metrics.failed)", "\(metrics.cancelled)", "\(metrics.retries)",
            "\(metrics.inFlight)", metrics.latency.p50?.shown ?? "-", metrics.latency.p95?.shown ?? "-", metrics.latency.p99?.shown ?? "-",
            metrics.receivedBytes.shownAsBytes, failures.map { "\($0.key) \($0.value)" }.joined(separator: ", "),
        ]
    }
}
