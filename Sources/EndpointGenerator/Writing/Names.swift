/// The names of types and operations in generated code. Those of members are found where they are written.
struct Names: Hashable, Sendable {
    /// The name of the service, as in `Petstore`Client.
    let service: String
    /// The name of each model, with that of the type around it: `Pet.Status`.
    private(set) var types: [Pointer: String] = [:]
    /// The models that are nested in another one.
    private(set) var owners: [Pointer: Pointer] = [:]
    /// The enum of each operation.
    private(set) var endpoints: [Pointer: String] = [:]
    /// The case and the function of each operation.
    private(set) var operations: [Pointer: String] = [:]
    /// The function of each operation's stream, if it has another answer too.
    private(set) var streams: [Pointer: String] = [:]

    /// The client's properties for further servers, by their addresses.
    private(set) var servers: [String: String] = [:]

    var client: String { service + "Client" }

    /// - Parameters:
    ///   - service: the name of the service.
    ///   - operations: in the order of the document.
    ///   - models: those that are written.
    init(service: String, _ operations: [Operation], _ models: [Pointer: Model]) {
        self.service = service
        // Components choose first.
        let places = models.keys.map { (rank: $0.componentName == nil ? 1 : 0, text: $0.description, place: $0) }
            .sorted { ($0.rank, $0.text) < ($1.rank, $1.text) }.map(\.place)
        for place in places { owners[place] = Self.owner(of: place, models) }
        var files = UniqueNames(taken: ReservedNames.types, ignoresCase: true)
        _ = files.name(client)
        nameTypes(places, models, &files)
        nameEndpoints(operations, &files)
        nameServers(operations)
    }

    /// The outermost model of an object around a place.
    private static func owner(of place: Pointer, _ models: [Pointer: Model]) -> Pointer? {
        for count in place.tokens.indices.dropFirst() {
            let outer = Pointer(Array(place.tokens.prefix(count)), in: place.file)
            if let model = models[outer], !model.isPlain { return outer }
        }
        return nil
    }

    private mutating func nameTypes(_ places: [Pointer], _ models: [Pointer: Model], _ files: inout UniqueNames) {
        for place in places where owners[place] == nil {
            let hint = models[place]?.hint ?? []
            let name = hint.map(Words.type).joined()
            types[place] = files.name(name, name.isEmpty ? "" : service + name, service + "Value")
        }
        // A nested name hides an outer one, so it differs from all of them.
        let outer = Set(types.values.map { $0.lowercased() }).union(ReservedNames.types)
        var scopes: [Pointer: UniqueNames] = [:]
        for place in places {
            guard let owner = owners[place], let outerName = types[owner] else { continue }
            let hint = models[place]?.hint ?? []
            var scope = scopes[owner] ?? UniqueNames(taken: outer, ignoresCase: true)
            let last = hint.last.map(Words.type) ?? ""
            let name = scope.name(last, hint.suffix(2).map(Words.type).joined(), hint.map(Words.type).joined())
            scopes[owner] = scope
            types[place] = "\(outerName).\(name)"
        }
    }

    private mutating func nameEndpoints(_ operations: [Operation], _ files: inout UniqueNames) {
        var enums: [String: String] = [:]
        var functions = UniqueNames(taken: ReservedNames.operations)
        for operation in operations {
            let group = Words.type(operation.tag ?? service)
            let key = group.lowercased()
            let name = enums[key] ?? files.name((group.isEmpty ? service : group) + "Endpoint", service + group + "Endpoint")
            enums[key] = name
            endpoints[operation.place] = name
            let function = Words.member(operation.name)
            let member = functions.name(function, function.isEmpty ? "" : function + "Operation")
            self.operations[operation.place] = member
            if case .lines? = operation.stream { streams[operation.place] = functions.name(member + "Lines") }
            if case .events? = operation.stream { streams[operation.place] = functions.name(member + "Events") }
        }
    }

    /// `uploadServer` for `https://upload.shop.example/v2`.
    private mutating func nameServers(_ operations: [Operation]) {
        var names = UniqueNames(taken: ["server"])
        for server in Set(operations.compactMap(\.server)).sorted() {
            let host = server.split(separator: "/").dropFirst().first ?? ""
            servers[server] = names.name(Words.member("\(host.prefix { $0 != "." && $0 != ":" }) server"))
        }
    }

    /// The name of a service from the title of its document: `Petstore` for "Swagger Petstore - OpenAPI 3.0".
    static func service(title: String) -> String {
        let fillers: Set<String> = [
            "a", "an", "api", "apis", "open", "openapi", "rest", "restful", "spec", "specification", "swagger", "the", "v",
        ]
        let words = Words.of(title).filter { !fillers.contains($0.lowercased()) && $0.contains { $0.isLetter } }
        let name = Words.type(words.filter { $0.wholeMatch(of: /v[0-9]+/) == nil }.prefix(3).joined(separator: " "))
        return name.isEmpty ? "Service" : name
    }
}
