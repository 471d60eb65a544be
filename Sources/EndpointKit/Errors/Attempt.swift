/// One try of a call: sent, answered or failed, and judged.
public struct Attempt: Sendable {
    /// From 1.
    public var number: Int
    /// Since the call began.
    public var start: Duration
    /// From the first adapter to the last byte or the failure.
    public var duration: Duration
    /// The redirects it followed, the first first.
    public var redirects: [Redirect]
    public var outcome: Outcome

    public enum Outcome: Sendable {
        case answered(HTTPStatus)
        case failed(APIError.Code)
    }
}
