/// Decodes the response as the value of the call. It is the last of the standard decisions.
public struct ParseDecision: SharedDecision, AwaitedInPlace {
    /// Creates a decision that calls ``DecisionContext/decode(_:)``.
    public init() {}

    var sharingKey: String? { "\(Self.self)" }

    public func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
        .done(try context.decode(try context.result.get()))
    }
}

/// Decodes a successful response without a body as `{}`, for types whose members, if any, are all optional.
///
/// It isn't one of the standard decisions. Insert it like this:
///
///     func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
///         standard.inserting(EmptyBodyDecision(), before: ParseDecision.self)
///     }
public struct EmptyBodyDecision: SharedDecision, AwaitedInPlace {
    /// Creates a decision that applies to every successful response with an empty body, except in streaming calls.
    public init() {}

    var sharingKey: String? { "\(Self.self)" }

    public func shouldApply<Value>(to context: DecisionContext<Value>) -> Bool {
        guard context.status?.isSuccess == true, let response = context.response else { return false }
        // A streaming call's body isn't in the response, so it only seems empty.
        return response.body.isEmpty && !context.isStreamed
    }

    public func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
        var response = try context.result.get()
        response.body = Data("{}".utf8)
        return .continueWith(response)
    }
}

/// Transforms the body of a response before it is decoded, for example to unwrap an envelope or to remove a prefix.
///
///     // Drops a first line that keeps browsers from running the JSON as a script.
///     DataMappingDecision(condition: { $0.body.starts(with: ")]}'".utf8) }) { $0.drop { $0 != UInt8(ascii: "\n") } }
///
/// Put it before ``ParseDecision``, and after ``BadStatusDecision`` unless it should also transform the bodies of errors. It skips
/// streaming calls, whose bodies are read chunk by chunk.
public struct DataMappingDecision: ResponseDecision, AwaitedInPlace {
    private let condition: @Sendable (HTTPResponse) -> Bool
    private let transform: @Sendable (Data) throws -> Data

    /// Creates a decision that transforms the bodies of some responses, or of all.
    ///
    /// - Parameters:
    ///   - condition: returns whether to transform a response. By default, all responses are transformed.
    ///   - transform: returns the new body. If it throws an error, the call fails with that error.
    public init(
        condition: @escaping @Sendable (HTTPResponse) -> Bool = { _ in true }, transform: @escaping @Sendable (Data) throws -> Data
    ) {
        self.condition = condition
        self.transform = transform
    }

    public func shouldApply<Value>(to context: DecisionContext<Value>) -> Bool {
        guard let response = context.response, !context.isStreamed else { return false }
        return condition(response)
    }

    public func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
        var response = try context.result.get()
        response.body = try transform(response.body)
        return .continueWith(response)
    }
}
