package import EndpointConformance

extension [TransportConformance.Exclusion] {
    /// Checks that a StubTransport can't pass if its closure calls another transport.
    package static var stub: [TransportConformance.Exclusion] {
        [
            .failing(
                "a policy of the context is applied or rejected: a Unix socket", "a policy of the context is applied or rejected: a proxy",
                "a policy of the context is applied or rejected: an HTTP version",
                "a policy of the context is applied or rejected: a connect timeout",
                "a policy of the context is applied or rejected: certificate authorities",
                "a policy of the context is applied or rejected: pinned keys",
                "a policy of the context is applied or rejected: a client certificate",
                "a policy of the context is applied or rejected: the minimum version of TLS",
                "an invalid context is rejected, and nothing is sent",
                "a redirect's body doesn't decide the outcome, if the caller follows redirects",
                "an HTTP/2 answer (if supported) on a connection that stays open is complete, or an error",
                "an HTTP/2 answer (if supported) truncated by the end of its connection is complete, or an error",
                "an HTTP/2 answer (if supported) truncated by a reset is complete, or an error",
                "an HTTP/2 answer (if supported) that goes silent is complete, or an error",
                "an HTTP/2 answer (if supported) whose stream is reset without an error is complete, or an error",
                "an HTTP/2 answer (if supported) truncated by an invalid frame is an error",
                "an invalid frame truncates all HTTP/2 answers (if supported) of its connection",
                "a POST whose HTTP/2 connection (if supported) an invalid frame ends before an answer isn't sent twice",
                "an HTTP/2 answer (if supported) is complete even if its connection ends with it",
                "an HTTP/2 answer (if supported) behind a head larger than a frame is complete",
                "a request that an HTTP/2 server (if supported) hasn't processed is sent again",
                because: "The closure gets the request without its context."),
            .untried(
                "a stream's head arrives before its body, and chunks arrive as they are sent",
                "a cancelled reader of a stream closes the connection",
                "a second reader of a stream is an error, and the first continues", "two readers of a stream can both be cancelled",
                "the rest of a released stream isn't the next answer's",
                because: "A closure returns complete responses, so a stream begins after its body, and these checks don't wait for that."),
            .failing(
                "a truncated stream delivers what arrived, and then the error",
                "a stream that has failed never ends as if it were complete", "the body limit doesn't bound a stream",
                "a reader that releases an endless stream closes the connection", "a stalled reader of a stream slows the server down",
                because: "A closure returns complete responses, so the limit of a buffered body also applies to a stream."),
        ]
    }
}
