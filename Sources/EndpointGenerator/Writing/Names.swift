internal import EndpointHTTP

/// The names of types and operations in generated code. Members are named where they are written.
struct Names: Hashable, Sendable {
    /// The name of the service, as in `Petstore`Client.
    let service: String
    /// The name of each model, including that of the outer type: `Pet.Status`.
    private(set) var types: [Pointer: String] = [:]
    /// The outer model of each nested model.
    private(set) var owners: [Pointer: Pointer] = [:]
    /// The enum of each operation.
    private(set) var endpoints: [Pointer: String] = [:]
    /// The function of each operation.
    private(set) var operations: [Pointer: String] = [:]
    /// The function for the stream of each operation that also has another response.
    private(set) var streams: [Pointer: String] = [:]

    /// The client's properties for additional servers, by address.
    private(set) var servers: [String: String] = [:]

    /// The case of each operation.
    private(set) var cases: [Pointer: String] = [:]
    /// The function for each list that is read in pages.
    private(set) var lists: [Pointer: String] = [:]

    var client: String { service + "Client" }

    /// The names that the document doesn't contain.
    private(set) var invented = InventedNames()
    private let chosen: ChosenNames
    /// The models that are forms with files.
    private let forms: Set<Pointer>
    /// Chosen names that are taken, with their locations in the file of choices.
    private(set) var notes = Notes()

    /// - Parameters:
    ///   - service: the name of the service.
    ///   - operations: the operations, in the order of the document.
    ///   - models: the models to write.
    ///   - paging: the lists that are read in pages.
    ///   - forms: the models that are forms with files.
    ///   - chosen: names that a person has chosen.
    init(
        service: String, _ operations: [Operation], _ models: [Pointer: Model], _ paging: Paging, forms: Set<Pointer>,
        chosen: ChosenNames = ChosenNames()
    ) {
        let isTaken = ReservedNames.types.contains("\(service)client".lowercased())
        self.service = isTaken ? service + "Service" : service
        self.forms = forms
        self.chosen = chosen
        // Components are named first.
        let places = models.keys.map { (rank: $0.componentName == nil ? 1 : 0, text: $0.description, place: $0) }
            .sorted { ($0.rank, $0.text) < ($1.rank, $1.text) }.map(\.place)
        for place in places { owners[place] = Self.owner(of: place, models) }
        var files = UniqueNames(taken: ReservedNames.types, ignoresCase: true)
        _ = files.name(client)
        nameTypes(places, models, Self.longNames(of: operations), &files)
        nameEndpoints(operations, paging, &files)
        nameServers(operations)
        inventMembers(places, models)
    }

    /// The outermost model of an object that contains a location.
    private static func owner(of place: Pointer, _ models: [Pointer: Model]) -> Pointer? {
        for count in place.tokens.indices.dropFirst() {
            let outer = Pointer(Array(place.tokens.prefix(count)), in: place.file)
            if let model = models[outer], !model.isPlain { return outer }
        }
        return nil
    }

    // MARK: Types

    /// Names for sets of words used by parameters, which include the operation's name: `ComicsOrderBy`.
    private static func longNames(of operations: [Operation]) -> [Pointer: String] {
        var names: [Pointer: String] = [:]
        for operation in operations {
            for parameter in operation.parameters {
                for place in parameter.shape.models where place.componentName == nil && names[place] == nil {
                    names[place] = Words.type(operation.name) + Words.type(parameter.name)
                }
            }
        }
        return names
    }

    private mutating func nameTypes(
        _ places: [Pointer], _ models: [Pointer: Model], _ longNames: [Pointer: String], _ files: inout UniqueNames
    ) {
        for place in places where owners[place] == nil {
            guard let name = chosen.types[ChosenNames.key(place)] else { continue }
            let isFree = !ReservedNames.keywords.contains(name) && files.take(name)
            if isFree { types[place] = name } else { noteTaken("types", ChosenNames.key(place), name) }
        }
        let hints = places.filter { owners[$0] == nil }.map { (models[$0]?.hint ?? []).map(Words.type).joined() }
        let counts = Dictionary(hints.map { ($0, 1) }, uniquingKeysWith: +)
        for place in places where owners[place] == nil && types[place] == nil {
            let hint = models[place]?.hint ?? []
            let short = hint.map(Words.type).joined()
            // If several parameters have the same name but different words, each is named after its operation.
            let name = counts[short, default: 0] > 1 ? longNames[place] ?? short : short
            let given = files.name(name, name.isEmpty ? "" : service + name, service + "Value")
            types[place] = given
            if given != name || !Words.isNamed(hint.first ?? "") { invented.types[ChosenNames.key(place)] = given }
        }
        // A nested name hides an outer one, so it must differ from all outer names.
        let outer = Set(types.values.map { $0.lowercased() }).union(ReservedNames.types)
        var scopes: [Pointer: UniqueNames] = [:]
        for isChosen in [true, false] {
            for place in places {
                guard let owner = owners[place], let outerName = types[owner], types[place] == nil else { continue }
                let choice = chosen.types[ChosenNames.key(place)]
                if isChosen, choice == nil { continue }
                var scope = scopes[owner] ?? UniqueNames(taken: outer, ignoresCase: true)
                defer { scopes[owner] = scope }
                if isChosen, let choice {
                    if scope.take(choice) {
                        types[place] = "\(outerName).\(choice)"
                    } else {
                        noteTaken("types", ChosenNames.key(place), choice)
                    }
                    continue
                }
                let hint = models[place]?.hint ?? []
                let last = hint.last.map(Words.type) ?? ""
                // The type of a member `data` is named after its content.
                let own = last == "Data" || last == "Object" ? "Content" : ""
                let name = scope.name(last, own, hint.suffix(2).map(Words.type).joined(), hint.map(Words.type).joined())
                types[place] = "\(outerName).\(name)"
                if name.last?.isNumber == true && last.last?.isNumber != true || !Words.isNamed(hint.last ?? "") {
                    invented.types[ChosenNames.key(place)] = name
                }
            }
        }
    }

