internal import EndpointHTTP

/// Everything that is known about a document when its code is written.
struct Service {
    /// The document's file name.
    let source: String
    let title: String?
    let version: String?
    /// The address of the first server; nil unless it is absolute.
    let server: String?
    /// A description of each credential scheme.
    let schemes: [String: String]
    let tagSummaries: [String: String]
    let operations: [Operation]
    let models: [Pointer: Model]
    let reach: Reach
    let names: Names
    let credentials: Credentials
    let paging: Paging

    /// The first line of each file.
    var header: String { "// Generated from \(source). A changed file isn't overwritten: write extensions in files of your own." }

    /// The Swift type of a shape.
    ///
    /// - Parameter owner: the model whose type contains the code. Its nested types need no prefix there.
    func type(_ shape: Shape, in owner: Pointer? = nil) -> String {
        switch shape {
        case .any: "JSON"
        case .scalar(.bool): "Bool"
        case .scalar(.integer): "Int"
        case .scalar(.number): "Double"
        case .scalar(.text), .scalar(.bytes): "String"
        case .scalar(.date): "Date"
        case .scalar(.day): "Day"
        case .scalar(.uuid): "UUID"
        case .scalar(.base64): "Data"
        case .list(let element): "[\(type(element, in: owner))]"
        case .map(let value): "[String: \(type(value, in: owner))]"
        case .optional(let shape): type(shape, in: owner) + "?"
        case .model(let place): type(place, in: owner)
        }
    }

    func type(_ model: Pointer, in owner: Pointer? = nil) -> String {
        let name = names.types[model] ?? "JSON"
        guard let owner, names.owners[model] == owner else { return name }
        return String(name.split(separator: ".").last ?? "JSON")
    }

    /// Whether any value that the operation sends or receives contains a date.
    func hasDates(_ operation: Operation) -> Bool {
        let shapes = operation.received + [operation.body?.content.shape].compactMap(\.self)
        return shapes.contains { $0.contains(.date) || $0.models.contains { reach.dated.contains($0) } }
    }

    /// Whether the operation responds with a JSON string, which is read without its quotation marks.
    func answersText(_ operation: Operation) -> Bool {
        if case .json(let shape) = operation.answer { shape.unwrapped == .scalar(.text) } else { false }
    }

    /// Whether the operation needs the client's JSON convention.
    func needsConvention(_ operation: Operation) -> Bool { hasDates(operation) || answersText(operation) }

    /// The arguments for the client's JSON convention; empty if it isn't needed.
    var convention: [String] {
        (operations.contains { hasDates($0) } ? ["dates: .iso8601"] : [])
            + (operations.contains { answersText($0) } ? ["strings: .json"] : [])
    }
}
