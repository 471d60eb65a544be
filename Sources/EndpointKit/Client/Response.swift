/// The value of a call, with the response it was made from.
public struct Response<Value: Sendable>: Sendable {
    /// The value of the call.
    public var value: Value
    /// The response, after all changes by decisions.
    public var http: HTTPResponse
    /// Every attempt of the call, in order.
    public var attempts: [Attempt]
    /// The request before adapters and authentication; nil unless a list was paged.
    var asked: HTTPRequest?

    /// The response's status.
    public var status: HTTPStatus { http.status }
    /// The response's header fields.
    public var headers: HTTPHeaders { http.headers }
    /// Timings, sizes and HTTP version of the last transfer; nil if the transport doesn't measure.
    public var metrics: TransferMetrics? { http.metrics }
    /// The redirects that led to the response, in order.
    public var redirects: [Redirect] { attempts.last?.redirects ?? [] }
}
