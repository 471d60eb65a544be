internal import Synchronization

/// The active calls of a client. The handles themselves form a linked list, so insertion and removal are cheap.
final class ActiveCalls: Sendable {
    private let first = Mutex<CallHandle?>(nil)

    func insert(_ handle: CallHandle) {
        first.withLock { first in
            handle.next = first
            first?.previous = handle
            first = handle
        }
    }

    func remove(_ handle: CallHandle) {
        first.withLock { first in
            if let previous = handle.previous { previous.next = handle.next } else if first === handle { first = handle.next }
            handle.next?.previous = handle.previous
            (handle.previous, handle.next) = (nil, nil)
        }
    }

    /// The active calls, newest first.
    var all: [CallHandle] {
        first.withLock { first in
            var handles: [CallHandle] = []
            var handle = first
            while let current = handle {
                handles.append(current)
                handle = current.next
            }
            return handles
        }
    }
}
