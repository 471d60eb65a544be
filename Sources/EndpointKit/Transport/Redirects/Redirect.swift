/// One redirect that was followed on the way to a response.
public struct Redirect: Hashable, Sendable, CustomStringConvertible {
    /// What the server answered.
    public var status: HTTPStatus
    /// What it answered so.
    public var request: APIError.RequestSummary

    public var description: String { "\(request) -> \(status)" }
}
