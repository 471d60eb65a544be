internal import EndpointHTTP

/// The parts of the code for one operation: its case, its route and its function.
struct OperationCode {
    let service: Service
    let operation: Operation

    /// A parameter or the body, as it appears in the case and the function.
    struct Argument {
        let parameter: Operation.Parameter?
        let name: String
        let type: String
        var isOptional: Bool { type.hasSuffix("?") }
        var isBody: Bool { parameter == nil }
        var isObject: Bool { parameter?.listStyle == .named || parameter?.listStyle == .members }
        var escaped: String { ReservedNames.escaped(name) }
    }
    let arguments: [Argument]
    let name: String
    let caseName: String

    init(_ operation: Operation, in service: Service) {
        self.service = service
        self.operation = operation
        name = service.names.operations[operation.place] ?? ""
        caseName = service.names.cases[operation.place] ?? name
        var names = ParameterNames.all(operation)
        if let body = operation.body { names.append(Self.bodyName(body, service)) }
        let unique = UniqueNames.members(names, named: Words.parameter, avoiding: ReservedNames.parameters, suffix: "Value")
        var arguments = zip(operation.parameters, unique).map { parameter, name in
            Argument(parameter: parameter, name: name, type: service.type(parameter.shape) + (parameter.isRequired ? "" : "?"))
        }
        if let body = operation.body, let name = unique.last {
            let type =
                switch body.content {
                case .json(let shape), .form(let shape): service.type(shape.unwrapped)
                case .multipart(let shape): Self.isForm(shape, service) ? service.type(shape ?? .any) : "MultipartBody"
                case .text: "String"
                case .bytes: "Data"
                }
            let argument = Argument(parameter: nil, name: name, type: body.isRequired ? type : type + "?")
            let first = arguments.firstIndex { $0.parameter?.location != .path } ?? arguments.endIndex
            arguments.insert(argument, at: first)
        }
        // Arguments that may be omitted come last.
        self.arguments = arguments.filter { !$0.isOptional } + arguments.filter(\.isOptional)
    }

    /// Whether the shape is the model of a form, whose members are the parts.
    private static func isForm(_ shape: Shape?, _ service: Service) -> Bool {
        if case .model(let place)? = shape { service.reach.forms.contains(place) } else { false }
    }

    /// The name of a body's argument, derived from its type.
    private static func bodyName(_ body: Operation.Body, _ service: Service) -> String {
        if case .multipart(let shape) = body.content, !isForm(shape, service) { return "form" }
        // If only this body uses the type, the type is named after the operation, and the argument is `body`.
        guard case .model(let place)? = body.content.shape?.unwrapped, place.componentName != nil,
            let name = service.names.types[place]
        else { return "body" }
        return Words.member(name)
    }

    // MARK: The case

    func declaration() -> [String] {
        let values = arguments.map { $0.isBody ? $0.type : "\($0.escaped): \($0.type)" }
        let head = "case \(ReservedNames.escaped(caseName))"
        return values.isEmpty ? [head] : Lines.list(head + "(", values, ")", indent: 1)
    }

    private var pattern: [String] {
        arguments.isEmpty
            ? ["case .\(caseName):"] : Lines.list("case .\(caseName)(", arguments.map { "let \($0.escaped)" }, "):", indent: 2)
    }

    /// The case in the route's switch.
    func route() -> [String] {
        let (head, items) = call
        let line = pattern.joined() + " " + head + items.map(\.line).joined(separator: ", ") + ")"
        // The formatter breaks a case that fills a whole line.
        if pattern.count == 1, Lines.fits(line + " ", indent: 2) { return [line] }
        let short = head + items.map(\.line).joined(separator: ", ") + ")"
        if Lines.fits(short, indent: 3) { return pattern + [Lines.blanks(1) + short] }
        var lines = pattern + [Lines.blanks(1) + head]
        for (index, item) in items.enumerated() {
            let comma = index + 1 < items.count ? "," : ""
            let isLast = index + 1 == items.count
            if Lines.fits(item.line + comma, indent: 4) || item.elements.isEmpty && item.links.isEmpty {
                lines.append(Lines.blanks(2) + item.line + (isLast ? ")" : comma))
            } else if item.elements.isEmpty {
                lines += [Lines.blanks(2) + item.name] + item.links.map { Lines.blanks(3) + $0 }
                lines[lines.count - 1] += isLast ? ")" : comma
            } else {
                lines.append(Lines.blanks(2) + item.name + "[")
                lines += Lines.filled(item.elements, indent: 5).map { Lines.blanks(3) + $0 }
                lines[lines.count - 1] += ","
                lines.append(Lines.blanks(2) + "]" + (isLast ? ")" : comma))
            }
        }
        return lines
    }

    private struct Item {
        let name: String
        var elements: [String] = []
        /// Calls in a chain, each on its own line if they don't fit on one line.
        var links: [String] = []
        var line: String { (elements.isEmpty ? name : "\(name)[\(elements.joined(separator: ", "))]") + links.joined() }
    }

