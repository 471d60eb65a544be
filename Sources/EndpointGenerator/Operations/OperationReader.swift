internal import EndpointHTTP

/// Reads a document's operations, in order.
struct OperationReader {
    let document: Document
    var shapes: ShapeReader
    private let selection: Selection
    /// The parts of the selection that match no operation.
    private(set) var unmatched: Selection
    private(set) var operations: [Operation] = []
    private var names: Set<String> = []
    /// The ids of all operations. Names derived from paths must differ from them.
    private let ids: Set<String>
    private let pathNames: PathNames
    /// Sets of words that several parameters share.
    var sharedWords: [[String]: Pointer] = [:]

    static let methods = ["get", "put", "post", "delete", "options", "head", "patch"]

    init(_ document: Document, _ selection: Selection = Selection()) {
        self.document = document
        self.selection = selection
        unmatched = selection
        shapes = ShapeReader(document)
        let paths = document[Pointer(["paths"])]?.object ?? JSON.Object()
        pathNames = PathNames(paths.keys.filter { $0.hasPrefix("/") })
        ids = Set(
            paths.flatMap { path, item in
                let item = document.resolve(item, at: Pointer(["paths", path])).value.object ?? JSON.Object()
                return item.compactMap { $0.value["operationId"]?.string.map { Words.member($0) } }
            })
    }

    /// Reads all selected operations.
    mutating func read() {
        let paths = Pointer(["paths"])
        for (path, item) in document[paths]?.object ?? JSON.Object() where path.hasPrefix("/") {
            let (item, place) = document.resolve(item, at: paths.appending(path))
            for (method, operation) in item.object ?? JSON.Object() where operation.object != nil {
                if Self.methods.contains(method) {
                    read(operation, method: method, path: path, of: item, at: place)
                } else if method == "trace" {
                    shapes.notes.add(place.appending(method), "TRACE is left out.")
                }
            }
        }
        for (name, _) in document.root["webhooks"]?.object ?? JSON.Object() {
            shapes.notes.add(Pointer(["webhooks", name]), "Webhooks are requests to you, and are left out.")
        }
        shapes.finish()
        operations = operations.map { $0.mapShapes { shapes.final($0) } }
    }

    private mutating func read(_ value: JSON, method: String, path: String, of item: JSON, at itemPlace: Pointer) {
        let place = itemPlace.appending(method)
        let id = value["operationId"]?.string
        let tag = value["tags"]?[0]?.string
        let matches = selection.matches(id: id, tag: tag, path: path)
        guard selection.isEmpty || !matches.isEmpty else { return }
        unmatched = unmatched.subtracting(matches)
        let ownName = id.flatMap { Words.of($0).isEmpty ? nil : $0 }
        var name = ownName ?? name(method: method, path: path)
        let line = "\(method.uppercased()) \(path)"
        let isOwn = !names.contains(name)
        if ownName != nil, !isOwn {
            shapes.notes.add(place, "The operation id \(name.debugDescription) occurs twice. The second is named after its path.")
            name = self.name(method: method, path: path)
        }
        names.insert(name)
        // A fragment only distinguishes operations.
        let address = path.upTo { $0 == "#" }
        var operation = Operation(
            place: place, method: method, path: String(address.upTo { $0 == "?" }), name: name, key: isOwn ? id ?? line : line,
            isNamedByPath: ownName == nil || !isOwn, tag: tag,
            summary: value["summary"]?.string ?? value["description"]?.string, isDeprecated: value["deprecated"]?.bool ?? false)
        operation.fixedQuery = Self.items(address[address.upTo { $0 == "?" }.endIndex...].trimmingPrefix("?"))
        if let servers = value["servers"] ?? item["servers"] {
            let server = servers[0].flatMap { Server.address($0) }
            operation.server = server == Server.ofAll(document) ? nil : server
            if server == nil {
                shapes.notes.add(place, "Its own servers are left out: the request goes to the configuration's base URL.")
            }
        }
        if value["callbacks"] != nil { shapes.notes.add(place.appending("callbacks"), "Callbacks are left out.") }
        operation.parameters = parameters(of: value, in: item, operation, itemPlace)
        operation.body = body(of: value, operation)
        readResponses(of: value, into: &operation)
        let security = value["security"] ?? document.root["security"]
        operation.security = security?.array?.map { $0.object?.keys ?? [] } ?? []
        operation.place = Pointer(["paths", path, method])
        operations.append(operation)
    }

