/// The active calls of a client. Each keeps the place that it was given, so that nothing is looked up when it ends.
struct ActiveCalls {
    private var places: [CallHandle?] = []
    private var free: [Int] = []
    /// Whether the client has been shut down.
    private(set) var isClosed = false
    /// They wait until no call is active.
    private var waiters: [Wait<Void>] = []

    var isEmpty: Bool { free.count == places.count }

    /// In no order.
    var all: [CallHandle] { places.compactMap(\.self) }

    /// Returns the call's place.
    mutating func insert(_ call: CallHandle) -> Int {
        guard let place = free.popLast() else {
            places.append(call)
            return places.count - 1
        }
        places[place] = call
        return place
    }

    /// Returns those who wait for the last call: the caller resumes them.
    mutating func remove(at place: Int) -> [Wait<Void>] {
        places[place] = nil
        free.append(place)
        guard !waiters.isEmpty, isEmpty else { return [] }
        defer { waiters = [] }
        return waiters
    }

    /// Closes the client. Returns what ends with the last call.
    mutating func close() -> Wait<Void> {
        isClosed = true
        let wait = Wait<Void>()
        if isEmpty { wait.finish(.success(())) } else { waiters.append(wait) }
        return wait
    }
}
