/// Decodes the response as the value of the call. It is the last decision of the standard list.
public struct ParseDecision: SharedDecision, AwaitedInPlace {
    /// Decodes with ``Exchange/decode(_:)``.
    public init() {}

    var sharingKey: String? { "\(Self.self)" }

    public func apply<Value>(to exchange: Exchange<Value>) async throws -> DecisionAction<Value> {
        .done(try exchange.decode(try exchange.result.get()))
    }
}

/// Decodes a success without a body as `{}`, for a type that has only optional members or none.
///
/// It isn't part of the standard list:
///
///     func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
///         standard.inserting(EmptyBodyDecision(), before: ParseDecision.self)
///     }
public struct EmptyBodyDecision: SharedDecision, AwaitedInPlace {
    /// Applies to every success whose body is empty, except those of streaming calls.
    public init() {}

    var sharingKey: String? { "\(Self.self)" }

    public func shouldApply<Value>(to exchange: Exchange<Value>) -> Bool {
        guard exchange.status?.isSuccess == true, let response = exchange.response else { return false }
        // A streaming call's body isn't in the response, so it only seems empty.
        return response.body.isEmpty && !exchange.isStreamed
    }

    public func apply<Value>(to exchange: Exchange<Value>) async throws -> DecisionAction<Value> {
        var response = try exchange.result.get()
        response.body = Data("{}".utf8)
        return .continueWith(response)
    }
}

/// Transforms the body of a response before it is decoded: to unwrap an envelope, or to remove a prefix.
///
///     // Drops a first line that keeps browsers from running the JSON as a script.
///     DataMappingDecision(condition: { $0.body.starts(with: ")]}'".utf8) }) { $0.drop { $0 != UInt8(ascii: "\n") } }
///
/// Put it before ``ParseDecision``, and after ``BadStatusDecision`` unless it should also transform the bodies of errors. It skips a
/// streaming call, whose body is read chunk by chunk.
public struct DataMappingDecision: ResponseDecision, AwaitedInPlace {
    private let condition: @Sendable (HTTPResponse) -> Bool
    private let transform: @Sendable (Data) throws -> Data

    /// Transforms the bodies of some responses, or of all.
    ///
    /// - Parameters:
    ///   - condition: whether to transform a response. By default all responses are transformed.
    ///   - transform: returns the new body. An error that it throws is the error of the call.
    public init(
        condition: @escaping @Sendable (HTTPResponse) -> Bool = { _ in true }, transform: @escaping @Sendable (Data) throws -> Data
    ) {
        self.condition = condition
        self.transform = transform
    }

    public func shouldApply<Value>(to exchange: Exchange<Value>) -> Bool {
        guard let response = exchange.response, !exchange.isStreamed else { return false }
        return condition(response)
    }

    public func apply<Value>(to exchange: Exchange<Value>) async throws -> DecisionAction<Value> {
        var response = try exchange.result.get()
        response.body = try transform(response.body)
        return .continueWith(response)
    }
}
