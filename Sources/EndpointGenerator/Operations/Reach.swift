/// Which models the operations send and receive. Other models aren't written.
struct Reach: Hashable, Sendable {
    private(set) var sent: Set<Pointer> = []
    private(set) var received: Set<Pointer> = []
    /// The models that are the body of an error.
    private(set) var errors: Set<Pointer> = []
    /// Members that would make a value contain itself, as pairs of models.
    private(set) var boxed: Set<[Pointer]> = []

    init(_ operations: [Operation], _ models: [Pointer: Model]) {
        var sentFirst: [Pointer] = []
        var receivedFirst: [Pointer] = []
        for operation in operations {
            sentFirst += operation.parameters.flatMap(\.shape.models) + (operation.body?.content.shape?.models ?? [])
            if case .json(let shape) = operation.answer { receivedFirst += shape.models }
            receivedFirst += operation.errors.map(\.model)
            errors.formUnion(operation.errors.map(\.model))
        }
        sent = Self.closure(of: sentFirst, models)
        received = Self.closure(of: receivedFirst, models)
        boxed = Self.cycles(in: models.filter { all.contains($0.key) })
    }

    var all: Set<Pointer> { sent.union(received) }

    private static func closure(of first: [Pointer], _ models: [Pointer: Model]) -> Set<Pointer> {
        var found: Set<Pointer> = []
        var rest = first
        while let place = rest.popLast() {
            guard found.insert(place).inserted, let model = models[place] else { continue }
            rest += model.properties.flatMap(\.shape.models)
        }
        return found
    }

    /// The members on a way from a model through stored values back to itself.
    private static func cycles(in models: [Pointer: Model]) -> Set<[Pointer]> {
        let stored = models.mapValues { Set($0.properties.compactMap(\.shape.embedded)) }
        var boxed: Set<[Pointer]> = []
        for (place, targets) in stored {
            for target in targets {
                var found: Set<Pointer> = []
                var rest = [target]
                while let next = rest.popLast(), !found.contains(place) {
                    if found.insert(next).inserted { rest += stored[next] ?? [] }
                }
                if found.contains(place) { boxed.insert([place, target]) }
            }
        }
        return boxed
    }
}
