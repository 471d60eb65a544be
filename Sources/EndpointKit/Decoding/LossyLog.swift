internal import Synchronization

/// What the lossy arrays of one page have kept and skipped, so that a list knows how many elements the service sent.
final class LossyLog: Sendable {
    /// The log of the page that is being decoded. A task-local, so that it doesn't depend on who makes the decoder.
    @TaskLocal static var current: LossyLog?

    private struct Entry {
        let element: ObjectIdentifier
        /// The depth of the array in its document.
        let depth: Int
        let kept: Int
        let sent: Int
    }
    private let entries = Mutex<[Entry]>([])

    /// Decodes a page. An earlier attempt's entries are forgotten.
    func noting<Value>(_ decode: () throws -> Value) rethrows -> Value {
        entries.withLock { $0 = [] }
        return try Self.$current.withValue(self, operation: decode)
    }

    func note<Element>(_ type: Element.Type, depth: Int, kept: Int, skipped: Int) {
        entries.withLock {
            $0.append(Entry(element: ObjectIdentifier(type), depth: depth, kept: kept, sent: kept + skipped))
        }
    }

    /// How many elements the service sent for the `kept` ones of a page. nil if they may be a selection of what its lossy arrays kept.
    func sentCount<Element>(of type: Element.Type, kept: Int) -> Int? {
        let arrays = entries.withLock { $0.filter { $0.element == ObjectIdentifier(type) } }
        // Elements may have lossy arrays of their own kind, such as the replies to a comment.
        guard let top = arrays.map(\.depth).min() else { return kept }
        let counts = Set(arrays.filter { $0.depth == top && $0.kept == kept }.map(\.sent))
        return counts.count == 1 ? counts.first : nil
    }
}
