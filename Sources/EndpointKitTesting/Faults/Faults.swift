public import EndpointKit

/// How often a ``FaultTransport`` injects each fault. Each rate is a fraction of all requests, from 0 to 1. A request has at most one fault,
/// so if the rates add up to more than 1, the faults listed last occur less often.
public struct Faults: Hashable, Sendable {
    /// A fault that may happen to a request.
    public enum Kind: Hashable, Sendable {
        /// No connection can be made, so the request isn't sent.
        case failure
        /// The response has this status and no body. The request isn't sent.
        case status(HTTPStatus)
        /// The request is sent, and the response ends in the middle of its body.
        case truncation
        /// The request is sent, and the connection ends before a response arrives.
        case disconnect
        /// The request is sent, and no response arrives before its timeout.
        case timeout
    }

    /// How long each request waits before it is sent, uniformly distributed between the two bounds. nil means no wait.
    public var latency: ClosedRange<Duration>?
    /// The rate of ``Kind/failure``: an ``/EndpointKit/APIError`` with the reason `connect`.
    public var failure: Double
    /// The rate of ``Kind/status(_:)``.
    public var status: Double
    /// The statuses to choose from: by default 500 and 503.
    public var statuses: [HTTPStatus]
    /// The rate of ``Kind/truncation``: an ``/EndpointKit/APIError`` with the reason `truncated`. A stream delivers a part of its body first.
    public var truncation: Double
    /// The rate of ``Kind/disconnect``: an ``/EndpointKit/APIError`` with the reason `disconnected`.
    public var disconnect: Double
    /// The rate of ``Kind/timeout``: an ``/EndpointKit/APIError`` of code `timeout`, once the request's timeout has passed on the clock.
    public var timeout: Double

    /// Creates faults, by default none.
    ///
    /// - Parameters:
    ///   - latency: how long each request waits before it is sent; nil for no wait.
    ///   - failure: the rate of requests that can't connect. This and the other rates are from 0 to 1.
    ///   - status: the rate of requests that get one of `statuses`.
    ///   - statuses: the statuses to choose from; 500 if there are none.
    ///   - truncation: the rate of responses that end in the middle of their body.
    ///   - disconnect: the rate of requests whose connection ends before a response arrives.
    ///   - timeout: the rate of requests that get no response before their timeout.
    public init(
        latency: ClosedRange<Duration>? = nil, failure: Double = 0, status: Double = 0, statuses: [HTTPStatus] = [500, 503],
        truncation: Double = 0, disconnect: Double = 0, timeout: Double = 0
    ) {
        self.latency = latency
        self.failure = failure
        self.status = status
        self.statuses = statuses
        self.truncation = truncation
        self.disconnect = disconnect
        self.timeout = timeout
    }
}

extension Faults {
    /// - Parameters:
    ///   - draw: from 0 up to 1.
    ///   - choice: from 0 up to 1, for the status.
    package func kind(_ draw: Double, status choice: Double) -> Kind? {
        let chosen = statuses.isEmpty ? 500 : statuses[min(statuses.count - 1, Int(choice * Double(statuses.count)))]
        var end = 0.0
        let rates = [
            (failure, Kind.failure), (status, .status(chosen)), (truncation, .truncation), (disconnect, .disconnect), (timeout, .timeout),
        ]
        for (rate, kind) in rates {
            // A rate that is NaN counts as 0.
            end += rate > 0 ? rate : 0
            if draw < end { return kind }
        }
        return nil
    }

    package func latency(_ draw: Double) -> Duration {
        guard let latency else { return .zero }
        return max(.zero, latency.lowerBound + (latency.upperBound - latency.lowerBound) * draw)
    }
}

/// A fault that a ``FaultTransport`` injected into one request.
public struct InjectedFault: Hashable, Sendable, CustomStringConvertible {
    /// The method and the path, redacted as the request specifies.
    public let request: String
    /// 1 for the first of all equal requests.
    public let ordinal: Int
    /// nil if the request was only delayed.
    public let kind: Faults.Kind?
    /// The wait before the request was sent or failed.
    public let latency: Duration

    /// `GET /characters #2: 503 after 20 ms`.
    public var description: String {
        let what =
            switch kind {
            case nil: "sent"
            case .failure?: "no connection"
            case .status(let status)?: "\(status.rawValue)"
            case .truncation?: "truncated"
            case .disconnect?: "disconnected"
            case .timeout?: "no response"
            }
        return "\(request) #\(ordinal): \(what)" + (latency > .zero ? " after \(latency.shown)" : "")
    }
}
