/// The counts of a ``MetricsObserver`` at one moment.
public struct MetricsSnapshot: Hashable, Sendable {
    /// The counts of each endpoint, sorted by label.
    public let endpoints: [CallMetrics]

    init(endpoints: [CallMetrics]) { self.endpoints = endpoints.sorted { $0.label < $1.label } }

    /// The sum of all endpoints, with the label `total`.
    public var total: CallMetrics {
        endpoints.reduce(into: CallMetrics(label: "total")) { $0.add($1) }
    }

    /// The counts under one label; nil where no call has it.
    public subscript(label: String) -> CallMetrics? { endpoints.first { $0.label == label } }
}

extension MetricsSnapshot: CustomStringConvertible {
    /// A table to read, with a row for each endpoint, and one for their total.
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

extension MetricsSnapshot {
    /// The text format 0.0.4 of Prometheus, for a `/metrics` page of type `text/plain; version=0.0.4`.
    public var prometheus: String {
        var page = ExpositionPage()
        page.add("calls_total", .counter, "Calls that began.", endpoints) { $0.calls }
        page.add("calls_succeeded_total", .counter, "Calls that were answered with their value.", endpoints) { $0.succeeded }
        page.begin("calls_failed_total", .counter, "Calls that failed, by the code of their error.")
        for metrics in endpoints {
            for (code, count) in metrics.failures.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                page.add("calls_failed_total", ["endpoint": metrics.label, "code": code.rawValue], "\(count)")
            }
        }
        page.add("calls_cancelled_total", .counter, "Calls that were cancelled.", endpoints) { $0.cancelled }
        page.add("calls_in_flight", .gauge, "Calls that have begun and not ended.", endpoints) { $0.inFlight }
        page.add("attempts_total", .counter, "Attempts of calls.", endpoints) { $0.attempts }
        page.add("retries_total", .counter, "Attempts that follow another of the same call.", endpoints) { $0.retries }
        page.add("sent_bytes_total", .counter, "Bytes sent, as they are on the wire.", endpoints) { $0.sentBytes }
        page.add("received_bytes_total", .counter, "Bytes received, as they are on the wire.", endpoints) { $0.receivedBytes }
        page.begin("call_duration_seconds", .histogram, "How long calls took that succeeded or failed.")
        for metrics in endpoints { page.add("call_duration_seconds", metrics.label, metrics.latency) }
        return page.text
    }
}

/// A page in the text format of Prometheus, written line by line.
private struct ExpositionPage {
    private(set) var text = ""

    enum Kind: String {
        case counter, gauge, histogram
    }

    mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP endpointkit_\(name) \(help)\n# TYPE endpointkit_\(name) \(kind.rawValue)\n"
    }

    mutating func add(_ name: String, _ labels: KeyValuePairs<String, String>, _ value: String) {
        let labels = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
        text += "endpointkit_\(name){\(labels)} \(value)\n"
    }

    mutating func add(
        _ name: String, _ kind: Kind, _ help: String, _ endpoints: [CallMetrics], value: (CallMetrics) -> some FixedWidthInteger
    ) {
        begin(name, kind, help)
        for metrics in endpoints { add(name, ["endpoint": metrics.label], "\(value(metrics))") }
    }

    /// Adds a histogram, in which each bucket includes the counts of those before it.
    mutating func add(_ name: String, _ label: String, _ histogram: LatencyHistogram) {
        var count = 0
        for (bound, own) in zip(LatencyHistogram.bounds, histogram.counts) {
            count += own
            add("\(name)_bucket", ["endpoint": label, "le": "\(bound)"], "\(count)")
        }
        add("\(name)_bucket", ["endpoint": label, "le": "+Inf"], "\(histogram.count)")
        add("\(name)_sum", ["endpoint": label], "\(histogram.sum)")
        add("\(name)_count", ["endpoint": label], "\(histogram.count)")
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += #"\\"#
            case "\"": escaped += #"\""#
            case "\n": escaped += #"\n"#
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
