/// One operation in a document, with what it sends and what it answers.
struct Operation: Hashable, Sendable {
    /// Its place below `paths`. Several paths may share one definition.
    var place: Pointer
    /// In lower case.
    let method: String
    /// The template, such as `/pets/{id}`.
    let path: String
    /// The name before it becomes a Swift name: the document's name, or method and path.
    let name: String
    /// How a person refers to it: by the document's id, or as `GET /pets` if it has no id.
    let key: String
    /// Whether the document contains no name for it.
    let isNamedByPath: Bool
    let tag: String?
    let summary: String?
    let isDeprecated: Bool
    /// The address of its own server; nil for the service's address.
    var server: String?
    /// Items after a question mark in the path's key in the document.
    var fixedQuery: [FixedItem] = []
    var parameters: [Parameter] = []
    var body: Body?
    var answer = Answer.none
    /// Whether a success has the header field `Link`.
    var hasLinkField = false
    /// The stream that it can answer with instead of its other answer.
    var stream: Answer?
    var errors: [ErrorAnswer] = []
    /// Alternatives, each with the names of all the schemes that it needs together. An empty one means no credentials.
    var security: [[String]] = []

    struct FixedItem: Hashable, Sendable {
        let name: String
        /// nil without `=`.
        let value: String?
    }

    /// A parameter in the path, the query or the header.
    struct Parameter: Hashable, Sendable {
        enum Location: String, Sendable { case path, query, header }
        enum ListStyle: Hashable, Sendable {
            case repeated, commaSeparated, brackets, separated(String)
            /// An object, whose members' names are put inside the parameter's name, or used alone.
            case named, members
        }

        let location: Location
        /// The name on the wire.
        let name: String
        var shape: Shape
        let isRequired: Bool
        let listStyle: ListStyle
        let summary: String?
        /// A number's default, or its minimum if that is 1.
        var start: Int?
    }

    /// A request's content.
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

    /// A success's content.
    enum Answer: Hashable, Sendable {
        case none, text, bytes
        case json(Shape)
        /// Server-sent events, and the shape of their data if it is known.
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

    /// An error's type, and its statuses.
    struct ErrorAnswer: Hashable, Sendable {
        enum Statuses: Hashable, Sendable { case status(Int), clientErrors, serverErrors, any }

        let statuses: Statuses
        let model: Pointer
    }

    /// The shapes of what it sends.
    var sent: [Shape] { parameters.map(\.shape) + [body?.content.shape].compactMap(\.self) }

    /// The shapes of what it receives.
    var received: [Shape] { [answer.shape, stream?.shape].compactMap(\.self) + errors.map { .model($0.model) } }

    /// The same operation with mapped shapes.
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
