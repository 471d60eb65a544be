package import EndpointKit

/// A fact about an element: a column of a table, a line of its details, and a word for `--fields`. It is also a member of the element's
/// JSON, unless the JSON already has a member of this name.
package struct Field<Element>: Sendable {
    package let name: String
    /// The name in the details of an element: `Issue number`.
    let label: String
    /// Whether a table has this column by default.
    let isInTable: Bool
    let isNumber: Bool
    let value: @Sendable (Element) -> JSON
    private let text: @Sendable (JSON) -> String

    /// - Parameters:
    ///   - label: the label to display, if it differs from the words of the name.
    ///   - text: the text to display for a value.
    package init(
        _ name: String, label: String? = nil, isInTable: Bool = true, isNumber: Bool = false,
        _ value: @escaping @Sendable (Element) -> JSON, text: @escaping @Sendable (JSON) -> String
    ) {
        self.name = name
        let words = name.reduce("") { $0 + ($1.isUppercase ? " \($1.lowercased())" : String($1)) }
        self.label = label ?? (name == "id" ? "ID" : words.prefix(1).uppercased() + words.dropFirst())
        self.isInTable = isInTable
        self.isNumber = isNumber
        self.value = value
        self.text = text
    }

    /// A string; nil if there is none.
    package static func text(
        _ name: String, label: String? = nil, isInTable: Bool = true, _ value: @escaping @Sendable (Element) -> String?
    ) -> Field {
        Field(name, label: label, isInTable: isInTable, { value($0).map { JSON($0) } ?? .null }) { $0.string ?? "" }
    }

    /// A number with or without a fraction; nil if it is unknown.
    package static func number(_ name: String, isInTable: Bool = true, _ value: @escaping @Sendable (Element) -> Double?) -> Field {
        number(name, isInTable) { value($0).map { number in Int(exactly: number).map { JSON($0) } ?? JSON(number) } }
    }

    /// An integer, which isn't rounded to a `Double`; nil if it is unknown.
    package static func number(_ name: String, isInTable: Bool = true, _ value: @escaping @Sendable (Element) -> Int?) -> Field {
        number(name, isInTable) { value($0).map { JSON($0) } }
    }

    private static func number(_ name: String, _ isInTable: Bool, _ value: @escaping @Sendable (Element) -> JSON?) -> Field {
        Field(name, isInTable: isInTable, isNumber: true, { value($0) ?? .null }) { $0.isNull ? "-" : "\($0)" }
    }

    /// A date, which people see as a day in UTC; nil if it is unknown.
    package static func date(_ name: String, isInTable: Bool = true, _ value: @escaping @Sendable (Element) -> Date?) -> Field {
        Field(name, isInTable: isInTable, { value($0).flatMap(ISO8601.format).map { JSON($0) } ?? .null }) { json in
            json.string.map { String($0.prefix(10)) } ?? "-"
        }
    }

    /// The title of the column: `issueNumber` becomes `ISSUE NUMBER`.
    var title: String { label.uppercased() }

    /// The value as people see it.
    func shown(_ element: Element) -> String { text(value(element)) }

    /// The value as another program reads it. An unknown value is an empty cell.
    func cell(_ element: Element) -> String {
        let value = value(element)
        return value.isNull ? "" : value.string ?? "\(value)"
    }
}
