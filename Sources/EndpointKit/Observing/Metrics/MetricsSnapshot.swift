/// What a ``MetricsObserver`` had counted at one moment.
public struct MetricsSnapshot: Hashable, Sendable {
    /// In the order of their labels.
    public let endpoints: [CallMetrics]

    init(endpoints: [CallMetrics]) { self.endpoints = endpoints.sorted { $0.label < $1.label } }

    /// All endpoints together.
    public var total: CallMetrics {
        endpoints.reduce(into: CallMetrics(label: "total")) { $0.add($1) }
    }

    public subscript(label: String) -> CallMetrics? { endpoints.first { $0.label == label } }
}
