enum OutputFormat: String, CaseIterable {
    case table, json
}

extension Option {
    static let output = Option("output", "<format>", "table, or json for one document with everything in it (table)")
}
