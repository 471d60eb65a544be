/// Writes the enum for a tag, and the client's operations that use it.
struct EndpointWriter {
    let service: Service
    let name: String
    private let operations: [Operation]
    private let codes: [OperationCode]

    init(_ name: String, _ operations: [Operation], in service: Service) {
        self.service = service
        self.name = name
        self.operations = operations
        codes = operations.map { OperationCode($0, in: service) }
    }

    var file: String {
        var lines = Lines()
        lines.add(service.header)
        lines.add("public import EndpointKit")
        lines.add()
        let tag = operations.first?.tag
        lines.add(DocComment.lines(tag.flatMap { service.tagSummaries[$0] }, indent: 0))
        let isAuthenticated = operations.allSatisfy { service.credentials[$0] == [Credentials.Use(name: nil, isOptional: false)] }
        lines.add("nonisolated public enum \(name): \(isAuthenticated ? "AuthenticatedEndpoint, " : "")RoutedEndpoint {")
        for code in codes { lines.add(code.declaration(), indent: 1) }
        lines.add()
        lines.add("public var route: Route {", indent: 1)
        lines.add("switch self {", indent: 2)
        for code in codes { lines.add(code.route(), indent: 2) }
        lines.add("}", indent: 2)
        lines.add("}", indent: 1)
        if !isAuthenticated { writeCredentials(to: &lines) }
        if operations.contains(where: { service.needsConvention($0) }) {
            lines.add()
            lines.add("public var json: JSONConvention? { \(service.names.client).json }", indent: 1)
        }
        writeErrors(to: &lines)
        lines.add("}")
        lines.add()
        lines.add("extension \(service.names.client) {")
        for code in codes {
            lines.add(code.function(of: name), indent: 1)
            lines.add(PagingCode(code, in: service)?.function(of: name) ?? [], indent: 1)
        }
        lines.add("}")
        return lines.text
    }

    /// The rows of a switch that returns arrays. Equal arrays share a row, and the empty array is the default.
    private func rows(_ elements: (Operation) -> [String], empty: String) -> [String] {
        var order: [[String]] = []
        var cases: [[String]: [String]] = [:]
        for code in codes {
            let elements = elements(code.operation)
            if cases[elements] == nil { order.append(elements) }
            cases[elements, default: []].append(".\(code.caseName)")
        }
        var rows: [String] = []
        for elements in order where !elements.isEmpty {
            let patterns = cases[elements] ?? []
            let line = "case \(patterns.joined(separator: ", ")): [\(elements.joined(separator: ", "))]"
            if Lines.fits(line, indent: 3) {
                rows.append(line)
            } else {
                let filled = Lines.filled(patterns, indent: 4)
                rows += filled.enumerated().map { index, line in
                    (index == 0 ? "case " : Lines.blanks(1)) + line + (index + 1 == filled.count ? ":" : "")
                }
                rows += Lines.array("", elements, indent: 4).map { Lines.blanks(1) + $0 }
            }
        }
        return cases[[]] == nil ? rows : rows + ["default: \(empty)"]
    }

    private func writeCredentials(to lines: inout Lines) {
        func elements(_ operation: Operation) -> [String] {
            service.credentials[operation].map { use in
                switch (use.name, use.isOptional) {
                case (nil, false): ".standard"
                case (nil, true): ".optional"
                case (let name?, false): ".named(\(Lines.literal(name)))"
                case (let name?, true): ".optional(\(Lines.literal(name)))"
                }
            }
        }
        let all = Set(operations.map(elements))
        if all == [[]] { return }
        lines.add()
        if all.count == 1, let only = all.first {
            lines.add("public var credentials: [CredentialUse] { [\(only.joined(separator: ", "))] }", indent: 1)
            return
        }
        lines.add("public var credentials: [CredentialUse] {", indent: 1)
        lines.add("switch self {", indent: 2)
        lines.add(rows(elements, empty: "[]"), indent: 2)
        lines.add("}", indent: 2)
        lines.add("}", indent: 1)
    }

    // MARK: Errors

    private func errorTypes(of operation: Operation) -> [String] {
        // A status with the same type as all other statuses needs no row.
        let any = operation.errors.first { $0.statuses == .any }?.model
        return operation.errors.filter { $0.statuses == .any || $0.model != any }.map { error in
            let statuses =
                switch error.statuses {
                case .status(let status): ".status(\(status))"
                case .clientErrors: ".clientErrors"
                case .serverErrors: ".serverErrors"
                case .any: ".any"
                }
            return "\(statuses): \(service.type(error.model)).self"
        }
    }

    private func writeErrors(to lines: inout Lines) {
        let all = Set(operations.map { errorTypes(of: $0) })
        if all == [[]] { return }
        lines.add()
        lines.add("public func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {", indent: 1)
        if all.count == 1, let only = all.first {
            let line = "standard.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: [\(only.joined(separator: ", "))]))"
            if Lines.fits(line, indent: 2) {
                lines.add(line, indent: 2)
            } else {
                lines.add(Lines.array("let errors: ErrorTypes = ", only, indent: 2), indent: 2)
                lines.add("return standard.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: errors))", indent: 2)
            }
        } else {
            lines.add("let errors: ErrorTypes =", indent: 2)
            lines.add("switch self {", indent: 3)
            lines.add(rows({ errorTypes(of: $0) }, empty: "[:]"), indent: 3)
            lines.add("}", indent: 3)
            lines.add("return standard.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: errors))", indent: 2)
        }
        lines.add("}", indent: 1)
    }
}