    private static func items(_ query: Substring) -> [Operation.FixedItem] {
        query.split(separator: "&").map { item in
            let name = item.upTo { $0 == "=" }
            let value = item[name.endIndex...].trimmingPrefix("=")
            return Operation.FixedItem(
                name: PercentEncoding.decode(name.utf8[...]),
                value: name.endIndex < item.endIndex ? PercentEncoding.decode(value.utf8[...]) : nil)
        }
    }

    /// `pet` for `GET /pets/{petId}`.
    private func name(method: String, path: String) -> String {
        let candidates = pathNames.candidates(method: method, path: path)
        let free = candidates.first { name in
            let member = Words.member(name)
            return !names.contains(name) && !ids.contains(member) && !ReservedNames.operations.contains(member)
        }
        return free ?? candidates.last ?? method
    }

    // MARK: Body

    private mutating func body(of value: JSON, _ operation: Operation) -> Operation.Body? {
        guard let given = value["requestBody"] else { return nil }
        let (body, place) = document.resolve(given, at: operation.place.appending("requestBody"))
        guard let content = Content(of: body, at: place) else {
            shapes.notes.add(place, "The body has no content type, and is left out.")
            return nil
        }
        if content.isChoice { shapes.notes.add(place, "Of several content types, \(content.type) is sent.") }
        let isRequired = body["required"]?.bool ?? false
        let hint = [Self.name(of: place, in: "requestBodies", Words.type(operation.name) + "Body")]
        let result: Operation.Body.Content
        switch content.kind {
        case .json: result = .json(shapes.shape(of: content.schema ?? .null, at: content.schemaPlace, hint: hint))
        case .form:
            let shape = shapes.shape(of: content.schema ?? .null, at: content.schemaPlace, hint: hint)
            result = .form(shape)
        case .multipart:
            let shape = shapes.shape(of: content.schema ?? .null, at: content.schemaPlace, hint: hint).unwrapped
            let model = shape.models.first.flatMap { shape == .model($0) ? shapes.models[$0] : nil }
            if model == nil, content.schema?["properties"] != nil {
                shapes.notes.add(content.schemaPlace, "The parts of the form have no types of their own.")
            }
            if !content.type.lowercased().hasPrefix("multipart/form-data") {
                shapes.notes.add(place, "\(content.type) is sent as multipart/form-data.")
            }
            if content.hasEncoding { shapes.notes.add(place, "The encoding of the parts isn't read.") }
            result = .multipart(model?.properties.isEmpty == false ? shape : nil)
        case .events, .text: result = .text
        case .lines, .bytes: result = .bytes
        }
        return Operation.Body(content: result, contentType: content.type, isRequired: isRequired)
    }

    /// The name of a component that several operations share, such as `UnauthorizedError`; otherwise `own`. If the component's name doesn't
    /// end in a word such as `Error` or `Response`, the last word of `own` is added.
    private static func name(of place: Pointer, in group: String, _ own: String) -> String {
        guard place.tokens.count == 3, place.tokens.starts(with: ["components", group]) else { return own }
        let name = Words.type(place.tokens[2])
        let words = Words.of(name)
        if ["answer", "body", "error", "problem", "request", "response", "result"].contains(words.last?.lowercased() ?? "") { return name }
        return name + (Words.of(own).last ?? "")
    }

    // MARK: Answers

