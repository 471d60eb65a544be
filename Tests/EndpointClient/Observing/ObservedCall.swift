import EndpointKit
import TestSupport

/// Reports the events of one call to observers, as a client would.
struct ObservedCall {
    enum Listing: Endpoint {
        case list(secret: String)
        case all

        var path: Path { "items" }
    }

    struct Item: Endpoint {
        var id = 1
        var path: Path { "items/\(id)" }
    }

    let id: UInt64
    var endpoint: any Endpoint = Listing.all
    let observers: [any CallObserver]

    init(_ id: UInt64 = 1, _ endpoint: any Endpoint = Listing.all, by observers: any CallObserver...) {
        self.id = id
        self.endpoint = endpoint
        self.observers = observers
    }

    func tell(_ kind: CallEvent.Kind, attempt: Int = 1, elapsed: Duration = .milliseconds(12), tags: Set<String> = []) {
        let event = CallEvent(callID: id, endpoint: endpoint, tags: tags, elapsed: elapsed, attempt: attempt, kind: kind)
        for observer in observers { observer.observe(event) }
    }

    /// Reports a call that was answered at once.
    func succeed(after elapsed: Duration = .milliseconds(12)) {
        tell(.queued, attempt: 0)
        tell(.received(.answered()))
        tell(.finished([.answered()]), elapsed: elapsed)
    }

    func fail(_ error: any Error, after elapsed: Duration = .milliseconds(12)) {
        tell(.queued, attempt: 0)
        tell(.failed(error), elapsed: elapsed)
    }
}

extension Attempt {
    static func answered(_ status: HTTPStatus = 200, number: Int = 1, sent: Int64 = 100, received: Int64 = 610) -> Attempt {
        var metrics = TransferMetrics()
        metrics.sentBytes = sent
        metrics.receivedBytes = received
        return Attempt(
            number: number, start: .zero, duration: .milliseconds(9), outcome: .answered(status), metrics: metrics)
    }
}

extension Recorder where Value == LogLine {
    var texts: [String] { values.map(\.text) }
}
