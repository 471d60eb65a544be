/// Fails the call with ``APIError/Code/badStatus`` if the status is outside 200...299. The error contains the whole response.
///
/// A 206 with only a part of a resource that was requested as a whole fails with ``APIError/Code/connection``, like a truncated body. This
/// applies if the request had no `Range` field, and either the response's fields announce a range of bytes, or the call is a download (RFC
/// 9110, section 15.3.7). Any other 206 is a success. Without this decision, only a download rejects a partial response.
///
/// If you pass the service's own error type, this decision also decodes the body:
///
///     standard.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: ServiceError.self))
///
/// You can also pass a type for each status: see ``ErrorTypes``.
public struct BadStatusDecision: SharedDecision, AwaitedInPlace {
    private let serviceError: @Sendable (inout APIError) throws -> (any Error)?
    let sharingKey: String?

    /// Creates a decision that doesn't decode the body.
    public init() {
        serviceError = { _ in nil }
        sharingKey = "\(Self.self)"
    }

    /// Decodes the body as `type`. The decoded value becomes ``APIError/underlying``. Its `errorDescription` (for a `LocalizedError`) or
    /// its `description` becomes part of the message, as a single line that may be shortened. If the body can't be decoded, the
    /// `underlying` error is the reason, an ``APIError`` of code ``APIError/Code/decoding``.
    ///
    /// - Parameters:
    ///   - type: the service's own error type.
    ///   - decoder: nil, the default, means the client's decoder.
    public init<ServiceError: Decodable & Error>(decoding type: ServiceError.Type, decoder: ResponseDecoder? = nil) {
        serviceError = { try $0.decodedServerError(as: type, decoder: decoder) }
        sharingKey = decoder == nil ? "\(ObjectIdentifier(type))" : nil
    }

    /// Decodes the body as the type that belongs to the status, like ``init(decoding:decoder:)-(ServiceError.Type,_)``. If no type belongs
    /// to the status, the body isn't decoded. ``APIError/serverError(as:decoder:)`` then returns nil for a type that belongs to other
    /// statuses.
    ///
    /// - Parameters:
    ///   - types: the service's own error types.
    ///   - decoder: nil, the default, means the client's decoder.
    public init(decoding types: ErrorTypes, decoder: ResponseDecoder? = nil) {
        serviceError = { failure in
            let own = decoder ?? failure.decoder ?? ResponseDecoder()
            failure.decoder = ErrorTypesDecoder(types: types, decoder: own)
            guard let status = failure.status, let type = types[status] else { return nil }
            return try failure.decodedServerError(as: type)
        }
        sharingKey = decoder == nil ? types.key : nil
    }

    /// False, because 206 is the only successful status that this decision judges.
    public var judgesSuccesses: Bool { false }

    public func shouldApply<Value>(to context: DecisionContext<Value>) -> Bool {
        context.status?.isSuccess == false || context.isPart
    }

    public func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
        let response = try context.result.get()
        if context.isPart {
            var failure = APIError.partialContent(response)
            failure.request = APIError.RequestSummary(context.request)
            return .errored(failure)
        }
        var failure = APIError(.badStatus, "The server answered \(response.status).", request: context.request, response: response)
        if response.status == .notFound, context.request.path.encoded.uppercased().contains("%2F") {
            failure.message += #" The path has %2F: a "/" in a value stays in its segment, unless it is written \(segments: value)."#
        }
        if response.status == .notModified { failure.message += " \(Self.advice(onNotModified: context.request))" }
        failure.decoder = context.decoder
        failure.underlying = try serviceError(&failure)
        if let words = failure.underlying.flatMap({ Self.words(of: $0, after: context.request) }) {
            failure.message = "The server answered \(response.status): \(words)"
        }
        return .errored(failure)
    }

    private static func advice(onNotModified request: HTTPRequest) -> String {
        guard let name = ["If-None-Match", "If-Modified-Since"].first(where: request.headers.contains) else {
            return "The request had no condition, so the server may not answer that way (RFC 9110, section 13): with Cache-Control: "
                + "no-cache, it may send the whole resource."
        }
        return "The response that the request's \(name) names is still valid: ifChanged(since:) returns nil for it, and without the "
            + "field the server sends the whole resource."
    }

    private static func words(of error: any Error, after request: HTTPRequest) -> String? {
        let text: String? =
            switch error {
            case let error as any LocalizedError where error.errorDescription != nil: error.errorDescription
            case let error as any CustomStringConvertible: error.description
            default: nil
            }
        // A server may send any text of any length. More is read than is shown, because a truncated secret would not be recognized.
        let words = OwnSecrets(of: request).removed(from: String((text ?? "").prefix(longestText * 20)))
        let line = request.redaction.redact(text: words.visibleWords)
        guard !line.isEmpty else { return nil }
        return line.count > longestText ? line.prefix(longestText) + "…" : line
    }

    private static let longestText = 200
}
