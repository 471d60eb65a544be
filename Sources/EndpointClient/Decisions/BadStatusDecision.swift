/// Fails the call with ``APIError/Code/badStatus`` on a status outside 200...299. The error contains the whole response.
///
/// A 206 with only a part of a resource that was requested as a whole fails with ``APIError/Code/connection``, like a truncated body. That
/// is so if its fields announce a range of bytes, or it answers a download, and the request had no `Range` (RFC 9110, section 15.3.7). Any
/// other 206 is a success. Without this decision, only a download rejects a part.
///
/// With the service's own error type, it also decodes the body:
///
///     standard.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: ServiceError.self))
///
/// or one type for each status: ``ErrorTypes``.
public struct BadStatusDecision: SharedDecision, AwaitedInPlace {
    private let serviceError: @Sendable (inout APIError) throws -> (any Error)?
    let sharingKey: String?

    /// Doesn't decode the body.
    public init() {
        serviceError = { _ in nil }
        sharingKey = "\(Self.self)"
    }

    /// Decodes the body as `type`. The result is ``APIError/underlying``. Its `errorDescription` as a `LocalizedError`, or otherwise its
    /// `description`, is part of the message, in one line that may be shortened. If a body can't be decoded, the `underlying` error is the
    /// reason: an ``APIError`` of code ``APIError/Code/decoding``.
    ///
    /// - Parameters:
    ///   - type: the service's own error type.
    ///   - decoder: nil, the default, means the client's decoder.
    public init<ServiceError: Decodable & Error>(decoding type: ServiceError.Type, decoder: ResponseDecoder? = nil) {
        serviceError = { try $0.decodedServerError(as: type, decoder: decoder) }
        sharingKey = decoder == nil ? "\(ObjectIdentifier(type))" : nil
    }

    /// Decodes the body as the type for the status, like ``init(decoding:decoder:)-(ServiceError.Type,_)``. A body whose status has no type
    /// isn't decoded. ``APIError/serverError(as:decoder:)`` then returns nil for a type that belongs to other statuses.
    ///
    /// - Parameters:
    ///   - types: the service's own error types.
    ///   - decoder: nil, the default, means the client's decoder.
    public init(decoding types: ErrorTypes, decoder: ResponseDecoder? = nil) {
        serviceError = { failure in
            let own = decoder ?? failure.decoder ?? ResponseDecoder()
            failure.decoder = ErrorTypesDecoder(types: types, decoder: own)
            guard let status = failure.response?.status, let type = types[status] else { return nil }
            return try failure.decodedServerError(as: type)
        }
        sharingKey = decoder == nil ? types.key : nil
    }

    /// False, because 206 is the only success that it judges.
    public var judgesSuccesses: Bool { false }

    public func shouldApply<Value>(to exchange: Exchange<Value>) -> Bool {
        exchange.status?.isSuccess == false || exchange.isPart
    }

    public func apply<Value>(to exchange: Exchange<Value>) async throws -> DecisionAction<Value> {
        let response = try exchange.result.get()
        if exchange.isPart {
            var failure = APIError.partialContent(response)
            failure.request = APIError.RequestSummary(exchange.request)
            return .errored(failure)
        }
        var failure = APIError(.badStatus, "The server answered \(response.status).", request: exchange.request, response: response)
        if response.status == .notFound, exchange.request.path.encoded.uppercased().contains("%2F") {
            failure.message += #" The path has %2F: a "/" in a value stays in its segment, unless it is written \(segments: value)."#
        }
        failure.decoder = exchange.decoder
        failure.underlying = try serviceError(&failure)
        if let words = failure.underlying.flatMap({ Self.words(of: $0, after: exchange.request) }) {
            failure.message = "The server answered \(response.status): \(words)"
        }
        return .errored(failure)
    }

    private static func words(of error: any Error, after request: HTTPRequest) -> String? {
        let text: String? =
            switch error {
            case let error as any LocalizedError where error.errorDescription != nil: error.errorDescription
            case let error as any CustomStringConvertible: error.description
            default: nil
            }
        // A server may send any text, of any length. A truncated secret would not be recognized, so more is read than is shown.
        let words = OwnSecrets(of: request).removed(from: String((text ?? "").prefix(longestText * 20)))
        let line = request.redaction.redact(text: words.visibleWords)
        guard !line.isEmpty else { return nil }
        return line.count > longestText ? line.prefix(longestText) + "…" : line
    }

    private static let longestText = 200
}