    private mutating func noteTaken(_ section: String, _ key: String, _ name: String) {
        notes.add(Pointer([section, key]), "The chosen name \(name.debugDescription) is taken.")
    }

    // MARK: Operations

    private mutating func nameEndpoints(_ operations: [Operation], _ paging: Paging, _ files: inout UniqueNames) {
        var enums: [String: String] = [:]
        var functions = UniqueNames(taken: ReservedNames.operations)
        for operation in operations {
            guard let name = chosen.operations[operation.key] else { continue }
            if functions.take(name) { self.operations[operation.place] = name } else { noteTaken("operations", operation.key, name) }
        }
        for operation in operations {
            guard let tag = operation.tag, let name = chosen.tags[tag], enums[Words.type(tag).lowercased()] == nil else { continue }
            if files.take(name) { enums[Words.type(tag).lowercased()] = name } else { noteTaken("tags", tag, name) }
        }
        for operation in operations {
            let group = Words.type(operation.tag ?? service)
            let key = group.lowercased()
            let name = enums[key] ?? files.name((group.isEmpty ? service : group) + "Endpoint", service + group + "Endpoint")
            enums[key] = name
            endpoints[operation.place] = name
            if self.operations[operation.place] != nil { continue }
            let function = Words.member(operation.name)
            let given = functions.name(function, function.isEmpty ? "" : function + "Operation")
            self.operations[operation.place] = given
            if case .lines? = operation.stream { streams[operation.place] = functions.name(given + "Lines") }
            if case .events? = operation.stream { streams[operation.place] = functions.name(given + "Events") }
            if given != function || operation.isNamedByPath || !Words.isNamed(operation.name) { invented.operations[operation.key] = given }
        }
        for (_, group) in Dictionary(grouping: operations, by: { endpoints[$0.place] ?? "" }) {
            let tag = group.first.map { $0.tag ?? service } ?? ""
            for (operation, name) in zip(group, CaseName.all(group.map { self.operations[$0.place] ?? "" }, in: tag)) {
                cases[operation.place] = name
            }
        }
        // The names of the operations themselves take precedence.
        for operation in operations where paging.lists[operation.place] != nil {
            let function = self.operations[operation.place] ?? ""
            let name = ListName.all(function, isNoun: operation.isNamedByPath, of: paging.lists[operation.place])
            lists[operation.place] = functions.name(name, function + "Elements")
        }
    }

    /// `uploadServer` for `https://upload.shop.example/v2`.
    private mutating func nameServers(_ operations: [Operation]) {
        var names = UniqueNames(taken: ["server"])
        for server in Set(operations.compactMap(\.server)).sorted() {
            let host = server.split(separator: "/").dropFirst().first ?? ""
            servers[server] = names.name(Words.member("\(host.upTo { $0 == "." || $0 == ":" }) server"))
        }
    }

    // MARK: Members

    /// The names of a model's properties or words, in order.
    func members(of model: Model) -> [String] {
        let chosen = chosen.members[ChosenNames.key(model.place)] ?? [:]
        return UniqueNames.members(
            model.texts, named: model.isSet ? Words.word : Words.member,
            avoiding: model.isSet ? ReservedNames.words : forms.contains(model.place) ? ReservedNames.formMembers : ReservedNames.members,
            suffix: "Value", chosen: chosen)
    }

    private mutating func inventMembers(_ places: [Pointer], _ models: [Pointer: Model]) {
        for place in places {
            guard let model = models[place] else { continue }
            let key = ChosenNames.key(place)
            for (name, member) in zip(model.texts, members(of: model)) where chosen.members[key]?[name] == nil {
                let natural = model.isSet ? Words.word(name) : Words.member(name)
                let isPlain = Words.isNamed(name) || model.isSet && !natural.hasPrefix("value") && natural != "other"
                if member != natural || !isPlain { invented.members[key, default: [:]][name] = member }
            }
        }
    }

    /// The name of the service, from the document's title: `Petstore` for "Swagger Petstore - OpenAPI 3.0".
    static func service(title: String) -> String {
        let fillers: Set<String> = [
            "a", "an", "api", "apis", "open", "openapi", "rest", "restful", "spec", "specification", "swagger", "the", "v",
        ]
        let words = Words.of(title).filter { !fillers.contains($0.lowercased()) && $0.contains { $0.isLetter } }
        let name = Words.type(words.filter { $0.wholeMatch(of: /v[0-9]+/) == nil }.prefix(3).joined(separator: " "))
        return name.isEmpty ? "Service" : name
    }
}

extension Model {
    /// Whether the model is a set of words or numbers.
    fileprivate var isSet: Bool {
        switch kind {
        case .words, .numbers: true
        case .object, .union: false
        }
    }

    /// The strings from which the names of the members are made.
    fileprivate var texts: [String] {
        switch kind {
        case .words(let words): words
        case .numbers(let numbers): names.isEmpty ? numbers.map { "\($0)" } : names
        case .object(let properties): properties.map(\.name)
        case .union: []
        }
    }
}
