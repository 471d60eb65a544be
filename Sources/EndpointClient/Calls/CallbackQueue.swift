public import Dispatch

/// The queue on which a call's completion is called.
public enum CallbackQueue: Sendable {
    /// The main queue.
    case main
    /// No queue: the completion is called at once, on the thread on which the call ended.
    case immediate
    /// Another queue.
    case queue(DispatchQueue)

    func run(_ work: @escaping @Sendable () -> Void) {
        switch self {
        case .main: DispatchQueue.main.async(execute: work)
        case .immediate: work()
        case .queue(let queue): queue.async(execute: work)
        }
    }
}
