internal import EndpointHTTP

/// The function that returns the elements of all pages of an operation.
struct PagingCode {
    let service: Service
    let code: OperationCode
    let list: PagedList

    /// nil for an operation without pages.
    init?(_ code: OperationCode, in service: Service) {
        guard let list = service.paging.lists[code.operation.place] else { return nil }
        self.service = service
        self.code = code
        self.list = list
    }

    private var name: String { service.names.lists[code.operation.place] ?? "" }

    /// Whether the caller has to specify where the list begins.
    private var asksForFirst: Bool { list.kind == .number(first: nil) }

    private func isPage(_ argument: OperationCode.Argument) -> Bool {
        argument.parameter?.location == .query && argument.parameter?.name == list.parameter && list.parameter != nil
    }

    /// Whether the argument is omitted. A list begins with its first page, unless the operation requires a page number.
    private func isOmitted(_ argument: OperationCode.Argument) -> Bool {
        guard let parameter = argument.parameter, parameter.location == .query, argument.isOptional else { return false }
        return list.positions.contains(parameter.name) && !(isPage(argument) && asksForFirst)
    }

    func function(of endpoint: String) -> [String] {
        let given = code.arguments.filter { !isOmitted($0) }
        let isNeeded = { (argument: OperationCode.Argument) in !argument.isOptional || isPage(argument) && asksForFirst }
        let limits = given.contains { $0.name == "limits" } ? "pageLimits" : "limits"
        let needed = given.filter(isNeeded).map { argument in
            let type = argument.isOptional ? String(argument.type.dropLast()) : argument.type
            return (argument.isBody ? "_ " : "") + "\(argument.escaped): \(type)"
        }
        let optional = given.filter { !isNeeded($0) }.map { ($0.isBody ? "_ " : "") + "\($0.escaped): \($0.type) = nil" }
        let parameters = needed + optional + ["\(limits): PageLimits = PageLimits()"]
        let values = code.arguments.map { argument in
            let value = isOmitted(argument) ? "nil" : argument.escaped
            return argument.isBody ? value : "\(argument.name): \(value)"
        }
        var lines = DocComment.lines(summary, indent: 1)
        if asksForFirst, let page = given.first(where: { isPage($0) }) {
            lines += ["///", "/// - Parameter \(page.name): the number of the first page."]
        }
        if code.operation.isDeprecated { lines.append("@available(*, deprecated)") }
        let result = "ElementSequence<PagedRequest<\(endpoint), \(strategyType)<\(service.type(list.page))>>>"
        lines += Lines.list("public func \(ReservedNames.escaped(name))(", parameters, ") -> \(result) {", indent: 1)
        let base = "\(endpoint).\(code.caseName)"
        let head = base + (values.isEmpty ? "" : "(")
        let tail = (values.isEmpty ? "" : ")") + ".paged(by: \(strategy)), limits: \(limits))"
        let line = "elements(of: \(head)\(values.joined(separator: ", "))\(tail)"
        if Lines.fits(line, indent: 2) {
            lines.append(Lines.blanks(1) + line)
        } else {
            lines.append(Lines.blanks(1) + "elements(")
            lines += Lines.list("of: " + head, values, tail, indent: 3).map { Lines.blanks(2) + $0 }
        }
        return lines + ["}"]
    }

    private var summary: String {
        guard let text = code.operation.summary, case let sentence = DocComment.sentence(of: text), sentence.hasSuffix(".") else {
            return "The elements of all pages."
        }
        return sentence.dropLast() + ", from all pages."
    }

    private var strategyType: String {
        switch list.kind {
        case .number: "PageNumber"
        case .offset: "PageOffset"
        case .cursor: "PageCursor"
        case .link: "PageLink"
        }
    }

    private var strategy: String {
        let (call, usual): (String, String?) =
            switch list.kind {
            case .number: ("number", "page")
            case .offset: ("offset", "offset")
            case .cursor: ("cursor", "cursor")
            case .link: ("link", nil)
            }
        var arguments: [String] = []
        if let parameter = list.parameter, parameter != usual { arguments.append(Lines.literal(parameter)) }
        if case .number(let first?) = list.kind, first != 1 { arguments.append("first: \(first)") }
        if list.members.isTotalExact, let size = list.size, list.kind != .cursor, list.kind != .link {
            arguments.append("size: .item(\(Lines.literal(size)))")
        }
        return ".\(call)(\(arguments.joined(separator: ", ")))"
    }
}

/// The conformance of a page type, in a separate file.
struct PageCode {
    let service: Service
    let place: Pointer
    let list: PagedList

    private struct Requirement {
        let name: String
        let type: String
        /// The protocol that declares the property, if it isn't the protocol for all pages.
        let conformance: String?
        /// nil if no member provides the property.
        let code: String?
    }

    /// The name and text of the file.
    var file: (name: String, text: String) {
        let type = service.type(place)
        let own = members(of: place).reduce(into: [String: String]()) { $0[$1.name] = $1.type }
        var conformances: [String] = []
        var properties: [String] = []
        for requirement in requirements {
            guard let code = requirement.code else { continue }
            // One of the page's own members may already satisfy the requirement, or conflict with it.
            if let known = own[requirement.name] {
                if known != requirement.type { continue }
            } else {
                let comment = requirement.name == "isTotalExact" ? ["/// The document doesn't say that the total is exact."] : []
                properties += comment + ["public var \(requirement.name): \(requirement.type) { \(code) }"]
            }
            if let conformance = requirement.conformance { conformances.append(conformance) }
        }
        if conformances.isEmpty { conformances = ["PaginatedResponse"] }
        var lines = Lines()
        lines.add(service.header)
        lines.add("public import EndpointKit")
        lines.add()
        let head = "nonisolated extension \(type): \(conformances.sorted().joined(separator: ", ")) {"
        lines.add(properties.isEmpty ? head + "}" : head)
        lines.add(properties, indent: 1)
        if !properties.isEmpty { lines.add("}") }
        return ("\(type.replacing(".", with: ""))+Paging.swift", lines.text)
    }

