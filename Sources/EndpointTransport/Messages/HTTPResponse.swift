/// A response with its whole body.
public struct HTTPResponse: Sendable {
    public var status: HTTPStatus
    public var headers: HTTPHeaders
    public var body: Data
    /// Where it came from, after redirects.
    public var url: URL? {
        get { address.flatMap { URL(string: $0) } }
        set { address = newValue?.absoluteString }
    }
    // As text: a URL is parsed only for those who ask.
    package var address: String?
    // By reference, as most responses have none.
    package var measured: TransferMetrics.Shared?
    /// How its transfer went, as far as the transport measures and somebody looks at it: an observer, or ``Call/response``.
    public var metrics: TransferMetrics? {
        get { measured?.metrics }
        set { measured = newValue.map(TransferMetrics.Shared.init) }
    }

    public init(status: HTTPStatus = 200, headers: HTTPHeaders = [:], body: Data = Data(), url: URL? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
        address = url?.absoluteString
    }
}
