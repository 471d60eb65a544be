internal import EndpointHTTP

/// A person's choice of how to read an operation's list.
enum PagingChoice: Hashable, Sendable {
    case off
    case chosen(Fields)

    /// The chosen fields. The others are determined from the document.
    struct Fields: Hashable, Sendable {
        var kind: String?
        var parameter: String?
        var first: Int?
        var elements: [String]?
        var next: [String]?
        var isTotalExact: Bool?
    }

    /// Reads `false`, or an object with the choices. For anything else, reports a problem and returns nil.
    init?(_ value: JSON, at place: Pointer, _ problems: inout [Finding]) {
        if value.bool == false {
            self = .off
            return
        }
        guard let object = value.object else {
            problems.append(Finding(place, "The value is neither false nor an object."))
            return nil
        }
        var fields = Fields()
        for (key, value) in object {
            let path = value.string?.split(separator: ".").map { String($0) }
            var isKnown = true
            switch key {
            case "by":
                fields.kind = value.string
                isKnown = Self.kinds.contains(value.string ?? "")
            case "parameter": fields.parameter = value.string
            case "first": fields.first = value.int
            case "elements": fields.elements = path
            case "next": fields.next = path
            case "exactTotal": fields.isTotalExact = value.bool
            default: isKnown = false
            }
            if !isKnown { problems.append(Finding(place.appending(key), "The key or its value is unknown.")) }
        }
        self = .chosen(fields)
    }

    private var fields: Fields? { if case .chosen(let fields) = self { fields } else { nil } }
    var elements: [String]? { fields?.elements }
    var isTotalExact: Bool? { fields?.isTotalExact }

    static let kinds = ["cursor", "link", "number", "offset"]

    /// The page's member at a path; nil without a path.
    func member(_ path: [String]?, in members: [PageMember]) throws(PagingProblem) -> PageMember? {
        guard let path else { return nil }
        if let member = members.first(where: { $0.path == path }) { return member }
        throw PagingProblem(message: "its answer has no member \(path.joined(separator: ".").debugDescription)")
    }

    /// The chosen kind with its parameter; nil if none was chosen.
    func kind(
        _ operation: Operation, _ members: [PageMember], _ facts: inout PageMembers
    ) throws(PagingProblem) -> (PagedList.Kind, Operation.Parameter?)? {
        guard let kind = fields?.kind else { return nil }
        let next = try member(fields?.next, in: members)
        if let next, next.shape.unwrapped != .scalar(.text), kind != "cursor" || next.shape.unwrapped != .scalar(.integer) {
            throw PagingProblem(message: "the chosen next page isn't a text")
        }
        if kind == "link" {
            facts.next = next.map { .address($0.path) } ?? .nothing
            return (.link, nil)
        }
        let found = PagingParameters(operation)
        let usual = ["cursor": found.cursors.first, "offset": found.offset, "number": found.number][kind] ?? nil
        let name = fields?.parameter ?? usual?.name ?? kind
        guard let parameter = operation.parameters.first(where: { $0.location == .query && $0.name == name }) else {
            throw PagingProblem(message: "it has no parameter \(name.debugDescription) in its query")
        }
        switch kind {
        case "cursor":
            guard let next else { throw PagingProblem(message: "the choice of a cursor needs the member \"next\"") }
            facts.next = .cursor(next.path)
            return (.cursor, parameter)
        case "offset": return (.offset, parameter)
        default: return (.number(first: fields?.first ?? PagingParameters.first(parameter)), parameter)
        }
    }
}
