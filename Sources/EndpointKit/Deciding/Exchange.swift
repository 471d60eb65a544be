/// What a decision judges: one attempt, and all that is known about it.
public struct Exchange<Value: Sendable>: Sendable {
    /// As it was sent, after the last adapter.
    public let request: HTTPRequest
    /// The response, as the decisions before this one left it, or why there is none.
    public internal(set) var result: Result<HTTPResponse, any Error>
    /// From 1.
    public let attempt: Int
    /// Since the call began.
    public let elapsed: Duration
    /// The decisions of this attempt: what a decision edits to restart without itself.
    public let decisions: [any ResponseDecision]

    let operation: any CallOperation<Value>

    /// What the call was made for.
    public var endpoint: any Endpoint { operation.endpoint }

    public var response: HTTPResponse? {
        guard case .success(let response) = result else { return nil }
        return response
    }

    /// Makes the call's value of `response`, as its request says.
    public func decode(_ response: HTTPResponse) throws -> Value { try operation.decode(response) }

    /// The live decisions without those of one type.
    public func removing<Decision: ResponseDecision>(_ type: Decision.Type) -> [any ResponseDecision] {
        decisions.filter { !($0 is Decision) }
    }

    /// The live decisions with those of one type replaced by another.
    public func replacing<Decision: ResponseDecision>(
        _ type: Decision.Type, with other: any ResponseDecision
    ) -> [any ResponseDecision] {
        decisions.map { $0 is Decision ? other : $0 }
    }
}
