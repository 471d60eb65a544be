/// A response with its whole body.
public struct HTTPResponse: Sendable {
    /// The status, of any class: a 404 or a 500 is a response, too.
    public var status: HTTPStatus
    /// The fields as received, without trailers.
    public var headers: HTTPHeaders
    /// The body, decoded from the content codings that the transport supports.
    public var body: Data
    /// The URL that the response came from, after redirects; nil if it isn't known.
    public var url: URL? {
        get { address.flatMap { URL(string: $0) } }
        set { address = newValue?.absoluteString }
    }
    // Stored as text, so that the URL is parsed only when it is read.
    package var address: String?
    /// Where the response comes from: ``ResponseSource/network`` unless a cache sets another source.
    public var source = ResponseSource.network
    // A reference, because most responses have no metrics.
    package var measured: TransferMetrics.Shared?
    /// Timings, sizes and HTTP version of the transfer; nil unless the transport measures transfers and either an observer or
    /// ``Call/response`` requests metrics.
    public var metrics: TransferMetrics? {
        get { measured?.metrics }
        set { measured = newValue.map(TransferMetrics.Shared.init) }
    }

    /// Creates a response for a stub or a cache, by default an empty 200.
    ///
    /// - Parameters:
    ///   - status: any status; the decisions judge it.
    ///   - headers: the fields. A client doesn't decode a `Content-Encoding`; transports do.
    ///   - body: the whole body.
    ///   - url: the URL that the response came from, after redirects; nil for the request's URL.
    public init(status: HTTPStatus = 200, headers: HTTPHeaders = [:], body: Data = Data(), url: URL? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
        address = url?.absoluteString
    }
}
