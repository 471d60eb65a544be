internal import CommandLineProgram

enum OutputFormat: String, CaseIterable {
    case table, json, ndjson
}

extension Option {
    static let output = Option(
        "output", "<format>", "table, json for one document with everything in it, or ndjson for a line per element (table)")
}
