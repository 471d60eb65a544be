/// The errors of calls that couldn't get a token.
enum TokenFailure {
    /// - Parameter verb: what couldn't be done with the token, such as `refreshed`.
    static func error(_ verb: String, _ error: any Error) -> APIError {
        Self.error(verb, passingCode(of: error) ?? .authentication, error)
    }

    static func error(_ verb: String, _ code: APIError.Code, _ error: any Error) -> APIError {
        // The error's request isn't the call's own, so the message names it.
        let request = (error as? APIError)?.request.map { " by \($0)" } ?? ""
        return APIError(code, "The token could not be \(verb)\(request): \(error.sentence).", underlying: error)
    }

    /// Whether a token service has refused a refresh (RFC 6749, section 5.2), and hasn't said when to try again.
    static func isRefusal(_ error: any Error) -> Bool {
        guard let error = error as? APIError, error.code == .badStatus, let response = error.response else { return false }
        return [400, 401, 403].contains(response.status) && RetryAfter(response) == nil
    }

    /// The code of a transient failure; nil for any other failure. A user needn't sign in again just because a server couldn't be reached
    /// or was overloaded.
    private static func passingCode(of error: any Error) -> APIError.Code? {
        guard let error = error as? APIError else { return error is POSIXError ? .connection : nil }
        switch error.code {
        case .connection, .timeout, .deadline, .tls: return error.code
        case .badStatus:
            let status = error.status?.rawValue ?? 0
            return status == 408 || status == 429 || status >= 500 ? .badStatus : nil
        default: return error.underlying.flatMap(passingCode)
        }
    }
}
