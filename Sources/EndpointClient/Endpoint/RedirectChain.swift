/// The first request of a call, and the requests to which redirects have led, in order. The chain keeps the requests and the statuses of
/// their responses, so that a restart repeats no request that a server has acted on.
struct RedirectChain: Sendable {
    private struct Hop: Sendable {
        /// The request as it was sent.
        var request: HTTPRequest
        /// The request before it was authenticated, to send it again.
        let plain: HTTPRequest
        /// The status of the redirect that answered the request; nil for the last hop.
        var answer: HTTPStatus?

        /// Whether a server may have acted on the request. A 307, a 308 or a challenge means that it hasn't (RFC 9110, section 15.4).
        var isActedOn: Bool {
            switch answer {
            case nil, .temporaryRedirect, .permanentRedirect: false
            default: !request.onlyReads
            }
        }
    }
    // Never empty.
    private var hops: [Hop]
    /// The index of the hop with which the attempt began. This is the first hop, unless only a later one may be sent again.
    private var start = 0

    /// - Parameter plain: the request before it was authenticated.
    init(_ first: HTTPRequest, plain: HTTPRequest) { hops = [Hop(request: first, plain: plain)] }

    /// The last request, before it was authenticated.
    var plain: HTTPRequest { hops[hops.count - 1].plain }

    /// The first request of the call.
    var first: HTTPRequest { hops[0].request }

    /// The requests as they were sent.
    var requests: [HTTPRequest] { hops.map(\.request) }

    /// The last request, as it was sent.
    var last: HTTPRequest {
        get { hops[hops.count - 1].request }
        set { hops[hops.count - 1].request = newValue }
    }

    /// The redirects that the attempt has followed.
    var redirects: [Redirect] {
        hops[start...].compactMap { hop in
            hop.answer.map { Redirect(status: $0, request: APIError.RequestSummary(hop.request)) }
        }
    }

    /// Appends the request that a redirect leads to, before it is authenticated.
    mutating func append(_ next: HTTPRequest, answering status: HTTPStatus) {
        hops[hops.count - 1].answer = status
        hops.append(Hop(request: next, plain: next))
    }

    /// Whether a restart sends only the last request again, because a server has acted on an earlier one, or an earlier body can't be sent
    /// again.
    private var restartsAtLast: Bool {
        hops[start...].contains { $0.isActedOn } || hops[start].request.body?.isReplayable == false
    }

    /// The first request that a restart sends.
    var restarted: HTTPRequest { restartsAtLast ? last : hops[start].request }

    /// The chain from which the next attempt begins; nil if it begins with the call's first request, on which the adapters then run again.
    ///
    /// - Parameter isChallenge: whether the last request is repeated because of its credentials, so that no earlier request needs to be
    ///   repeated.
    func rewound(isChallenge: Bool) -> RedirectChain? {
        let start = isChallenge || restartsAtLast ? hops.count - 1 : start
        if start == 0 { return nil }
        var chain = self
        chain.start = start
        chain.hops.removeSubrange((start + 1)...)
        chain.hops[start].answer = nil
        return chain
    }

    /// The request with which a rewound chain continues, before it is authenticated.
    var resumed: HTTPRequest { hops[start].plain }

    /// The chain with its last request as it is sent this time.
    func sending(_ request: HTTPRequest) -> RedirectChain {
        var chain = self
        chain.last = request
        return chain
    }

    /// A class, because most calls have no redirects and then store only nil.
    final class Shared: Sendable {
        let chain: RedirectChain

        init(_ chain: RedirectChain) { self.chain = chain }
    }
}
