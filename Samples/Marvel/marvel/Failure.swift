internal import EndpointKit
internal import MarvelAPI

/// A failure as the program reports it: lines and an exit code.
struct Failure: Error, Equatable {
    var code: ExitCode
    /// The message, mostly one line; empty where none is needed.
    var lines: [String]

    init(_ code: ExitCode, _ message: String) {
        self.init(code, lines: [message])
    }

    init(_ code: ExitCode, lines: [String]) {
        self.code = code
        self.lines = lines.map(\.visibleWords).filter { !$0.isEmpty }
    }

    static func usage(_ message: String) -> Failure { Failure(.usage, message) }

    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as APIError: self.init(error)
        case is CancellationError: self.init(.interrupted, "")
        default: self.init(.service, "\(error)")
        }
    }

    private init(_ error: APIError) {
        if !error.configurationProblems.isEmpty {
            self.init(.configuration, lines: error.configurationProblems.map(\.description))
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
            case .cancelled: .interrupted
            default: .service
            }
        self.init(code, code == .interrupted ? "" : Self.message(of: error, code))
    }

    private static func code(of error: APIError) -> ExitCode {
        switch error.response?.status.rawValue ?? 0 {
        case 401, 403: .authentication
        case 404: .notFound
        case 408, 504: .timeout
        // The service answers 409 for a missing key, timestamp or hash, and also for any bad parameter.
        case 409: error.serverError(as: MarvelError.self)?.code == .missingParameter ? .authentication : .usage
        case 429: .quota
        default: .service
        }
    }

    private static func message(of error: APIError, _ code: ExitCode) -> String {
        let reason = error.serverError(as: MarvelError.self)?.message ?? error.message
        return switch code {
        case .authentication: reason.endingInFullStop + " Check MARVEL_PUBLIC_KEY and MARVEL_PRIVATE_KEY, and this machine's clock."
        case .quota: reason.endingInFullStop + " Try again later: rejected calls count as well."
        default: reason
        }
    }
}

extension String {
    fileprivate var endingInFullStop: String { hasSuffix(".") ? self : self + "." }
}