    private mutating func readResponses(of value: JSON, into operation: inout Operation) {
        let place = operation.place.appending("responses")
        let responses = value["responses"]?.object ?? JSON.Object()
        let successes = responses.keys.filter { $0.hasPrefix("2") }.sorted()
        // If an operation declares no success, it responds with `default`.
        let success = successes.isEmpty && responses["default"] != nil ? ["default"] : successes
        var answers: [Operation.Answer] = []
        let hint = Words.type(operation.name) + "Answer"
        for status in success {
            let answer = answer(of: responses[status] ?? .null, at: place.appending(status), hint: hint)
            if !answers.contains(answer) { answers.append(answer) }
            operation.hasLinkField = operation.hasLinkField || hasLinkField(responses[status] ?? .null)
        }
        operation.answer = one(of: answers, at: place, hint: hint)
        for status in success where operation.stream == nil {
            let (response, place) = document.resolve(responses[status] ?? .null, at: place.appending(status))
            guard let content = Content(of: response, at: place, kinds: [.events, .lines]) else { continue }
            let stream = answer(of: content, hint: hint)
            operation.stream = stream == operation.answer ? nil : stream
        }
        for (status, response) in responses where !success.contains(status) {
            guard let statuses = Self.statuses(status) else { continue }
            let name = Words.type(operation.name) + "Error"
            let answer = answer(of: response, at: place.appending(status), hint: name)
            if case .json(let shape) = answer, case .model(let model) = shape.unwrapped, shapes.models[model]?.isPlain == false {
                operation.errors.append(Operation.ErrorAnswer(statuses: statuses, model: model))
            } else if case .json(let shape) = answer, shape.unwrapped != .any {
                shapes.notes.add(place.appending(status), "The error isn't an object, and has no type of its own.")
            }
        }
    }

    private func hasLinkField(_ response: JSON) -> Bool {
        let response = document.resolve(response, at: Pointer()).value
        return response["headers"]?.object?.keys.contains { $0.lowercased() == "link" } ?? false
    }

    private static func statuses(_ text: String) -> Operation.ErrorAnswer.Statuses? {
        switch text.uppercased() {
        case "DEFAULT": .any
        case "4XX": .clientErrors
        case "5XX": .serverErrors
        default: Int(text).flatMap { (400...599).contains($0) ? .status($0) : nil }
        }
    }

    /// A single response for several statuses. Values of several types become a union, and a status without a value makes the response
    /// optional.
    private mutating func one(of answers: [Operation.Answer], at place: Pointer, hint: String) -> Operation.Answer {
        let contents = answers.filter { $0 != .none }
        let values = contents.compactMap { if case .json(let shape) = $0 { shape } else { nil } }
        guard let first = contents.first else { return .none }
        if values.count < contents.count {
            if contents.count > 1 { shapes.notes.add(place, "Of several kinds of success, only the first is read.") }
            guard case .json(let shape) = first else { return first }
            return .json(answers.contains(.none) ? shape.asOptional : shape)
        }
        let shape = values.count == 1 ? values[0] : shapes.combined(values, at: place, hint: [hint])
        return .json(answers.contains(.none) ? shape.asOptional : shape)
    }

    private mutating func answer(of given: JSON, at place: Pointer, hint: String) -> Operation.Answer {
        let (response, place) = document.resolve(given, at: place)
        // A stream next to another response gets its own function.
        let kinds: Set<Content.Kind> = [.json, .form, .multipart, .text, .bytes]
        guard let content = Content(of: response, at: place, kinds: kinds) ?? Content(of: response, at: place) else { return .none }
        return answer(of: content, hint: Self.name(of: place, in: "responses", hint))
    }

    private mutating func answer(of content: Content, hint: String) -> Operation.Answer {
        switch content.kind {
        case .json: return .json(shapes.shape(of: content.schema ?? .null, at: content.schemaPlace, hint: [hint]))
        case .events:
            guard let schema = content.schema else { return .events(nil) }
            let shape = shapes.shape(of: schema, at: content.schemaPlace, hint: [hint + "Event"])
            // A text schema describes the bytes of the stream.
            return .events(shape == .any || shape == .scalar(.text) ? nil : shape)
        case .lines: return .lines(shapes.shape(of: content.schema ?? .null, at: content.schemaPlace, hint: [hint + "Line"]))
        case .text: return .text
        case .form, .multipart, .bytes: return .bytes
        }
    }
}
