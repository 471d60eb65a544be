internal import CommandLineProgram
internal import EndpointKit
internal import GitHubAPI

/// The command `github search <text>`.
struct SearchCommand: Command {
    var text: String
    var pages: Int
    var perPage: Int
    var isLive: Bool
    var settings: NamedSettings

    static let spec = CommandSpec(
        program: Program.name, name: "search", summary: "searches repositories, those with the best match first", operands: ["<text>"],
        options: [
            Option("pages", "<n>", "how many pages (1)"), Option("per-page", "<n>", "how many repositories a page, 1 to 100 (10)"),
            Option(flag: "live", "ask GitHub itself"),
        ] + NamedSettings.options(Program.name))

    init(_ arguments: ParsedArguments) throws {
        text = arguments.operands.first ?? ""
        pages = try arguments.integer("pages", in: 1...Int.max) ?? 1
        perPage = try arguments.integer("per-page", in: 1...100) ?? 10
        settings = try NamedSettings(arguments)
        isLive = arguments.has("live")
    }

    func run(in program: Program) async throws {
        if let configuration = try configuration(program.environment) { return try await search(configuration, program.console) }
        let standIn = try StandIn()
        defer { withExtendedLifetime(standIn) {} }
        program.console.report(
            "github: searching a local stand-in with made-up repositories at \(standIn.url.absoluteString); --live uses GitHub.")
        try await search(Self.configuration(of: standIn), program.console)
    }

    static func configuration(of standIn: StandIn) -> APIConfiguration {
        var configuration = APIConfiguration(baseURL: standIn.url, authentication: .anonymous)
        configuration.policies.proxy = .direct
        return configuration
    }

    /// GitHub itself, with what `Config/github.json` says. An empty token counts as none.
    static func builtIn(_ environment: [String: String]) throws -> APIConfiguration {
        guard let url = URL(string: "https://api.github.com") else { throw Failure(.configuration, "GitHub's address is invalid.") }
        var configuration = APIConfiguration(baseURL: url, requestTimeout: .seconds(15), authentication: .anonymous)
        configuration.policies.bodyLimit = 16 << 20
        if let token = environment["GITHUB_TOKEN"], !token.isEmpty { configuration.authentication = .bearer(Secret(token)) }
        return configuration
    }

    /// The configuration for GITHUB_URL or GitHub; nil for the stand-in. Only GitHub itself, or the host of a file, gets a token.
    private func configuration(_ environment: [String: String]) throws -> APIConfiguration? {
        if let text = environment["GITHUB_URL"], !text.isEmpty {
            guard let url = URL(string: text) else { throw Failure(.configuration, "GITHUB_URL is not a valid URL.") }
            return APIConfiguration(baseURL: url, authentication: .anonymous)
        }
        let own = try settings.load(Program.name, environment: environment)
        guard var configuration = try own ?? (isLive ? Self.builtIn(environment) : nil) else { return nil }
        // GitHub answers without a token too, but less often.
        configuration.authentication = configuration.authentication ?? .anonymous
        return configuration
    }

    private func search(_ configuration: APIConfiguration, _ console: Console) async throws {
        let client = GitHubClient(configuration: configuration)
        let search = client.search(text, perPage: perPage, limits: PageLimits(maxPages: pages))
        var found: [Repository] = []
        var (total, pages) = (0, 0)
        var failure: (any Error)?
        do {
            for try await page in search {
                found += page.elements
                (total, pages) = (page.value.totalCount, page.number)
                if page.value.isIncomplete { console.report("github: page \(pages) may be incomplete, because the search took too long.") }
            }
        } catch {
            failure = error
        }
        // The pages that arrived before a failure are printed.
        if !found.isEmpty { try console.write(RepositoryTable.table(found).text) }
        if let failure { throw failure }
        console.report("github: \(found.count) of \(total) repositories, from \(pages) \(pages == 1 ? "page" : "pages").")
    }
}
