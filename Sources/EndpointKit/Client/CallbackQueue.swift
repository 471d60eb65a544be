public import Dispatch

/// Where a call's completion is called.
public enum CallbackQueue: Sendable {
    /// The main queue.
    case main
    /// Wherever the call ended.
    case immediate
    case queue(DispatchQueue)

    func run(_ work: @escaping @Sendable () -> Void) {
        switch self {
        case .main: DispatchQueue.main.async(execute: work)
        case .immediate: work()
        case .queue(let queue): queue.async(execute: work)
        }
    }
}
