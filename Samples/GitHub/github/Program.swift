internal import CommandLineProgram
internal import EndpointKit

/// The program: it takes arguments and returns an exit code.
struct Program: Sendable {
    static let name = "github"

    var console: Console
    var environment: [String: String]

    static let spec = ProgramSpec<Program>(
        name: name,
        summary: """
            Searches GitHub's repositories. Without --live, GITHUB_URL or a settings file it searches made-up ones on this machine.
            Settings are read from ~/.config/github/config.json, where there is one; otherwise they are built in.
            """,
        commands: [SearchCommand.self],
        environment: [
            ("GITHUB_TOKEN", "your token, which the built-in settings send to GitHub"), ("GITHUB_URL", "another host, which gets no token"),
        ])

    func run(_ arguments: [String]) async -> ExitCode {
        await Self.spec.run(arguments, in: self, console: console) { error in
            var failure = Failure(error)
            // GitHub answers 403 for this, too.
            if (error as? APIError)?.response?.headers["X-RateLimit-Remaining"] == "0", failure.code == .authentication {
                failure.code = .quota
            }
            return failure
        }
    }
}
