/// A value, and the response it was made of.
public struct Response<Value: Sendable>: Sendable {
    public var value: Value
    /// As the decisions left it.
    public var http: HTTPResponse
    /// Every attempt of the call, the first first.
    public var attempts: [Attempt]

    public var status: HTTPStatus { http.status }
    public var headers: HTTPHeaders { http.headers }
    /// What was followed on the way to the response, the first first.
    public var redirects: [Redirect] { attempts.last?.redirects ?? [] }
}
