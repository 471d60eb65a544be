internal import EndpointKit
internal import GitHubAPI

/// Formats repositories as lines with aligned columns.
enum RepositoryTable {
    static func lines(of repositories: [Repository]) -> [String] {
        let rows = repositories.map {
            [$0.fullName.visibleWords, "\($0.stars)", ($0.language ?? "").visibleWords, ($0.description ?? "").visibleWords]
        }
        let table = [["NAME", "STARS", "LANGUAGE", "DESCRIPTION"]] + rows
        let widths = (0..<3).map { column in table.map { $0[column].count }.max() ?? 0 }
        return table.map { row in
            let padding = (0..<3).map { String(repeating: " ", count: widths[$0] - row[$0].count) }
            let text = row[0] + padding[0] + "  " + padding[1] + row[1] + "  " + row[2] + padding[2] + "  " + row[3].prefix(60)
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }
}
