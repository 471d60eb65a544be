/// One request of an attempt on its way: the first request, or one that follows a redirect.
struct Hop {
    /// The request before cookies and credentials are added; nil if the client has neither a cookie jar nor a cache, and so needs no copy.
    var plain: HTTPRequest?
    /// Whether a request of the call has reached the network. The retry budget counts one request for each call.
    var isCounted: Bool
    /// Whether the attempt begins with this request, and the request hasn't been reported yet.
    var isFirst: Bool
    let adapters: AdapterChain
    let wire: Wire
    /// How often the cookie jar had been cleared before the request got its cookies.
    var moment = 0
    /// The exchange with the cache; nil if the response neither comes from the cache nor is stored.
    var exchange: CacheExchange?
    /// How many challenges the authentication has answered.
    var answers = 0
    /// Whether the cookies changed while the request waited for its credentials.
    var hasOtherCookies = false

    init(isCounted: Bool, isFirst: Bool, by adapters: AdapterChain, over wire: Wire) {
        (self.isCounted, self.isFirst, self.adapters, self.wire) = (isCounted, isFirst, adapters, wire)
    }
}

/// The outcome of a hop.
struct HopEnd {
    /// The request as it was sent, or as it would have been sent without a stored response.
    let sent: HTTPRequest
    /// The request before cookies and the signature were added; nil if only the authentication's additions differ.
    var plain: HTTPRequest?
    let result: Result<Answer, any Error>

    // Matches the result directly, which avoids a copy of the answer.
    var isRedirection: Bool { if case .success(let answer) = result { answer.response.status.isRedirection } else { false } }
}
