#if canImport(Combine)
    public import Combine
    internal import os

    extension Call {
        /// A publisher that makes the call for each subscriber when it requests a value, and cancels it with the subscription. It fails
        /// with the errors of ``value``, and publishes on the thread on which the call ended.
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

    /// Sendable because its lock guards the subscriber, which is called once.
    private final class CallSubscription<S: Subscriber>: Subscription, @unchecked Sendable where S.Input: Sendable, S.Failure == any Error {
        private struct State {
            var call: Call<S.Input>?
            var subscriber: S?
            var handle: CallHandle?
        }
        private let state: OSAllocatedUnfairLock<State>

        init(call: Call<S.Input>, subscriber: S) {
            state = OSAllocatedUnfairLock(uncheckedState: State(call: call, subscriber: subscriber))
        }

        func request(_ demand: Subscribers.Demand) {
            guard demand > .none, let call = state.withLockUnchecked({ $0.call.take() }) else { return }
            let handle = call.start(on: .immediate) { self.finish($0) }
            let isCancelled = state.withLockUnchecked { state in
                state.handle = handle
                return state.subscriber == nil
            }
            // A call that is over ignores this.
            if isCancelled { handle.cancel() }
        }

        func cancel() {
            let last = state.withLockUnchecked { state in
                defer { state = State() }
                return state
            }
            // Outside the lock: the release of the subscriber may cancel as well.
            last.handle?.cancel()
        }

        private func finish(_ result: Result<S.Input, any Error>) {
            guard let subscriber = state.withLockUnchecked({ $0.subscriber.take() }) else { return }
            switch result {
            case .success(let value):
                _ = subscriber.receive(value)
                subscriber.receive(completion: .finished)
            case .failure(let error): subscriber.receive(completion: .failure(error))
            }
        }
    }
#endif
