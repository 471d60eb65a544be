import Combine
import EndpointKit
import Synchronization

/// A subscriber with configurable demand that records what it receives.
final class Recorder: Subscriber, Sendable {
    typealias Input = String
    typealias Failure = any Error

    enum Event: Equatable {
        case value(String)
        case finished
        /// The code of an ``APIError``, or the name of another error's type.
        case failed(String)
    }

    private struct State: @unchecked Sendable {
        var subscription: (any Subscription)?
        var events: [Event] = []
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())
    private let initial: Subscribers.Demand
    private let later: Subscribers.Demand
    private let onValue: @Sendable (Recorder) -> Void

    /// - Parameters:
    ///   - initial: the demand that begins with the subscription.
    ///   - later: the additional demand after each value.
    init(_ initial: Subscribers.Demand, later: Subscribers.Demand = .none, onValue: @escaping @Sendable (Recorder) -> Void = { _ in }) {
        self.initial = initial
        self.later = later
        self.onValue = onValue
    }

    var events: [Event] { state.withLock { $0.events } }
    private var subscription: (any Subscription)? { state.withLock { $0 }.subscription }

    func receive(subscription: any Subscription) {
        let held = Held(subscription: subscription)
        state.withLock { $0.subscription = held.subscription }
        if initial > .none { subscription.request(initial) }
    }

    func receive(_ input: String) -> Subscribers.Demand {
        state.withLock { $0.events.append(.value(input)) }
        onValue(self)
        return later
    }

    func receive(completion: Subscribers.Completion<any Error>) {
        let event: Event =
            switch completion {
            case .finished: .finished
            case .failure(let error): .failed((error as? APIError)?.code.rawValue ?? "\(type(of: error))")
            }
        let waiting = state.withLock { state in
            state.events.append(event)
            state.subscription = nil
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }
    func cancel() { subscription?.cancel() }

    /// Waits for the completion.
    func completion() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                let isOver = state.events.contains { if case .value = $0 { false } else { true } }
                if !isOver { state.waiting.append(continuation) }
                return isOver
            }
            if isOver { continuation.resume() }
        }
    }

    /// A subscription may be used on any thread, but Combine doesn't declare it as Sendable.
    private struct Held: @unchecked Sendable { let subscription: any Subscription }
}
