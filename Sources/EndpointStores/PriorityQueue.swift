/// A queue ordered by key; elements with equal keys keep their order.
///
/// Each module that uses it has a symbolic link to this file. If it were imported from another module, each use would look up generic
/// metadata, which takes 12 % of a client's instructions.
struct PriorityQueue<Key: Comparable, Element> {
    // A binary heap. The entry of a removed element stays until it comes first, or until most entries belong to removed elements.
    private var heap: [(key: Key, number: Int)] = []
    private var elements: [Int: Element] = [:]
    private(set) var lastNumber = 0

    var count: Int { elements.count }

    /// The elements with their numbers, first to last.
    var inOrder: [(number: Int, element: Element)] {
        heap.sorted { ($0.key, $0.number) < ($1.key, $1.number) }.compactMap { entry in elements[entry.number].map { (entry.number, $0) } }
    }

    /// Returns the number by which the element can be removed.
    mutating func insert(_ element: Element, at key: Key) -> Int {
        lastNumber += 1
        elements[lastNumber] = element
        heap.append((key, lastNumber))
        var child = heap.count - 1
        while child > 0, isBefore(child, (child - 1) / 2) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
        return lastNumber
    }

    /// Returns nil if the element was already removed.
    @discardableResult mutating func remove(_ number: Int) -> Element? {
        let element = elements.removeValue(forKey: number)
        if heap.count > 2 * elements.count + 16 {
            heap = heap.filter { elements[$0.number] != nil }
            // A sorted array is a heap.
            heap.sort { ($0.key, $0.number) < ($1.key, $1.number) }
        }
        return element
    }

    /// The smallest key.
    mutating func firstKey() -> Key? {
        while let first = heap.first {
            if elements[first.number] != nil { return first.key }
            removeRoot()
        }
        return nil
    }

    mutating func takeFirst() -> Element? {
        guard firstKey() != nil, let first = heap.first else { return nil }
        removeRoot()
        return elements.removeValue(forKey: first.number)
    }

    private func isBefore(_ a: Int, _ b: Int) -> Bool { (heap[a].key, heap[a].number) < (heap[b].key, heap[b].number) }

    private mutating func removeRoot() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && isBefore(child, least) { least = child }
            if least == parent { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
