internal import CommandLineProgram
internal import EndpointKit
internal import HTTPBinAPI

/// The program: it takes arguments and returns an exit code.
struct HTTPBin: ProgramContext {
    var console: Console
    var environment: [String: String]
    /// The clock for the waits between two attempts.
    var clock: any Clock<Duration> = ContinuousClock()

    static let program = Program<HTTPBin>(
        "httpbin", "makes one call after the other",
        about: """
            Makes one call after the other, and prints what came of each. Without --live or a settings file a stand-in on this \
            machine answers.
            Settings are read from ~/.config/httpbin/config.json, if it exists; otherwise they are built in.
            """,
        options: OutputFormat.options(fields) + CallOptions.options(ofProgram: "httpbin")
    ) { try await $1.ask($0) }

    private static let fields: [Field<Answer>] = [
        .text("question") { $0.question }, .text("answer") { $0.text }, .number("attempts") { $0.attempts },
    ]

    nonisolated(nonsending) func run(_ arguments: [String]) async -> ExitCode { await Self.program.run(arguments, in: self) }

    func profiles(of file: String?) -> [String] { NamedSettings.profiles(of: file, "httpbin", environment) }

    /// Throws a failure without a message if a call got no response, because the call's line gives the reason. A refusal is a response.
    private func ask(_ arguments: Arguments) async throws {
        let own = try NamedSettings(arguments, of: "httpbin", environment).load("httpbin", environment: environment)
        let settings = try own ?? (arguments.has("live") ? Self.builtIn() : nil)
        var questions = Questions()
        try await CallOptions(arguments).run(settings, or: { try StandIn.start() }, of: "httpbin", console) {
            let token = AccessToken(StandIn.refusedToken)
            let client = HTTPBinClient(configuration: $0, token: token, transport: $1, observers: $2, clock: clock)
            try await questions.ask("a form", client.post(["name": "Ada Lovelace", "sum": "1+1"])) { response in
                response.value.form.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
            }
            try await questions.ask("a forbidden page", client.status(403)) { "\($0.status)" }
            try await questions.ask("a rejected token", client.bearer()) { "accepted with the token \"\($0.value.token)\"" }
            let patience = RetryPolicy(maxAttempts: 3, backoff: Backoff(initial: .milliseconds(50)))
            try await questions.ask("a transient failure", client.status(503, 200).retrying(patience)) { "\($0.status)" }
            try await questions.ask("an empty body", client.status(200)) { "\($0.status), decoded with \($0.value.note ?? "no members")" }
            try await questions.ask("a session", client.cookies(setting: ["theme": "dark"])) { response in
                response.value.cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
            }
            let guarded = Data(StandIn.guarded.utf8).base64EncodedString()
            try await questions.ask("JSON behind a guard", client.greeting(guarded)) { "hello \($0.value.hello)" }
            await client.shutDown(gracePeriod: CallOptions.gracePeriod)
        }
        var writer = try ElementWriter(Self.fields, arguments, console)
        try writer.write(questions.answers)
        try writer.end()
        if let failure = questions.failure { throw Failure(failure.code, lines: []) }
    }

    /// httpbin itself, with the settings of `Config/httpbin.json`.
    static func builtIn() throws -> APIConfiguration {
        guard let url = URL(string: "https://httpbin.org") else { throw Failure(.configuration, "httpbin's address is invalid.") }
        var configuration = APIConfiguration(baseURL: url, requestTimeout: .seconds(10), appVersion: packageVersion)
        configuration.policies.retry = .never
        return configuration
    }
}

private struct Answer {
    var question: String
    var text: String
    /// nil if the call was refused or got no response.
    var attempts: Int?
}

private struct Questions {
    private(set) var answers: [Answer] = []
    /// The failure of the first call that got no response.
    private(set) var failure: Failure?

    /// Throws for a call that was cancelled or only printed.
    mutating func ask<Value>(_ question: String, _ call: Call<Value>, _ text: (Response<Value>) -> String) async throws {
        do {
            let response = try await call.response
            answers.append(Answer(question: question, text: text(response), attempts: response.attempts.count))
        } catch {
            let refusal = ((error as? APIError)?.underlying as? HTTPBinError).map { "\($0.message), code \($0.code)" }
            let failure = Failure(error)
            if refusal == nil, failure.lines.isEmpty { throw error }
            if (error as? APIError)?.code != .badStatus { self.failure = self.failure ?? failure }
            answers.append(Answer(question: question, text: refusal ?? failure.lines.joined(separator: " ")))
        }
    }
}
