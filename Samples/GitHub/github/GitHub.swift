internal import CommandLineProgram
internal import EndpointKit
internal import GitHubAPI

/// The program: it takes arguments and returns an exit code.
struct GitHub: ProgramContext {
    var console: Console
    var environment: [String: String]

    static let program = Program<GitHub>(
        "github", "searches GitHub's repositories",
        about: """
            Searches GitHub's repositories. Without --live, GITHUB_URL or a settings file it searches made-up ones on this machine.
            Settings are read from ~/.config/github/config.json, if it exists; otherwise they are built in.
            """,
        environment: [
            ("GITHUB_TOKEN", "your token, which the built-in settings send to GitHub"), ("GITHUB_URL", "another host, which gets no token"),
            ("GITHUB_CONFIG", "the settings file, instead of --config"),
        ],
        commands: [
            Command(
                "search", "searches repositories, best match first",
                arguments: [Argument("text", .text, "the text to search for, with GitHub's qualifiers: language:swift")],
                options: [
                    Option("pages", .integer(1...Int.max), "how many pages", standard: "1"),
                    Option("per-page", .integer(1...100), "how many repositories per page", standard: "10"),
                ] + OutputFormat.options(fields, members: members) + CallOptions.options(ofProgram: "github")
            ) { try await $1.search($0) }
        ])

    private static let fields: [Field<Repository>] = [
        .number("id", isInTable: false) { $0.id }, .text("name") { $0.fullName }, .number("stars") { $0.stars },
        .text("language") { $0.language }, .text("description") { $0.description },
    ]
    private static let members = ["full_name", "owner", "html_url", "topics", "license", "stargazers_count", "forks_count", "updated_at"]

    nonisolated(nonsending) func run(_ arguments: [String]) async -> ExitCode {
        await Self.program.run(arguments, in: self) { error in
            var failure = Failure(error)
            // GitHub also responds with 403 if the quota is used up.
            if (error as? FailedCall)?.error.response?.headers["X-RateLimit-Remaining"] == "0", failure.code == .authentication {
                failure.code = .quota
            }
            return failure
        }
    }

    func profiles(of file: String?) -> [String] { NamedSettings.profiles(of: file, "github", environment) }

    /// Writes the pages as they arrive, including those before a failure.
    private func search(_ arguments: Arguments) async throws {
        var writer = try ElementWriter(Self.fields, arguments, console, isGrowing: arguments.integer("pages") != 1) {
            $0.whole.object ?? JSON.Object()
        }
        var (count, total, pages) = (0, 0, 0)
        try await CallOptions(arguments).run(configuration(arguments), or: { try StandIn.start() }, of: "github", console) {
            var configuration = $0
            // GitHub also accepts requests without a token, but allows fewer of them.
            configuration.authentication = configuration.authentication ?? .anonymous
            let client = GitHubClient(configuration: configuration, transport: $1, observers: $2)
            let limits = PageLimits(maxPages: arguments.integer("pages"))
            for try await page in client.search(arguments["text"] ?? "", perPage: arguments.integer("per-page"), limits: limits) {
                try writer.write(page.elements, head: ["total": JSON(page.value.totalCount)])
                (count, total, pages) = (count + page.elements.count, page.value.totalCount, page.number)
                if page.value.isIncomplete { console.note("github: page \(pages) may be incomplete, because the search took too long.") }
            }
            await client.shutDown(gracePeriod: CallOptions.gracePeriod)
        }
        try writer.end()
        let extent = "\(count) of \(total) repositories, from \(pages) \(pages == 1 ? "page" : "pages")"
        console.note("github: \(total == 0 ? "no repositories" : extent).")
    }

    /// GitHub itself, with the settings of `Config/github.json`. An empty token counts as none.
    static func builtIn(_ environment: [String: String]) throws -> APIConfiguration {
        guard let url = URL(string: "https://api.github.com") else { throw Failure(.configuration, "GitHub's address is invalid.") }
        var configuration = APIConfiguration(baseURL: url, requestTimeout: .seconds(15), appVersion: packageVersion)
        configuration.policies.bodyLimit = 16 << 20
        if let token = environment["GITHUB_TOKEN"], !token.isEmpty { configuration.authentication = .bearer(Secret(token)) }
        return configuration
    }

    /// The configuration for GITHUB_URL or GitHub; nil for the stand-in. Only GitHub itself, or the host in a settings file, gets a token.
    private func configuration(_ arguments: Arguments) throws -> APIConfiguration? {
        if let text = environment["GITHUB_URL"], !text.isEmpty {
            guard let url = URL(string: text) else { throw Failure(.configuration, "GITHUB_URL is not a valid URL.") }
            return APIConfiguration(baseURL: url, appVersion: packageVersion)
        }
        let own = try NamedSettings(arguments, of: "github", environment).load("github", environment: environment)
        return try own ?? (arguments.has("live") ? Self.builtIn(environment) : nil)
    }
}
