package import EndpointKitTesting

extension [TransportConformance.Exclusion] {
    /// What a StubTransport can't pass on if its closure asks another transport.
    package static var stub: [TransportConformance.Exclusion] {
        [
            .failing(
                "a policy of the context is applied or rejected: a Unix socket", "a policy of the context is applied or rejected: a proxy",
                "a policy of the context is applied or rejected: an HTTP version",
                "an invalid context is rejected, and nothing is sent",
                "a redirect's body doesn't decide the outcome, if the caller follows redirects",
                "an answer of HTTP/2, if the transport speaks it, on a connection that stays open is whole, or an error",
                "an answer of HTTP/2, if the transport speaks it, that the connection's end cuts off is whole, or an error",
                "an answer of HTTP/2, if the transport speaks it, that a reset cuts off is whole, or an error",
                "an answer of HTTP/2, if the transport speaks it, that goes silent is whole, or an error",
                "an answer of HTTP/2, if the transport speaks it, whose stream is reset without an error is whole, or an error",
                because: "The closure gets the request without its context."),
            .untried(
                "a stream's head arrives before its body, and chunks arrive as they are sent",
                "a stream's reader that is cancelled closes the connection",
                "a second reader of a stream is an error, and the first continues", "two readers of a stream can both be cancelled",
                because: "A closure returns complete responses, so a stream begins after its body, and these checks don't wait for that."),
            .failing(
                "a truncated stream delivers what arrived, and then the error", "the body limit doesn't bound a stream",
                "a reader that releases an endless stream closes the connection", "a stream's reader that stalls holds the server back",
                because: "A closure returns complete responses, so the limit of a buffered body also applies to a stream."),
        ]
    }
}
