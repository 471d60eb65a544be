internal import CommandLineProgram
internal import GitHubAPI

enum RepositoryTable {
    static func table(_ repositories: [Repository]) -> Table {
        Table(
            columns: [
                .init(title: "NAME"), .init(title: "STARS", isNumber: true), .init(title: "LANGUAGE"),
                .init(title: "DESCRIPTION", limit: 60),
            ],
            rows: repositories.map { [$0.fullName, "\($0.stars)", $0.language ?? "", $0.description ?? ""] })
    }
}
