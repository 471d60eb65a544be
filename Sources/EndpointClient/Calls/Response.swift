/// The value of a call, with the response that it was created from.
public struct Response<Value: Sendable>: Sendable {
    /// The value of the call.
    public var value: Value
    /// The response, including all changes that decisions have made.
    public var http: HTTPResponse
    /// Every attempt of the call, in order.
    public var attempts: [Attempt]
    package let sent: SentRequest
    /// The elements that lossy arrays in a list's page skipped.
    package var lossy: LossyLog?

    /// The request that the response answers, as it was sent: after adapters, authentication and redirects. Its description hides secrets.
    public var request: HTTPRequest { sent.request }

    /// The response's status.
    public var status: HTTPStatus { http.status }
    /// The response's header fields.
    public var headers: HTTPHeaders { http.headers }
    /// Where the response comes from: the network, or the client's cache.
    public var source: ResponseSource { http.source }
    /// The timings, sizes and HTTP version of the last transfer; nil if the transport doesn't measure them.
    public var metrics: TransferMetrics? { http.metrics }
    /// The redirects that led to the response, in order.
    public var redirects: [Redirect] { attempts.last?.redirects ?? [] }
}

/// A request as it was sent, with the additions that were made after it was built.
package struct SentRequest: Sendable {
    /// The last request, after any redirects.
    package let request: HTTPRequest
    /// The request before any redirects.
    package let first: HTTPRequest
    /// Whether the last request and all requests that were redirected to it are idempotent.
    package let isIdempotent: Bool
    /// The origin that the request was built for. Adapters and redirects may have led elsewhere.
    package let home: Origin
    let provenance: Provenance

    /// Whether an origin counts as the origin that the request was built for.
    package func isHome(_ origin: Origin) -> Bool { !provenance.home.separates(origin, from: home) }

    /// The other origins that count as the origin that the request was built for.
    package var otherHomes: Set<Origin> { provenance.home.others(beside: home) }

    /// The query items that adapters and authentication have added, and those that the configuration adds to every request.
    package var addedItems: AddedItems { provenance.itemsAddedAgain(from: first, to: request) }

    /// The query items that adapters and authentication have added.
    package var itemsOfAdapters: AddedItems { provenance.itemsAddedAgain(from: first, to: request, configured: false) }

    /// The query items that must not go to another origin, even if a server repeats them.
    package var itemsForHome: AddedItems { provenance.itemsForHome(from: first, to: request) }
}