    private var requirements: [Requirement] {
        let facts = list.members
        var all = [Requirement(name: "elements", type: "[\(service.type(list.element, in: place))]", conformance: nil, code: elements)]
        switch facts.next {
        case .nothing: break
        case .cursor(let path):
            all.append(Requirement(name: "nextCursor", type: "String?", conformance: "CursorResponse", code: text(path)))
        case .address(let path):
            all.append(Requirement(name: "nextLink", type: "String?", conformance: "LinkedResponse", code: text(path)))
        case .lastCursor(let path):
            let code = text(path).flatMap { text in more.map { "\($0) ? \(text) : nil" } }
            all.append(Requirement(name: "nextCursor", type: "String?", conformance: "CursorResponse", code: code))
        case .lastElement(let key):
            let id = list.element.models.first.flatMap { members(of: $0).first { $0.property.name == key } }
            let name = id?.escaped ?? key
            let isNullable = id?.type.hasPrefix("Nullable") == true
            let uuid = id?.type.hasPrefix("UUID") == true ? "\(id?.isOptional == true ? "?" : "").uuidString.lowercased()" : ""
            let text = isNullable ? ".value" : uuid
            let code = more.map { "\($0) ? elements.last?.\(name)\(text) : nil" }
            all.append(Requirement(name: "nextCursor", type: "String?", conformance: "CursorResponse", code: code))
        }
        all.append(Requirement(name: "hasNextPage", type: "Bool", conformance: nil, code: hasNextPage))
        if let total = facts.total, let path = path(total) {
            all.append(Requirement(name: "totalCount", type: "Int?", conformance: "CountedResponse", code: path.code))
            all.append(Requirement(name: "isTotalExact", type: "Bool", conformance: nil, code: facts.isTotalExact ? nil : "false"))
        }
        if let offset = facts.offset, let path = path(offset) {
            all.append(Requirement(name: "offset", type: "Int?", conformance: "OffsetResponse", code: path.code))
        }
        return all
    }

    private var elements: String? {
        path(list.members.elements).map { $0.isOptional ? "\($0.code) ?? []" : $0.code }
    }

    private var more: String? {
        guard let path = list.members.more.flatMap({ path($0) }) else { return nil }
        if list.members.isMoreNegated { return path.isOptional ? "\(path.code) == false" : "!\(path.code)" }
        return path.isOptional ? "\(path.code) == true" : path.code
    }

    private var hasNextPage: String? {
        if let more = list.members.more.flatMap({ path($0) }) {
            if !more.isOptional { return (list.members.isMoreNegated ? "!" : "") + more.code }
            // If the member is missing, the page itself shows whether another page may follow.
            let other: String
            switch list.members.next {
            case .lastCursor, .lastElement: return self.more
            case .cursor: other = "(nextCursor?.isEmpty == false)"
            case .address: other = "(nextLink?.isEmpty == false)"
            // Only the field `Link` shows it, and a declared `hasNextPage` would promise another page.
            case .nothing where list.kind == .link: return nil
            case .nothing: other = "!elements.isEmpty"
            }
            return (list.members.isMoreNegated ? "\(more.code).map { !$0 }" : more.code) + " ?? \(other)"
        }
        guard let number = list.members.number.flatMap({ path($0) }), let count = list.members.pageCount.flatMap({ path($0) }),
            !number.isOptional, !count.isOptional
        else { return nil }
        return list.members.firstNumber == 0 ? "\(number.code) + 1 < \(count.code)" : "\(number.code) < \(count.code)"
    }

    // MARK: Members

    private func members(of model: Pointer) -> [ModelWriter.Member] {
        service.models[model].map { ModelWriter(service: service).members(of: $0, owner: model) } ?? []
    }

    /// The member as a string; a number is converted to one.
    private func text(_ keys: [String]) -> String? {
        guard let path = path(keys) else { return nil }
        if path.type != "Int" { return path.code }
        return path.isOptional ? "\(path.code).map { \"\\($0)\" }" : "\"\\(\(path.code))\""
    }

    /// The expression for a member; nil if there is no such member.
    private func path(_ keys: [String]) -> (code: String, type: String, isOptional: Bool)? {
        var code = ""
        var type = ""
        var isOptional = false
        var model: Pointer? = place
        for key in keys {
            guard let owner = model, let member = members(of: owner).first(where: { $0.property.name == key }) else { return nil }
            if !code.isEmpty { code += isOptional && code.last != "?" ? "?." : "." }
            code += ReservedNames.escaped(member.name)
            if member.type.hasPrefix("Boxed<") { code += (member.isOptional ? "?" : "") + ".value" }
            isOptional = isOptional || member.isOptional
            type = member.isOptional ? String(member.type.dropLast()) : member.type
            if type.hasPrefix("Nullable<") {
                code += ".value"
                isOptional = true
                type = String(type.dropFirst("Nullable<".count).dropLast())
            }
            model = member.property.shape.embedded
        }
        return (code, type, isOptional)
    }
}
