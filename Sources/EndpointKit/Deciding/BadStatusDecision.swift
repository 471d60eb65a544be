/// A status outside 200...299 fails the call with ``APIError/Code/badStatus``, the whole response in it.
///
/// Made with the service's own error type, it reads the body as that, and puts it under the error:
///
///     standard.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: ServiceError.self))
public struct BadStatusDecision: SynchronousDecision, FailureDecision {
    private let serviceError: @Sendable (APIError) -> (any Error)?

    public init() { serviceError = { _ in nil } }

    /// The decoded body is ``APIError/underlying``, and what it says of itself as a `LocalizedError`, or in its `description`, is part of
    /// the message, in one line that may be cut. With a body that is something else it is as if no type had been named.
    public init<ServiceError: Decodable & Error>(decoding type: ServiceError.Type, decoder: ResponseDecoder = ResponseDecoder()) {
        serviceError = { $0.serverError(as: type, decoder: decoder) }
    }

    var passesSuccesses: Bool { true }

    public func shouldApply<Value>(to exchange: Exchange<Value>) -> Bool {
        exchange.status?.isSuccess == false
    }

    public func judge<Value>(_ exchange: Exchange<Value>) throws -> DecisionAction<Value> {
        let response = try exchange.result.get()
        var error = APIError(.badStatus, "The server answered \(response.status).", request: exchange.request, response: response)
        if let cause = serviceError(error) {
            error.underlying = cause
            if let words = Self.words(of: cause) {
                error.message = "The server answered \(response.status): \(exchange.request.redaction.redact(text: words))"
            }
        }
        return .errored(error)
    }

    private static func words(of error: any Error) -> String? {
        let text: String? =
            switch error {
            case let error as any LocalizedError where error.errorDescription != nil: error.errorDescription
            case let error as any CustomStringConvertible: error.description
            default: nil
            }
        // What comes from a server may be anything, of any length.
        let line = (text ?? "").split { $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
            .joined(separator: " ")
        guard !line.isEmpty else { return nil }
        return line.count > longestText ? line.prefix(longestText) + "…" : line
    }

    private static let longestText = 200
}
