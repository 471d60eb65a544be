package import EndpointKit

/// A failure as a program reports it: lines and an exit code.
package struct Failure: Error, Equatable {
    package var code: ExitCode
    /// The message, mostly one line; empty where none is needed.
    package var lines: [String]

    package init(_ code: ExitCode, _ message: String) {
        self.init(code, lines: [message])
    }

    package init(_ code: ExitCode, lines: [String]) {
        self.code = code
        self.lines = lines.map(\.visibleWords).filter { !$0.isEmpty }
    }

    package static func usage(_ message: String) -> Failure { Failure(.usage, message) }

    /// The failure for an error, as most programs report it. A program may replace it where its service gives a status another meaning.
    package init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        // The request was printed in place of a call, as the user has asked.
        case is PrintedRequest.End: self.init(.ok, "")
        case let error as APIError: self.init(error)
        case is CancellationError: self.init(.interrupted, "")
        default: self.init(.service, "\(error)")
        }
    }

    private init(_ error: APIError) {
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
            case .cancelled: .interrupted
            default: .service
            }
        self.init(code, code == .interrupted ? "" : Self.message(of: error))
    }

    /// In the program's words: whoever calls it doesn't know the types that an answer is read into.
    private static func message(of error: APIError) -> String {
        if error.code == .decoding, let underlying = error.underlying as? DecodingError {
            return "The answer could not be read: \(underlying.problem)."
        }
        return ([error.message] + [wait(after: error)].compactMap { $0 }).joined(separator: " ")
    }

    /// Whoever calls a program doesn't know which of its settings stand in its code.
    private static func message(of problem: ConfigurationProblem) -> String {
        guard problem.origin == .code else { return problem.description }
        if let variable = problem.missingVariable {
            return "\(variable) is not set. Set it, or \(problem.key) in the settings file."
        }
        return "\(problem.key): \(problem.message)."
    }

    /// The wait that the service asked for and that the call ended without, with what waits for it; nil where it asked for none.
    package static func wait(after error: APIError) -> String? {
        guard error.code == .badStatus, let response = error.response, let wait = RetryAfter(response)?.wait, wait > .zero else {
            return nil
        }
        let seconds = Int((wait / .seconds(1)).rounded(.up))
        let text = "The service asks to wait \(shown(seconds))"
        let retries = max(1, error.attempts.count)
        guard seconds <= 600, retries <= 10, RetryPolicy.transientStatuses.contains(response.status) else { return text + "." }
        return text + "; --retry \(retries) does so where --timeout is at least \(seconds)s."
    }

    private static func shown(_ seconds: Int) -> String {
        switch seconds {
        case ...600: "\(seconds) s"
        case ...7200: "\((seconds + 59) / 60) min"
        default: "\((seconds + 3599) / 3600) h"
        }
    }

    private static func code(of error: APIError) -> ExitCode {
        switch error.response?.status.rawValue ?? 0 {
        case 401, 403: .authentication
        case 404: .notFound
        case 408, 504: .timeout
        case 429: .quota
        default: .service
        }
    }
}
