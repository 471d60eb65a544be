internal import Synchronization

/// Counts the elements that one page's lossy arrays have kept and skipped, so that a list knows how many elements the service sent.
package final class LossyLog: Sendable {
    /// The log of the page that is being decoded. It is a task-local value, because the decoder may be created anywhere.
    @TaskLocal static var current: LossyLog?

    package struct Entry: Sendable {
        package let kept: Int
        package let sent: Int
    }
    private let state = Mutex<[Entry]>([])

    package init() {}

    /// One entry for each array of the page itself.
    package var entries: [Entry] { state.withLock { $0 } }

    /// Decodes a page. The entries of an earlier attempt are discarded.
    package func noting<Value>(_ decode: () throws -> Value) rethrows -> Value {
        state.withLock { $0 = [] }
        return try Self.$current.withValue(self, operation: decode)
    }

    func note(at path: [any CodingKey], kept: Int, skipped: Int) {
        // An element may have its own lossy arrays, such as the replies to a comment.
        if path.contains(where: { $0.intValue != nil }) { return }
        state.withLock { $0.append(Entry(kept: kept, sent: kept + skipped)) }
    }
}
