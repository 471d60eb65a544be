/// The models that the operations send and receive. Other models aren't written.
struct Reach: Hashable, Sendable {
    private(set) var sent: Set<Pointer> = []
    private(set) var received: Set<Pointer> = []
    /// All models that are sent or received.
    private(set) var all: Set<Pointer> = []
    /// The models whose values contain a date anywhere.
    private(set) var dated: Set<Pointer> = []
    /// The models in JSON bodies, in which null is different from a missing member.
    private(set) var written: Set<Pointer> = []
    /// The models in bodies that change something, for which a missing member and null have different meanings.
    private(set) var changes: Set<Pointer> = []
    /// The models whose members are the parts of a form.
    private(set) var forms: Set<Pointer> = []
    /// The models that are error bodies.
    private(set) var errors: Set<Pointer> = []
    /// Members that would make a value contain itself, as pairs of models.
    private(set) var boxed: Set<[Pointer]> = []
    /// The unions that may contain themselves.
    private(set) var indirect: Set<Pointer> = []

    init(_ operations: [Operation], _ models: [Pointer: Model]) {
        var sentFirst: [Pointer] = []
        var receivedFirst: [Pointer] = []
        var writtenFirst: [Pointer] = []
        var changesFirst: [(model: Pointer, method: String)] = []
        for operation in operations {
            sentFirst += operation.sent.flatMap(\.models)
            receivedFirst += operation.received.flatMap(\.models)
            errors.formUnion(operation.errors.map(\.model))
            switch operation.body?.content {
            case .json(let shape)?:
                writtenFirst += shape.models
                changesFirst += shape.models.map { ($0, operation.method) }
            case .multipart(let shape?)?:
                forms.formUnion(shape.models)
                for place in shape.models { writtenFirst += models[place]?.shapes.flatMap(\.models) ?? [] }
            default: break
            }
        }
        sent = Self.closure(of: sentFirst, models)
        received = Self.closure(of: receivedFirst, models)
        written = Self.closure(of: writtenFirst, models)
        let others = operations.flatMap { operation in
            if case .form(let shape)? = operation.body?.content { shape.models } else { [Pointer]() }
        }
        // A model that is also written in another form isn't a form with parts.
        forms.subtract(written.union(received).union(Self.closure(of: others, models)))
        // A PUT of a model that is also received replaces the whole value.
        let changing = changesFirst.filter { $0.method == "patch" || $0.method == "put" && !received.contains($0.model) }
        changes = Self.closure(of: changing.map(\.model), models)
        all = sent.union(received)
        let reached = models.filter { all.contains($0.key) }
        findCycles(in: reached)
        findDates(in: reached)
    }

    private static func closure(of first: [Pointer], _ models: [Pointer: Model]) -> Set<Pointer> {
        var found: Set<Pointer> = []
        var rest = first
        while let place = rest.popLast() {
            guard found.insert(place).inserted, let model = models[place] else { continue }
            rest += model.shapes.flatMap(\.models)
        }
        return found
    }

    private mutating func findDates(in models: [Pointer: Model]) {
        var users: [Pointer: [Pointer]] = [:]
        var rest: [Pointer] = []
        for (place, model) in models {
            if model.shapes.contains(where: { $0.contains(.date) }) { rest.append(place) }
            for target in model.shapes.flatMap(\.models) { users[target, default: []].append(place) }
        }
        while let place = rest.popLast() {
            if dated.insert(place).inserted { rest += users[place] ?? [] }
        }
    }

    /// Makes each union on a cycle indirect, and boxes the members on the remaining cycles.
    private mutating func findCycles(in models: [Pointer: Model]) {
        var stored = models.mapValues { Set($0.shapes.compactMap(\.embedded)) }
        let cycles = Cycles(stored)
        for (place, model) in models where model.union != nil && cycles.contain(place) {
            indirect.insert(place)
            stored[place] = []
        }
        let others = Cycles(stored)
        for (place, targets) in stored {
            for target in targets where others.contain(place, target) { boxed.insert([place, target]) }
        }
    }
}
