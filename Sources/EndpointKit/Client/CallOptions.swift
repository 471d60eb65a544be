/// The options that a call's modifiers set.
struct CallOptions: Sendable {
    var progress: ProgressHandler?
    var retry: RetryPolicy?
    var timeout: Duration?
    var deadline: Duration?
    var tags: Set<String> = []
    var adapters: [any RequestAdapter] = []
    /// Edits of the decision list, in order.
    var decisions: [@Sendable ([any ResponseDecision]) -> [any ResponseDecision]] = []
    var priority: TaskPriority? {
        get { rawPriority.map(TaskPriority.init) }
        set { rawPriority = newValue?.rawValue }
    }
    // A `TaskPriority`'s size isn't known at compile time, and every value that holds one costs more to move.
    private var rawPriority: UInt8?
    var groups: [CallGroup.Members] = []
    var needsPlace = true
    /// The wait before the call begins. An event stream waits here before it reconnects, so that a cancel ends the wait.
    var pause: (@Sendable () async throws -> Void)?
    /// Whether the caller continues after this failure. The call's groups then don't count it as a failure.
    var continuesAfter: (@Sendable (any Error) -> Bool)?

    /// A reference to the options, because most calls have none.
    final class Shared: Sendable {
        let options: CallOptions

        init(_ options: CallOptions) { self.options = options }
    }
}
