/// The forms in which a program writes elements.
package enum OutputFormat: String, CaseIterable, Sendable {
    /// Aligned columns, or the details of one element.
    case table
    /// One document, which also contains information about the list.
    case json
    /// One line for each element, with a JSON object.
    case ndjson
    /// Values separated by commas (RFC 4180), below a line with the names.
    case csv

    /// The option for these formats. After json and ndjson, failures and notes are JSON too.
    package static func option(_ summary: String, _ formats: [OutputFormat] = allCases) -> Option {
        Option("output", .choice(formats.map(\.rawValue)), summary, standard: table.rawValue)
    }

    /// The options of a command that writes elements with these fields.
    ///
    /// - Parameter members: additional members of an element's JSON.
    package static func options<Element>(_ fields: [Field<Element>], members: [String] = []) -> [Option] {
        [
            option("the format of the output; on a narrow terminal, a table leaves out its last columns"),
            Option(
                "fields", .choices(fields.map(\.name) + members),
                "only these fields, in this order" + (members.first.map { "; those from \($0) on are only in JSON" } ?? "")
            ),
        ].section(.output)
    }
}
