/// The parts of one operation's code: its case, its route and its function.
struct OperationCode {
    let service: Service
    let operation: Operation

    /// A parameter or the body, as the case and the function have it.
    struct Argument {
        let parameter: Operation.Parameter?
        let name: String
        let type: String
        var isOptional: Bool { type.hasSuffix("?") }
        var isBody: Bool { parameter == nil }
        var escaped: String { ReservedNames.escaped(name) }
    }
    let arguments: [Argument]
    let name: String

    init(_ operation: Operation, in service: Service) {
        self.service = service
        self.operation = operation
        name = service.names.operations[operation.place] ?? ""
        var names = operation.parameters.map(\.name)
        if let body = operation.body { names.append(Self.bodyName(body, service)) }
        let unique = UniqueNames.members(names, named: Words.member, avoiding: ReservedNames.parameters, suffix: "Value")
        var arguments = zip(operation.parameters, unique).map { parameter, name in
            Argument(parameter: parameter, name: name, type: service.type(parameter.shape) + (parameter.isRequired ? "" : "?"))
        }
        if let body = operation.body, let name = unique.last {
            let type =
                switch body.content {
                case .json(let shape), .form(let shape): service.type(shape.unwrapped)
                case .multipart: "MultipartBody"
                case .text: "String"
                case .bytes: "Data"
                }
            let argument = Argument(parameter: nil, name: name, type: body.isRequired ? type : type + "?")
            let first = arguments.firstIndex { $0.parameter?.location != .path } ?? arguments.endIndex
            arguments.insert(argument, at: first)
        }
        // What may be omitted is last.
        self.arguments = arguments.filter { !$0.isOptional } + arguments.filter(\.isOptional)
    }

    /// A body is named after its type.
    private static func bodyName(_ body: Operation.Body, _ service: Service) -> String {
        guard case .model(let place)? = body.content.shape?.unwrapped, let name = service.names.types[place] else {
            return body.content == .multipart ? "form" : "body"
        }
        return name.prefix(1).lowercased() + name.dropFirst().replacing(".", with: "")
    }

    // MARK: The case

    func declaration() -> [String] {
        let values = arguments.map { $0.isBody ? $0.type : "\($0.escaped): \($0.type)" }
        let head = "case \(ReservedNames.escaped(name))"
        return values.isEmpty ? [head] : Lines.list(head + "(", values, ")", indent: 1)
    }

    private var pattern: [String] {
        arguments.isEmpty
            ? ["case .\(name):"] : Lines.list("case .\(name)(", arguments.map { "let \($0.escaped)" }, "):", indent: 2)
    }

