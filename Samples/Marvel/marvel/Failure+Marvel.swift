internal import CommandLineProgram
internal import EndpointKit
internal import EndpointKitTesting
internal import MarvelAPI

extension Failure {
    /// The failure of a call, in the service's own words, with advice for the user.
    init(asking error: any Error) {
        self.init(error)
        let call = error as? FailedCall
        guard let error = call?.error ?? error as? APIError, error.configurationProblems.isEmpty, code != .interrupted else { return }
        // The recording contains no response to the request.
        if error.code == .unanswered { code = .file }
        // A page that can't be decoded also has a status, but the status doesn't explain the failure.
        let refusal = error.code == .badStatus ? error.serverError(as: MarvelError.self) : nil
        // The service answers 409 for a missing key, timestamp or hash, and also for any bad parameter.
        if error.code == .badStatus, error.status == 409 { code = refusal?.code == .missingParameter ? .authentication : .usage }
        let words = error.code == .badStatus ? refusal?.message ?? Self.words(in: error.response) : nil
        // The service may have repeated the request's address, with the key and the hash.
        let reason = words.map { error.withoutSecrets($0) } ?? lines.joined(separator: " ")
        let wait = call.flatMap(Self.wait)
        let advice: String? =
            switch code {
            case .authentication: "Check MARVEL_PUBLIC_KEY and MARVEL_PRIVATE_KEY, and this machine's clock."
            case .quota: (wait == nil ? "Try again later: rejected" : "Rejected") + " calls count as well."
            case .network: "Check MARVEL_BASE_URL and the connection; --local needs none."
            default: nil
            }
        // Without the service's message, `lines` already contain the wait.
        let rest = [words == nil ? nil : wait, advice].compactMap { $0 }
        self.init(code, ([rest.isEmpty ? reason : reason.endingInFullStop] + rest).joined(separator: " "))
    }

    /// The message of a refusal that isn't in the service's format.
    private static func words(in response: HTTPResponse?) -> String? {
        guard let body = response?.body, let document = try? JSON(parsing: body) else { return nil }
        return document["message"]?.string ?? document["status"]?.string
    }
}

extension String {
    fileprivate var endingInFullStop: String { hasSuffix(".") ? self : self + "." }
}
