internal import GitHubAPI

/// Formats repositories as lines with aligned columns.
enum RepositoryTable {
    static func lines(of repositories: [Repository]) -> [String] {
        let rows = repositories.map { [line($0.fullName), "\($0.stars)", line($0.language ?? ""), line($0.description ?? "")] }
        let table = [["NAME", "STARS", "LANGUAGE", "DESCRIPTION"]] + rows
        let widths = (0..<3).map { column in table.map { $0[column].count }.max() ?? 0 }
        return table.map { row in
            let padding = (0..<3).map { String(repeating: " ", count: widths[$0] - row[$0].count) }
            let text = row[0] + padding[0] + "  " + padding[1] + row[1] + "  " + row[2] + padding[2] + "  " + row[3].prefix(60)
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// Text from the service, without control characters that a terminal would obey.
    static func line(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
