/// One operation in a document, with what it sends and how it responds.
struct Operation: Hashable, Sendable {
    /// Its location below `paths`. Several paths may share one definition.
    var place: Pointer
    /// In lower case.
    let method: String
    /// The template, such as `/pets/{id}`.
    let path: String
    /// The name from which the Swift name is made: the document's name, or the method and path.
    let name: String
    /// The name by which a person refers to it: the document's id, or `GET /pets` if it has no id.
    let key: String
    /// Whether the document contains no name for it.
    let isNamedByPath: Bool
    let tag: String?
    let summary: String?
    let isDeprecated: Bool
    /// The address of the operation's own server; nil if the operation uses the service's address.
    var server: String?
    /// Query items that the document writes in the path's key, after a question mark.
    var fixedQuery: [FixedItem] = []
    var parameters: [Parameter] = []
    var body: Body?
    var answer = Answer.none
    /// Whether a successful response has the header field `Link`.
    var hasLinkField = false
    /// The stream with which it may respond instead of its other response.
    var stream: Answer?
    var errors: [ErrorAnswer] = []
    /// Alternatives, each with the names of all schemes that it requires together. An empty alternative means no credentials.
    var security: [[String]] = []

    struct FixedItem: Hashable, Sendable {
        let name: String
        /// nil if there is no `=`.
        let value: String?
    }

    /// A parameter in the path, the query or the header.
    struct Parameter: Hashable, Sendable {
        enum Location: String, Sendable { case path, query, header }
        enum ListStyle: Hashable, Sendable {
            case repeated, commaSeparated, brackets, separated(String)
            /// An object, whose members' names are written inside the parameter's name, or used alone.
            case named, members
        }

        let location: Location
        /// The name on the wire.
        let name: String
        var shape: Shape
        let isRequired: Bool
        let listStyle: ListStyle
        let summary: String?
        /// A number's default value, or its minimum if that is 1.
        var start: Int?
    }

    /// The content of a request.
    struct Body: Hashable, Sendable {
        enum Content: Hashable, Sendable {
            case json(Shape), form(Shape), text, bytes
            /// The model's members are the parts; nil if they aren't known.
            case multipart(Shape?)

            var shape: Shape? {
                switch self {
                case .json(let shape), .form(let shape): shape
                case .multipart(let shape): shape
                case .text, .bytes: nil
                }
            }
        }

        var content: Content
        let contentType: String
        let isRequired: Bool
    }

    /// The content of a successful response.
    enum Answer: Hashable, Sendable {
        case none, text, bytes
        case json(Shape)
        /// Server-sent events, with the shape of their data if it is known.
        case events(Shape?)
        /// One value per line.
        case lines(Shape)

        var shape: Shape? {
            switch self {
            case .none, .text, .bytes: nil
            case .json(let shape), .lines(let shape): shape
            case .events(let shape): shape
            }
        }
    }

    /// The type of an error, and the statuses for which it is used.
    struct ErrorAnswer: Hashable, Sendable {
        enum Statuses: Hashable, Sendable { case status(Int), clientErrors, serverErrors, any }

        let statuses: Statuses
        let model: Pointer
    }

    /// The shapes of what it sends.
    var sent: [Shape] { parameters.map(\.shape) + [body?.content.shape].compactMap(\.self) }

    /// The shapes of what it receives.
    var received: [Shape] { [answer.shape, stream?.shape].compactMap(\.self) + errors.map { .model($0.model) } }

    /// The same operation with its shapes mapped.
    func mapShapes(_ map: (Shape) -> Shape) -> Operation {
        var operation = self
        for index in operation.parameters.indices { operation.parameters[index].shape = map(operation.parameters[index].shape) }
        switch body?.content {
        case .json(let shape)?: operation.body?.content = .json(map(shape))
        case .form(let shape)?: operation.body?.content = .form(map(shape))
        case .multipart(let shape)?: operation.body?.content = .multipart(shape.map(map))
        case .text?, .bytes?, nil: break
        }
        operation.answer = answer.mapShape(map)
        operation.stream = stream?.mapShape(map)
        operation.errors = errors.compactMap { error in
            guard case .model(let model) = map(.model(error.model)).unwrapped else { return nil }
            return ErrorAnswer(statuses: error.statuses, model: model)
        }
        return operation
    }
}

extension Operation.Answer {
    fileprivate func mapShape(_ map: (Shape) -> Shape) -> Self {
        switch self {
        case .none, .text, .bytes: self
        case .json(let shape): .json(map(shape))
        case .events(let shape): .events(shape.map(map))
        case .lines(let shape): .lines(map(shape))
        }
    }
}
