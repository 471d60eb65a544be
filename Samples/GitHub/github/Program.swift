internal import EndpointKit
internal import GitHubAPI

/// The program: it takes arguments, prints lines, and returns an exit code.
struct Program: Sendable {
    var environment: [String: String]
    /// Prints a line of data.
    var print: @Sendable (String) -> Void
    /// Prints a message for the user.
    var report: @Sendable (String) -> Void
    /// The settings file for the real host.
    var settings = URL(filePath: "Config/github.json")

    func run(_ arguments: [String]) async -> ExitCode {
        guard let arguments = Arguments(arguments) else {
            report(Arguments.usage)
            return .usage
        }
        do {
            if let configuration = try configuration(arguments) {
                try await search(arguments, configuration)
            } else {
                let standIn = try StandIn()
                defer { withExtendedLifetime(standIn) {} }
                report("github: searching a local stand-in with made-up repositories at \(standIn.url.absoluteString); --live uses GitHub.")
                try await search(arguments, Self.configuration(of: standIn))
            }
            return .ok
        } catch {
            report("github: " + ((error as? APIError)?.message ?? "\(error)").visibleWords)
            return .failure
        }
    }

    static func configuration(of standIn: StandIn) -> APIConfiguration {
        var configuration = APIConfiguration(baseURL: standIn.url, authentication: .anonymous)
        configuration.policies.proxy = .direct
        return configuration
    }

    /// The configuration for GitHub or GITHUB_URL; nil for the stand-in. Only GitHub itself gets the token.
    private func configuration(_ arguments: Arguments) throws -> APIConfiguration? {
        if let text = environment["GITHUB_URL"], !text.isEmpty {
            guard let url = URL(string: text) else { throw APIError(.configuration, "GITHUB_URL is not a valid URL.") }
            return APIConfiguration(baseURL: url, authentication: .anonymous)
        }
        guard arguments.isLive else { return nil }
        // The file is that of whatever directory this is, so it can't name what it gets.
        var options = ConfigurationOptions()
        options.allowsReferences = false
        var configuration = try APIConfiguration(contentsOf: settings, environment: environment, options: options)
        if !configuration.ignoredReferences.isEmpty {
            report("github: ignored what \(settings.relativePath) names: \(configuration.ignoredReferences.joined(separator: ", ")).")
        }
        if let token = environment["GITHUB_TOKEN"], !token.isEmpty {
            if case .file = configuration.origins["baseURL"], configuration.baseURL.absoluteString != "https://api.github.com" {
                throw APIError(
                    .configuration, "\(settings.relativePath) names another host than GitHub, which doesn't get your GITHUB_TOKEN.")
            }
            configuration.authentication = .bearer(Secret(token))
        }
        // GitHub answers without a token too, but less often.
        configuration.authentication = configuration.authentication ?? .anonymous
        return configuration
    }

    private func search(_ arguments: Arguments, _ configuration: APIConfiguration) async throws {
        let client = GitHubClient(configuration: configuration)
        let search = client.search(arguments.text, perPage: arguments.perPage, limits: PageLimits(maxPages: arguments.pages))
        var found: [Repository] = []
        var (total, pages) = (0, 0)
        var failure: (any Error)?
        do {
            for try await page in search {
                found += page.elements
                (total, pages) = (page.value.totalCount, page.number)
                if page.value.isIncomplete { report("github: page \(pages) may be incomplete, because the search took too long.") }
            }
        } catch {
            failure = error
        }
        // The pages that arrived before a failure are printed.
        if !found.isEmpty { for line in RepositoryTable.lines(of: found) { print(line) } }
        if let failure { throw failure }
        report("github: \(found.count) of \(total) repositories, from \(pages) \(pages == 1 ? "page" : "pages").")
    }
}
