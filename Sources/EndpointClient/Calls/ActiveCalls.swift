/// The active calls of a client. Each call keeps its index, so that removing it needs no search.
struct ActiveCalls {
    private var places: [CallHandle?] = []
    private var free: [Int] = []
    /// Whether the client has been shut down.
    private(set) var isClosed = false
    /// The waits for the moment when no call is active.
    private var waiters: [Wait<Void>] = []

    var isEmpty: Bool { free.count == places.count }

    /// The active calls, in no particular order.
    var all: [CallHandle] { places.compactMap(\.self) }

    /// Returns the call's index.
    mutating func insert(_ call: CallHandle) -> Int {
        guard let place = free.popLast() else {
            places.append(call)
            return places.count - 1
        }
        places[place] = call
        return place
    }

    /// If no call is active afterwards, returns the waits for that moment, which the caller resumes.
    mutating func remove(at place: Int) -> [Wait<Void>] {
        places[place] = nil
        free.append(place)
        guard !waiters.isEmpty, isEmpty else { return [] }
        defer { waiters = [] }
        return waiters
    }

    /// Closes the client. Returns a wait that ends when the last call does.
    mutating func close() -> Wait<Void> {
        isClosed = true
        let wait = Wait<Void>()
        if isEmpty { wait.finish(.success(())) } else { waiters.append(wait) }
        return wait
    }
}