    private var call: (head: String, items: [Item]) {
        var headers = arguments.filter { $0.parameter?.location == .header }.map { "\(wireName($0)): \(headerValue($0))" }
        let isPlainJSON = operation.body.map { $0.contentType.lowercased().upTo { $0 == ";" || $0 == " " } == "application/json" } ?? true
        if case .json? = operation.body?.content, let type = operation.body?.contentType, !isPlainJSON, type != "*/*" {
            headers.append("\"Content-Type\": \(Lines.literal(type))")
        }
        let hasBodylessForm = operation.method == "get" && operation.body != nil
        var items = [Item(name: path)]
        let server = operation.server.flatMap { service.names.servers[$0] }
        if let server { items.append(Item(name: "baseURL: \(service.names.client).\(server)")) }
        if let query { items.append(query) }
        if !headers.isEmpty { items.append(Item(name: "headers: ", elements: headers)) }
        if let body = bodyCode { items.append(Item(name: "body: \(body)")) }
        if hasBodylessForm || server != nil { return ("Route(", [Item(name: ".\(operation.method)")] + items) }
        return (".\(operation.method)(", items)
    }

    /// The query: a literal with the plain values, to which the values of objects are added.
    private var query: Item? {
        let all = arguments.filter { $0.parameter?.location == .query }
        let fixed = operation.fixedQuery.map { "\(Lines.literal($0.name)): \($0.value.map(Lines.literal) ?? ".flag")" }
        let plain = fixed + all.filter { !$0.isObject }.map { "\(wireName($0)): \(queryValue($0))" }
        var objects = all.filter(\.isObject).map { encodedQuery($0) }
        if objects.isEmpty { return plain.isEmpty ? nil : Item(name: "query: ", elements: plain) }
        if objects.count == 1, plain.isEmpty { return Item(name: "query: \(objects[0])") }
        // The expression must begin with a `Query`.
        let first = objects.firstIndex { $0.hasPrefix("Query(") }.map { objects.remove(at: $0) } ?? "Query()"
        var links = objects.map { ".appending(\($0))" }
        if !plain.isEmpty { links.append(".appending([\(plain.joined(separator: ", "))])") }
        return Item(name: "query: \(first)", links: links)
    }

    private func encodedQuery(_ argument: Argument) -> String {
        if argument.parameter?.listStyle == .named { return "Query(encoding: [\(wireName(argument)): \(argument.escaped)])" }
        return argument.isOptional ? "\(argument.escaped).map { Query(encoding: $0) } ?? [:]" : "Query(encoding: \(argument.escaped))"
    }

    // MARK: Values

    private func wireName(_ argument: Argument) -> String { Lines.literal(argument.parameter?.name ?? "") }

    private var path: String {
        var text = ""
        for part in PathTemplate(operation.path).parts {
            switch part {
            case .literal(let literal): text += Lines.escaped(literal)
            case .name(let name):
                guard let argument = arguments.first(where: { $0.parameter?.location == .path && $0.parameter?.name == name }) else {
                    continue
                }
                text += "\\(\(plainText(argument.escaped, argument.parameter?.shape ?? .any)))"
            }
        }
        return "\"\(text.trimmingPrefix("/"))\""
    }

    /// An expression that can be interpolated in a path.
    private func plainText(_ value: String, _ shape: Shape) -> String {
        switch shape {
        case .scalar(.date): "ISO8601.format(\(value)) ?? \"\""
        case .list(.scalar(.text)): "\(value).joined(separator: \",\")"
        case .list(let element): "\(value).map { \(text("$0", element)) }.joined(separator: \",\")"
        default: value
        }
    }

    /// A string expression.
    private func text(_ value: String, _ shape: Shape) -> String {
        switch shape {
        case .scalar(.text): return value
        case .scalar(.date): return "(ISO8601.format(\(value)) ?? \"\")"
        // In lower case, like all other UUIDs.
        case .scalar(.uuid): return "\(value).uuidString.lowercased()"
        case .model(let place):
            let isNumber = service.models[place]?.words == nil
            return isNumber ? "\"\\(\(value).rawValue)\"" : "\(value).rawValue"
        default: return "\"\\(\(value))\""
        }
    }

    private func queryValue(_ argument: Argument) -> String {
        guard case .list? = argument.parameter?.shape, let style = argument.parameter?.listStyle else { return argument.escaped }
        let list = argument.isOptional ? "\(argument.escaped) ?? []" : argument.escaped
        switch style {
        case .repeated, .named, .members: return argument.escaped
        case .commaSeparated: return ".commaSeparated(\(list))"
        case .brackets: return ".brackets(\(list))"
        case .separated(let sign):
            guard case .list(let element)? = argument.parameter?.shape else { return argument.escaped }
            let value = argument.isOptional ? "\(argument.escaped)?" : argument.escaped
            let texts = element == .scalar(.text) ? value : "\(value).map { \(text("$0", element)) }"
            return "\(texts).joined(separator: \(Lines.literal(sign)))"
        }
    }

