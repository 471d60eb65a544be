internal import CommandLineProgram
internal import EndpointKit
internal import EndpointKitTesting
internal import MarvelAPI

extension Failure {
    /// The failure of a call, in the service's own words, with what the user can do.
    init(asking error: any Error) {
        self.init(error)
        guard let error = error as? APIError, error.configurationProblems.isEmpty, code != .interrupted else { return }
        // A recording that lacks the answer.
        if error.code == .unanswered { code = .file }
        // A page has a status, too, which says nothing of why it can't be read.
        let refusal = error.code == .badStatus ? error.serverError(as: MarvelError.self) : nil
        // The service answers 409 for a missing key, timestamp or hash, and also for any bad parameter.
        if error.code == .badStatus, error.response?.status == 409 { code = refusal?.code == .missingParameter ? .authentication : .usage }
        // The service may have repeated the request's address, with the key and the hash.
        let words = refusal.map { (error.request?.redaction ?? .standard).redact(text: $0.message) }
        let reason = words ?? lines.joined(separator: " ")
        let advice: String? =
            switch code {
            case .authentication: "Check MARVEL_PUBLIC_KEY and MARVEL_PRIVATE_KEY, and this machine's clock."
            case .quota: "Try again later: rejected calls count as well."
            case .network: "Check MARVEL_BASE_URL and the connection; --local needs none."
            case .timeout: "--timeout waits longer."
            default: nil
            }
        self.init(code, advice.map { reason.endingInFullStop + " " + $0 } ?? reason)
    }
}

extension String {
    fileprivate var endingInFullStop: String { hasSuffix(".") ? self : self + "." }
}
