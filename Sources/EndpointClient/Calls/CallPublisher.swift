#if canImport(Combine)
    public import Combine
    internal import Synchronization

    extension Call {
        /// A publisher that makes the call for each subscriber when the subscriber requests a value, and cancels the call with the
        /// subscription. It fails with the errors of ``value``, and publishes on the thread on which the call ended.
        public var publisher: CallPublisher<Value> { CallPublisher(call: self) }
    }

    /// Publishes the value of a call: see ``Call/publisher``.
    public struct CallPublisher<Value: Sendable>: Publisher {
        public typealias Output = Value
        public typealias Failure = any Error

        let call: Call<Value>

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == any Error {
            subscriber.receive(subscription: CallSubscription(call: call, subscriber: subscriber))
        }
    }

    private final class CallSubscription<Value: Sendable>: Subscription, Sendable {
        /// Sendable because its lock guards the subscriber, which gets one value and one completion.
        private struct State: @unchecked Sendable {
            var call: Call<Value>?
            var subscriber: AnySubscriber<Value, any Error>?
            var handle: CallHandle?
        }
        private let state: Mutex<State>

        init(call: Call<Value>, subscriber: some Subscriber<Value, any Error>) {
            state = Mutex(State(call: call, subscriber: AnySubscriber(subscriber)))
        }

        func request(_ demand: Subscribers.Demand) {
            guard demand > .none, let call = state.withLock({ $0.call.take() }) else { return }
            let handle = call.start(on: .immediate) { self.finish($0) }
            let isCancelled = state.withLock { state in
                if state.subscriber != nil { state.handle = handle }
                return state.subscriber == nil
            }
            // A call that has ended ignores this.
            if isCancelled { handle.cancel() }
        }

        // The subscriber is released outside the lock, because its release may cancel as well.
        func cancel() { end().handle?.cancel() }

        private func finish(_ result: Result<Value, any Error>) {
            switch result {
            case .success(let value):
                guard let subscriber = state.withLock({ $0.subscriber }) else { return }
                _ = subscriber.receive(value)
                // No completion follows if the subscriber has cancelled meanwhile, as `first()` does.
                end().subscriber?.receive(completion: .finished)
            case .failure(let error): end().subscriber?.receive(completion: .failure(error))
            }
        }

        /// Empties the state, so that a completion or a cancellation takes effect, but not both.
        private func end() -> State {
            state.withLock { state in
                defer { state = State() }
                return state
            }
        }
    }
#endif
