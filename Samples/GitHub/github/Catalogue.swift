/// The stand-in's repositories: one for each topic in each language.
enum Catalogue {
    /// A repository, with the member names of GitHub's JSON.
    struct Record: Encodable {
        var id: Int
        var full_name: String
        var description: String?
        var language: String
        var stargazers_count: Int

        func matches(_ text: String) -> Bool { full_name.contains(text.lowercased()) }
    }

    static let repositories: [Record] = languages.flatMap { name, language in
        topics.map { (language, "\(name)-\($0)", $0) }
    }.enumerated().map { index, repository in
        let (language, name, topic) = repository
        // Every seventh has no description, like some real repositories.
        let description = index % 7 == 6 ? nil : "\(topic.split(separator: "-").joined(separator: " ")), written in \(language)"
        return Record(
            id: 1000 + index, full_name: "example/\(name)", description: description, language: language,
            stargazers_count: 100 + index * 7919 % 49_999)
    }

    private static let languages = [("swift", "Swift"), ("rust", "Rust"), ("kotlin", "Kotlin")]
    private static let topics = [
        "algorithms", "archive", "argument-parser", "async-queue", "atomics", "audio", "benchmark", "calendar", "certificates",
        "charts", "collections", "colours", "compression", "configuration", "crypto", "csv", "diff", "dns", "email", "events",
        "formatter", "geometry", "graphs", "http-client", "http-server", "images", "json", "logging", "markdown", "metrics", "numerics",
        "parser", "regex", "scheduler", "snapshots", "spreadsheet", "templates", "terminal", "websockets", "yaml",
    ]
}
