internal import EndpointKit

/// A failure as a program reports it: lines and an exit code.
package struct Failure: Error, Equatable {
    package var code: ExitCode
    /// The message, usually one line; empty if none is needed.
    package var lines: [String]

    package init(_ code: ExitCode, _ message: String) {
        self.init(code, lines: [message])
    }

    package init(_ code: ExitCode, lines: [String]) {
        self.code = code
        self.lines = lines.map(\.visibleWords).filter { !$0.isEmpty }
    }

    package static func usage(_ message: String) -> Failure { Failure(.usage, message) }

    /// The failure for an error, as most programs report it. A program may replace it if its service gives a status another meaning.
    package init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        // The request was printed instead of being sent, as the user requested.
        case is PrintedRequest.End: self.init(.ok, "")
        case let call as FailedCall: self.init(call.error, call)
        case let error as APIError: self.init(error, nil)
        case is CancellationError: self.init(.interrupted, "")
        default: self.init(.service, "\(error)")
        }
    }

    private init(_ error: APIError, _ call: FailedCall?) {
        if !error.configurationProblems.isEmpty {
            self.init(.configuration, lines: error.configurationProblems.map(Self.message))
            return
        }
        let code: ExitCode =
            switch error.code {
            case .badStatus: Self.code(of: error)
            case .invalidRequest: .usage
            case .configuration: .configuration
            case .authentication: .authentication
            case .connection, .tls, .tooManyRedirects: .network
            case .timeout, .deadline: .timeout
            case .decoding, .bodyTooLarge: .decoding
            case .quota: .quota
            case .file: .file
            case .notCached: .notFound
            case .cancelled: .interrupted
            default: .service
            }
        self.init(code, code == .interrupted ? "" : Self.message(of: error, call))
    }

    /// The message in the program's words, because its user doesn't know the types into which a response is decoded.
    private static func message(of error: APIError, _ call: FailedCall?) -> String {
        if error.code == .decoding, let underlying = error.underlying as? DecodingError {
            return "The answer could not be read: \(underlying.problem)."
        }
        return ([error.message] + [call.flatMap(wait) ?? call.flatMap(patience)].compactMap { $0 }).joined(separator: " ")
    }

    /// A user of the program doesn't know which settings are in its code.
    private static func message(of problem: ConfigurationProblem) -> String {
        guard problem.origin == .code else { return problem.description }
        if let variable = problem.missingVariable {
            return "\(variable) is not set. Set it, or \(problem.key) in the settings file."
        }
        return "\(problem.key): \(problem.message)."
    }

    /// The wait that the service requested but the call skipped, with the options that allow it; nil if the service requested none.
    package static func wait(after call: FailedCall) -> String? {
        let error = call.error
        guard error.code == .badStatus, let response = error.response, let wait = RetryAfter(response)?.wait, wait > .zero else {
            return nil
        }
        let seconds = Int((wait / .seconds(1)).rounded(.up))
        let text = "The service asks to wait \(shown(seconds))"
        let attempts = max(1, error.attempts.count)
        guard seconds <= 600, attempts <= 10, RetryPolicy.transientStatuses.contains(response.status) else { return text + "." }
        if let deadline = call.deadline, deadline < .seconds(seconds) {
            return text + ", which is longer than the deadline in the settings."
        }
        let options =
            (call.retries ?? 0 < attempts ? ["--retry \(attempts)"] : [])
            + (call.timeout < .seconds(seconds) ? ["--timeout \(seconds)s"] : [])
        return text + (options.isEmpty ? "." : "; use \(options.joined(separator: " ")) to wait.")
    }

    /// The option that gives a call more time; nil if the call didn't fail because of a time limit.
    package static func patience(after call: FailedCall) -> String? {
        switch call.error.code {
        case .timeout: "A longer --timeout waits longer; without a connection, a longer connectTimeout in the settings."
        case .deadline: "A longer deadline in the settings waits longer; --timeout doesn't change it."
        default: nil
        }
    }

    private static func shown(_ seconds: Int) -> String {
        switch seconds {
        case ...600: "\(seconds) s"
        case ...7200: "\((seconds + 59) / 60) min"
        default: "\((seconds + 3599) / 3600) h"
        }
    }

    private static func code(of error: APIError) -> ExitCode {
        switch error.status?.rawValue ?? 0 {
        case 401, 403: .authentication
        case 404: .notFound
        case 408, 504: .timeout
        case 429: .quota
        default: .service
        }
    }
}