    /// The case of the route's switch.
    func route() -> [String] {
        let (head, items) = call
        let line = pattern.joined() + " " + head + items.map(\.line).joined(separator: ", ") + ")"
        if pattern.count == 1, Lines.fits(line, indent: 2) { return [line] }
        let short = head + items.map(\.line).joined(separator: ", ") + ")"
        if Lines.fits(short, indent: 3) { return pattern + [Lines.blanks(1) + short] }
        var lines = pattern + [Lines.blanks(1) + head]
        for (index, item) in items.enumerated() {
            let comma = index + 1 < items.count ? "," : ""
            let isLast = index + 1 == items.count
            if Lines.fits(item.line + comma, indent: 4) {
                lines.append(Lines.blanks(2) + item.line + (isLast ? ")" : comma))
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
        var line: String { elements.isEmpty ? name : "\(name)[\(elements.joined(separator: ", "))]" }
    }

    private var call: (head: String, items: [Item]) {
        let query = arguments.filter { $0.parameter?.location == .query }.map { "\(wireName($0)): \(queryValue($0))" }
        var headers = arguments.filter { $0.parameter?.location == .header }.map { "\(wireName($0)): \(headerValue($0))" }
        let isPlainJSON = operation.body?.contentType.lowercased().hasPrefix("application/json") ?? true
        if case .json? = operation.body?.content, let type = operation.body?.contentType, !isPlainJSON, type != "*/*" {
            headers.append("\"Content-Type\": \(Lines.literal(type))")
        }
        let hasBodylessForm = operation.method == "get" && operation.body != nil
        var items = [Item(name: path)]
        if !query.isEmpty { items.append(Item(name: "query: ", elements: query)) }
        if !headers.isEmpty { items.append(Item(name: "headers: ", elements: headers)) }
        if let body = bodyCode { items.append(Item(name: "body: \(body)")) }
        return hasBodylessForm ? ("Route(.get, ", items) : (".\(operation.method)(", items)
    }

    // MARK: Values

    private func wireName(_ argument: Argument) -> String { Lines.literal(argument.parameter?.name ?? "") }

    private var path: String {
        var text = ""
        for part in PathTemplate(operation.path).parts {
            switch part {
            case .literal(let literal): text += Lines.escaped(literal.replacing("?", with: "%3F").replacing("#", with: "%23"))
            case .name(let name):
                guard let argument = arguments.first(where: { $0.parameter?.location == .path && $0.parameter?.name == name }) else {
                    continue
                }
                text += "\\(\(plainText(argument.escaped, argument.parameter?.shape ?? .any)))"
            }
        }
        return "\"\(text.hasPrefix("/") ? String(text.dropFirst()) : text)\""
    }

    /// An expression that a path can interpolate.
    private func plainText(_ value: String, _ shape: Shape) -> String {
        switch shape {
        case .list(.scalar(.text)): "\(value).joined(separator: \",\")"
        case .list(.model): "\(value).map(\\.rawValue).joined(separator: \",\")"
        case .list: "\(value).map { \"\\($0)\" }.joined(separator: \",\")"
        case .model: "\(value).rawValue"
        default: value
        }
    }

    private func queryValue(_ argument: Argument) -> String {
        guard case .list? = argument.parameter?.shape, let style = argument.parameter?.listStyle else { return argument.escaped }
        let list = argument.isOptional ? "\(argument.escaped) ?? []" : argument.escaped
        switch style {
        case .repeated: return argument.escaped
        case .commaSeparated: return ".commaSeparated(\(list))"
        case .brackets: return ".brackets(\(list))"
        case .separated(let sign):
            let mark = argument.isOptional ? "?" : ""
            let texts = argument.parameter?.shape == .list(.scalar(.text)) ? "" : "\(mark).map { \"\\($0)\" }"
            return "\(argument.escaped)\(texts)\(texts.isEmpty ? mark : mark.isEmpty ? "" : "?").joined(separator: \(Lines.literal(sign)))"
        }
    }

    private func headerValue(_ argument: Argument) -> String {
        let mark = argument.isOptional ? "?" : ""
        return switch argument.parameter?.shape {
        case .scalar(.text)?: argument.escaped
        case .model?: "\(argument.escaped)\(mark).rawValue"
        case .list(.scalar(.text))?: "\(argument.escaped)\(mark).joined(separator: \",\")"
        case .list(.model)?: "\(argument.escaped)\(mark).map(\\.rawValue).joined(separator: \",\")"
        case .list?: "\(argument.escaped)\(mark).map { \"\\($0)\" }.joined(separator: \",\")"
        default: argument.isOptional ? "\(argument.escaped).map { \"\\($0)\" }" : "\"\\(\(argument.escaped))\""
        }
    }

    private var bodyCode: String? {
        guard let body = operation.body, let argument = arguments.first(where: \.isBody) else { return nil }
        let type = Lines.literal(body.contentType)
        let value = argument.isOptional ? "$0" : argument.escaped
        let code: String
        switch body.content {
        case .json: return ".json(\(argument.escaped))"
        case .multipart: return argument.escaped
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
        let parameters = arguments.map { argument in
            (argument.isBody ? "_ " : "") + "\(argument.escaped): \(argument.type)" + (argument.isOptional ? " = nil" : "")
        }
        let values = arguments.map { $0.isBody ? $0.escaped : "\($0.name): \($0.escaped)" }
        let (result, call) =
            switch operation.answer {
            case .none: ("Void", "call")
            case .text: ("String", "string")
            case .bytes: ("Data", "data")
            case .json(let shape): (service.type(shape), "call")
            }
        var lines = DocComment.lines(operation.summary, indent: 1)
        if operation.isDeprecated { lines.append("@available(*, deprecated)") }
        let endpointCase = "\(endpoint).\(name)" + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
        let head = "public func \(ReservedNames.escaped(name))("
        let tail = ") -> Call<\(result)> {"
        let line = "\(head)\(parameters.joined(separator: ", "))\(tail) \(call)(\(endpointCase)) }"
        if Lines.fits(line, indent: 1) { return lines + [line] }
        let inner = "\(call)(\(endpointCase))"
        lines += Lines.list(head, parameters, tail, indent: 1)
        if Lines.fits(inner, indent: 2) {
            lines.append(Lines.blanks(1) + inner)
        } else {
            lines.append(Lines.blanks(1) + "\(call)(")
            lines += Lines.list("\(endpoint).\(name)(", values, "))", indent: 3).map { Lines.blanks(2) + $0 }
        }
        return lines + ["}"]
    }
}
