package import EndpointKit

/// A fact about an element: a column of a table, a line of its details, a key of its JSON, and a word for `--fields`.
package struct Field<Element>: Sendable {
    package let name: String
    /// Whether a table has it without being asked for it.
    let isInTable: Bool
    let isNumber: Bool
    let value: @Sendable (Element) -> JSON
    private let text: @Sendable (JSON) -> String

    /// - Parameter text: what people see of a value.
    package init(
        _ name: String, isInTable: Bool = true, isNumber: Bool = false, _ value: @escaping @Sendable (Element) -> JSON,
        text: @escaping @Sendable (JSON) -> String
    ) {
        self.name = name
        self.isInTable = isInTable
        self.isNumber = isNumber
        self.value = value
        self.text = text
    }

    /// A text; nil for none.
    package static func text(_ name: String, isInTable: Bool = true, _ value: @escaping @Sendable (Element) -> String?) -> Field {
        Field(name, isInTable: isInTable, { value($0).map { JSON($0) } ?? .null }) { $0.string ?? "" }
    }

    /// A number with or without a fraction; nil for an unknown one.
    package static func number(_ name: String, isInTable: Bool = true, _ value: @escaping @Sendable (Element) -> Double?) -> Field {
        number(name, isInTable) { value($0).map { number in Int(exactly: number).map { JSON($0) } ?? JSON(number) } }
    }

    /// An integer, which no `Double` may round; nil for an unknown one.
    package static func number(_ name: String, isInTable: Bool = true, _ value: @escaping @Sendable (Element) -> Int?) -> Field {
        number(name, isInTable) { value($0).map { JSON($0) } }
    }

    private static func number(_ name: String, _ isInTable: Bool, _ value: @escaping @Sendable (Element) -> JSON?) -> Field {
        Field(name, isInTable: isInTable, isNumber: true, { value($0) ?? .null }) { $0.isNull ? "-" : "\($0)" }
    }

    /// A date, of which people see the day in UTC; nil for an unknown one.
    package static func date(_ name: String, isInTable: Bool = true, _ value: @escaping @Sendable (Element) -> Date?) -> Field {
        Field(name, isInTable: isInTable, { value($0).flatMap(ISO8601.format).map { JSON($0) } ?? .null }) { json in
            json.string.map { String($0.prefix(10)) } ?? "-"
        }
    }

    /// The title of the column: `issueNumber` is `ISSUE NUMBER`.
    var title: String { words.uppercased() }
    /// The name in the details of an element: `Issue number`.
    var label: String { name == "id" ? "ID" : words.prefix(1).uppercased() + words.dropFirst() }
    private var words: String { name.reduce("") { $0 + ($1.isUppercase ? " \($1.lowercased())" : String($1)) } }

    /// The value for people.
    func shown(_ element: Element) -> String { text(value(element)) }

    /// The value for another program, for which an unknown one is an empty cell.
    func cell(_ element: Element) -> String {
        let value = value(element)
        return value.isNull ? "" : value.string ?? "\(value)"
    }
}
