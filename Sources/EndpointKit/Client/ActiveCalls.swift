/// The active calls of a client. Each keeps the place that it was given, so that nothing is looked up when it ends.
struct ActiveCalls {
    private var places: [CallHandle?] = []
    private var free: [Int] = []

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

    mutating func remove(at place: Int) {
        places[place] = nil
        free.append(place)
    }
}
