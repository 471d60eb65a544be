/// What the modifiers of a call say.
struct CallOptions: Sendable {
    var progress: ProgressHandler?
    var retry: RetryPolicy?
    var timeout: Duration?
    var deadline: Duration?
    var tags: Set<String> = []
    var adapters: [any RequestAdapter] = []
    /// Each edits what the one before it left.
    var decisions: [@Sendable ([any ResponseDecision]) -> [any ResponseDecision]] = []
    var priority: TaskPriority? {
        get { rawPriority.map(TaskPriority.init) }
        set { rawPriority = newValue?.rawValue }
    }
    // A priority's size isn't known when this is compiled, and all that holds one costs more to move.
    private var rawPriority: UInt8?
    var groups: [CallGroup.Members] = []
    var needsPlace = true
    /// What it waits for before it begins: of a stream that is asked for again, so that a cancel ends the wait.
    var pause: (@Sendable () async throws -> Void)?
    /// Whether who makes it continues after such a failure, which then isn't its groups' either.
    var continuesAfter: (@Sendable (any Error) -> Bool)?

    /// By reference, as most calls have none.
    final class Shared: Sendable {
        let options: CallOptions

        init(_ options: CallOptions) { self.options = options }
    }
}
