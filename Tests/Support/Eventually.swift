import Dispatch
import Synchronization
import Testing

/// Returns when `condition` holds or the task is cancelled. Use it for a state without a signal; if there is a signal, wait for that.
///
/// One timer checks the conditions of all tests, so that a waiting test doesn't use threads of the pool that other work needs.
///
/// A condition that doesn't hold after ``longestWait`` is an issue, because it would block the whole run.
public func eventually(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, _ condition: @escaping @Sendable () -> Bool
) async {
    if condition() { return }
    let isCancelled = Flag()
    let end = ContinuousClock.now + longestWait
    await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            let isOver: @Sendable () -> Bool = { condition() || isCancelled.value || ContinuousClock.now > end }
            ConditionWatch.shared.add(ConditionWatch.Waiter(condition: isOver, continuation: continuation))
        }
    } onCancel: {
        isCancelled.set()
    }
    if ContinuousClock.now > end { Issue.recordLongWait(fileID, filePath, line) }
}

/// The same for an asynchronous condition.
public func eventually(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, asking condition: () async throws -> Bool
) async rethrows {
    let end = ContinuousClock.now + longestWait
    while try await !condition(), !Task.isCancelled {
        if ContinuousClock.now > end {
            Issue.recordLongWait(fileID, filePath, line)
            return
        }
        await timerTurn()
    }
}

/// Longer than a whole run on a slow machine needs for a condition that can still hold.
private let longestWait: Duration = .seconds(240)

extension Issue {
    fileprivate static func recordLongWait(_ fileID: String, _ filePath: String, _ line: Int) {
        record(
            "The condition didn't hold within \(longestWait).",
            sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: 1))
    }
}

/// Waits for the timer once. The runtime opens descriptors for its first timer, at some moment on a separate thread. When this returns,
/// they are all open, so a test that counts descriptors calls it first.
public func timerTurn() async {
    let isLater = Flag()
    await eventually {
        defer { isLater.set() }
        return isLater.value
    }
}

private final class Flag: Sendable {
    private let state = Mutex(false)
    var value: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
}

private final class ConditionWatch: Sendable {
    static let shared = ConditionWatch()

    struct Waiter: Sendable {
        let condition: @Sendable () -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private let waiters = Mutex<[Waiter]>([])
    private let queue = DispatchQueue(label: "eventually")

    func add(_ waiter: Waiter) {
        let isFirst = waiters.withLock { waiters in
            waiters.append(waiter)
            return waiters.count == 1
        }
        if isFirst { lookLater() }
    }

    private func lookLater() {
        queue.asyncAfter(deadline: .now() + .milliseconds(2)) { self.look() }
    }

    private func look() {
        // Conditions may take the framework's locks, so they are checked outside this lock.
        let done = Set(waiters.withLock { $0 }.enumerated().filter { $0.element.condition() }.map(\.offset))
        let (resumed, isEmpty): ([Waiter], Bool) = waiters.withLock { waiters in
            let resumed = done.map { waiters[$0] }
            waiters = waiters.enumerated().filter { !done.contains($0.offset) }.map(\.element)
            return (resumed, waiters.isEmpty)
        }
        for waiter in resumed { waiter.continuation.resume() }
        if !isEmpty { lookLater() }
    }
}
