internal import EndpointHTTP

/// The lists that are read in pages, as rows of a table.
package struct PagedLists: Hashable, Sendable, CustomStringConvertible {
    /// One list in the generated client.
    package struct Row: Hashable, Sendable {
        /// The name of the plain operation.
        package let operation: String
        /// The name of the function that returns the elements of all pages.
        package let elements: String
        /// How the next page is found: `number`, `offset`, `cursor` or `link`.
        package let kind: String
        /// The parameters for the page and the page size.
        package let parameters: [String]
        /// The member of the response that is the list, such as `data.items`; empty if the whole response is the list.
        package let list: String
        /// The member that identifies the next page; empty if there is none.
        package let next: String
    }
    /// The lists, in the order of the document.
    package let rows: [Row]

    init(_ service: Service) {
        rows = service.operations.compactMap { operation in
            guard let list = service.paging.lists[operation.place] else { return nil }
            let name = { (names: [Pointer: String]) in names[operation.place] ?? "" }
            return Row(
                operation: name(service.names.operations), elements: name(service.names.lists), kind: list.kind.name,
                parameters: [list.parameter, list.size].compactMap(\.self), list: list.members.elements.joined(separator: "."),
                next: list.members.next.name)
        }
    }

    /// One line for each list, in columns; empty if there are no lists.
    package var description: String {
        if rows.isEmpty { return "" }
        let cells =
            [["operation", "elements", "pages by", "parameters", "list", "next page"]]
            + rows.map { row in
                [
                    row.operation, row.elements, row.kind, row.parameters.joined(separator: " "),
                    row.list.isEmpty ? "(the answer)" : row.list, row.next,
                ]
            }
        let widths = cells[0].indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        let lines = cells.map { row in
            let line = zip(row, widths).map { $0 + String(repeating: " ", count: max(0, $1 - $0.count)) }.joined(separator: "  ")
            return line.unicodeScalars.lastIndex { $0 != " " }.map { String(line.through($0)) } ?? ""
        }
        return lines.joined(separator: "\n")
    }
}

extension PagedList.Kind {
    fileprivate var name: String {
        switch self {
        case .number: "number"
        case .offset: "offset"
        case .cursor: "cursor"
        case .link: "link"
        }
    }
}

extension PageMembers.Next {
    fileprivate var name: String {
        switch self {
        case .nothing: ""
        case .cursor(let path), .lastCursor(let path), .address(let path): path.joined(separator: ".")
        case .lastElement(let key): "the last element's \(key)"
        }
    }
}
