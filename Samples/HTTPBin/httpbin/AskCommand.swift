internal import CommandLineProgram
internal import EndpointKit
internal import HTTPBinAPI

/// The program's only command.
struct AskCommand: Command {
    var isLive: Bool
    var settings: NamedSettings

    static let spec = CommandSpec(
        program: Program.name, name: "", summary: "makes one call after the other",
        options: [Option(flag: "live", "ask httpbin itself")] + NamedSettings.options(Program.name))

    init(_ arguments: ParsedArguments) throws {
        settings = try NamedSettings(arguments)
        isLive = arguments.has("live")
    }

    func run(in program: Program) async throws {
        let own = try settings.load(Program.name, environment: program.environment)
        if let configuration = try own ?? (isLive ? Self.builtIn() : nil) { return try await ask(configuration, program) }
        let standIn = try StandIn()
        defer { withExtendedLifetime(standIn) {} }
        program.console.report("httpbin: calling a local stand-in at \(standIn.url.absoluteString); --live uses httpbin itself.")
        try await ask(Self.configuration(of: standIn), program)
    }

    static func configuration(of standIn: StandIn) -> APIConfiguration {
        var configuration = APIConfiguration(baseURL: standIn.url)
        configuration.policies.proxy = .direct
        return configuration
    }

    /// httpbin itself, with what `Config/httpbin.json` says.
    static func builtIn() throws -> APIConfiguration {
        guard let url = URL(string: "https://httpbin.org") else { throw Failure(.configuration, "httpbin's address is invalid.") }
        var configuration = APIConfiguration(baseURL: url, requestTimeout: .seconds(10))
        configuration.policies.retry.maxAttempts = 1
        return configuration
    }

    /// Throws, without a message, if a call was not answered: its line says why. A refusal is an answer.
    private func ask(_ configuration: APIConfiguration, _ program: Program) async throws {
        let client = HTTPBinClient(configuration: configuration, token: AccessToken(StandIn.refusedToken), clock: program.clock)
        var questions = Questions(console: program.console)
        try await questions.ask("a form", client.post(["name": "Ada Lovelace", "sum": "1+1"])) { response in
            response.value.form.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
        }
        try await questions.ask("a forbidden page", client.status(403)) { "\($0.status)" }
        try await questions.ask("a rejected token", client.bearer()) { "accepted with the token \"\($0.value.token)\"" }
        try await questions.ask("a transient failure", client.status(503, 200).retrying(Self.patience)) { "\($0.status)" }
        try await questions.ask("an empty body", client.status(200)) { "\($0.status), decoded with \($0.value.note ?? "no members")" }
        try await questions.ask("JSON behind a guard", client.greeting(Self.guarded)) { "hello \($0.value.hello)" }
        if let failure = questions.failure { throw Failure(failure.code, lines: []) }
    }

    private static let guarded = Data(StandIn.guarded.utf8).base64EncodedString()
    private static let patience = RetryPolicy(maxAttempts: 3, backoff: Backoff(initial: .milliseconds(50)))
}

private struct Questions {
    let console: Console
    /// The first of a call that was not answered.
    private(set) var failure: Failure?

    init(console: Console) { self.console = console }

    /// Prints a line with the answer. Throws the errors of the output, and for a call that was cancelled.
    mutating func ask<Value>(_ question: String, _ call: Call<Value>, _ text: (Response<Value>) -> String) async throws {
        try console.write("\(question): \(try await answer(call, text))".visibleWords + "\n")
    }

    private mutating func answer<Value>(_ call: Call<Value>, _ text: (Response<Value>) -> String) async throws -> String {
        do {
            let response = try await call.response
            return "\(text(response)), \(response.attempts.count == 1 ? "at once" : "after \(response.attempts.count) attempts")"
        } catch {
            if let refusal = (error as? APIError)?.underlying as? HTTPBinError { return "\(refusal.message), code \(refusal.code)" }
            let failure = Failure(error)
            if failure.code == .interrupted { throw error }
            if (error as? APIError)?.code != .badStatus { self.failure = self.failure ?? failure }
            return failure.lines.joined(separator: " ")
        }
    }
}
