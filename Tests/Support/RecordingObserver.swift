public import EndpointKit

/// Keeps the events that it is told, in the order in which they came.
public final class RecordingObserver: CallObserver {
    public let followsProgress: Bool
    private let recorded = Recorder<CallEvent>()

    public init(followsProgress: Bool = false) { self.followsProgress = followsProgress }

    public var events: [CallEvent] { recorded.values }

    public func observe(_ event: CallEvent) { recorded.record(event) }
}
