/// One operation of a document: what it sends, and what it answers.
struct Operation: Hashable, Sendable {
    let place: Pointer
    /// In lower case.
    let method: String
    /// The template, such as `/pets/{id}`.
    let path: String
    /// The name before it becomes one of Swift: the document's, or method and path.
    let name: String
    let tag: String?
    let summary: String?
    let isDeprecated: Bool
    var parameters: [Parameter] = []
    var body: Body?
    var answer = Answer.none
    var errors: [ErrorAnswer] = []
    /// Alternatives, each with the names of all schemes that it needs together. An empty one means no credentials.
    var security: [[String]] = []

    /// A value in the path, the query or the header.
    struct Parameter: Hashable, Sendable {
        enum Location: String, Sendable { case path, query, header }
        enum ListStyle: Hashable, Sendable { case repeated, commaSeparated, brackets, separated(String) }

        let location: Location
        /// The name on the wire.
        let name: String
        let shape: Shape
        let isRequired: Bool
        let listStyle: ListStyle
        let summary: String?
    }

    /// The content of a request.
    struct Body: Hashable, Sendable {
        enum Content: Hashable, Sendable {
            case json(Shape), form(Shape), multipart, text, bytes

            var shape: Shape? {
                switch self {
                case .json(let shape), .form(let shape): shape
                case .multipart, .text, .bytes: nil
                }
            }
        }

        let content: Content
        let contentType: String
        let isRequired: Bool
    }

    /// The content of a success.
    enum Answer: Hashable, Sendable {
        case none, text, bytes
        case json(Shape)
    }

    /// The type of an error, and its statuses.
    struct ErrorAnswer: Hashable, Sendable {
        enum Statuses: Hashable, Sendable { case status(Int), clientErrors, serverErrors, any }

        let statuses: Statuses
        let model: Pointer
    }
}
