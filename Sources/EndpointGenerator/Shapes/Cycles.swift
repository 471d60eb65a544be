/// Groups of models that are on a common cycle of stored values: the strongly connected components of a graph.
struct Cycles {
    private var groups: [Pointer: Int] = [:]
    private let edges: [Pointer: Set<Pointer>]

    /// Finds the components in one traversal without recursion (Tarjan 1972).
    init(_ edges: [Pointer: Set<Pointer>]) {
        self.edges = edges
        var indices: [Pointer: Int] = [:]
        var lowest: [Pointer: Int] = [:]
        var path: [Pointer] = []
        var onPath: Set<Pointer> = []
        for start in edges.keys where indices[start] == nil {
            var walk: [(place: Pointer, targets: [Pointer])] = [(start, [])]
            while let (place, targets) = walk.popLast() {
                var rest = targets
                if indices[place] == nil {
                    indices[place] = indices.count
                    lowest[place] = indices[place]
                    path.append(place)
                    onPath.insert(place)
                    rest = Array(edges[place] ?? [])
                }
                if let next = rest.popLast() {
                    walk.append((place, rest))
                    if indices[next] == nil {
                        walk.append((next, []))
                    } else if onPath.contains(next) {
                        lowest[place] = min(lowest[place] ?? 0, indices[next] ?? 0)
                    }
                    continue
                }
                if lowest[place] == indices[place] {
                    let group = groups.count
                    while let last = path.popLast() {
                        onPath.remove(last)
                        groups[last] = group
                        if last == place { break }
                    }
                }
                if let parent = walk.last?.place { lowest[parent] = min(lowest[parent] ?? 0, lowest[place] ?? 0) }
            }
        }
    }

    /// Whether `target`, which the model at `place` stores, leads back to that model.
    func contain(_ place: Pointer, _ target: Pointer) -> Bool { groups[place] != nil && groups[place] == groups[target] }

    /// Whether a model may contain itself.
    func contain(_ place: Pointer) -> Bool { edges[place]?.contains { contain(place, $0) } ?? false }
}