    private func headerValue(_ argument: Argument) -> String {
        switch argument.parameter?.shape {
        case .scalar(.date)?:
            // These fields have their own date format (RFC 9110, section 5.6.7), which is used for a `Date` in a header field.
            let dates = ["date", "expires", "if-modified-since", "if-range", "if-unmodified-since", "last-modified"]
            if dates.contains(argument.parameter?.name.lowercased() ?? "") { return argument.escaped }
            return argument.isOptional ? "\(argument.escaped).flatMap(ISO8601.format)" : "ISO8601.format(\(argument.escaped))"
        case .list?: return ".commaSeparated(\(argument.isOptional ? "\(argument.escaped) ?? []" : argument.escaped))"
        default: return argument.escaped
        }
    }

    private var bodyCode: String? {
        guard let body = operation.body, let argument = arguments.first(where: \.isBody) else { return nil }
        let type = Lines.literal(body.contentType)
        let value = argument.isOptional ? "$0" : argument.escaped
        let code: String
        switch body.content {
        case .json: return ".json(\(argument.escaped))"
        case .multipart(let shape):
            return Self.isForm(shape, service) ? "\(argument.escaped)\(argument.isOptional ? "?" : "").form" : argument.escaped
        case .form: code = "FormBody(encoding: \(value))"
        case .text: code = "TextBody(\(value)\(body.contentType == "text/plain" ? "" : ", contentType: \(type)"))"
        case .bytes:
            let isPlain = body.contentType.contains("*") || body.contentType == "application/octet-stream"
            code = "HTTPBodyEntity.data(\(value)\(isPlain ? "" : ", contentType: \(type)"))"
        }
        return argument.isOptional ? "\(argument.escaped).map { \(code) }" : code
    }

    // MARK: The function

    func function(of endpoint: String) -> [String] {
        var lines = function(of: endpoint, named: name, operation.answer, summary: operation.summary)
        if let stream = operation.stream, let name = service.names.streams[operation.place] {
            lines += function(of: endpoint, named: name, stream, summary: operation.summary)
        }
        return lines
    }

    private func function(of endpoint: String, named function: String, _ answer: Operation.Answer, summary: String?) -> [String] {
        var parameters = arguments.map { argument in
            (argument.isBody ? "_ " : "") + "\(argument.escaped): \(argument.type)" + (argument.isOptional ? " = nil" : "")
        }
        let values = arguments.map { $0.isBody ? $0.escaped : "\($0.name): \($0.escaped)" }
        let (result, call, modified) = result(of: answer)
        // A stream isn't a call, so its function takes the modifiers.
        if let modified { parameters.append("calling modify: \(modified)(\(Self.streamCall)) -> \(Self.streamCall) = { $0 }") }
        let end = modified == nil ? ")" : ", calling: modify)"
        var lines = DocComment.lines(summary, indent: 1)
        if operation.isDeprecated { lines.append("@available(*, deprecated)") }
        let endpointCase = "\(endpoint).\(caseName)" + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
        let head = "public func \(ReservedNames.escaped(function))("
        let tail = ") -> \(result) {"
        let line = "\(head)\(parameters.joined(separator: ", "))\(tail) \(call)(\(endpointCase)\(end) }"
        if Lines.fits(line, indent: 1) { return lines + [line] }
        let inner = "\(call)(\(endpointCase)\(end)"
        lines += Lines.list(head, parameters, tail, indent: 1)
        if Lines.fits(inner, indent: 2) {
            lines.append(Lines.blanks(1) + inner)
        } else {
            lines.append(Lines.blanks(1) + "\(call)(")
            lines += Lines.list("\(endpoint).\(caseName)(", values, ")" + end, indent: 3).map { Lines.blanks(2) + $0 }
        }
        return lines + ["}"]
    }

    private static let streamCall = "Call<HTTPResponseStream>"

    /// The type that a function returns, the client's method that produces it, and, for a stream, the attributes of the method's last
    /// parameter.
    private func result(of answer: Operation.Answer) -> (type: String, call: String, modified: String?) {
        switch answer {
        case .none: ("Call<Void>", "call", nil)
        case .text: ("Call<String>", "string", nil)
        case .bytes: ("Call<Data>", "data", nil)
        case .json(let shape): ("Call<\(service.type(shape))>", "call", nil)
        case .events(nil): ("ServerSentEvents", "events", "@escaping @Sendable ")
        case .events(let shape?): ("EventValues<\(service.type(shape))>", "events", "@escaping @Sendable ")
        case .lines(let shape): ("JSONLines<\(service.type(shape))>", "jsonLines", "")
        }
    }
}
