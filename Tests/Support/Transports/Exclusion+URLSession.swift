package import EndpointConformance

extension [TransportConformance.Exclusion] {
    /// Checks that URLSessionTransport can't pass because of URLSession, most of them only on Linux, where it isn't meant to be used.
    package static var urlSession: [TransportConformance.Exclusion] {
        #if canImport(Darwin)
            return everywhere
        #else
            return foundationNetworking + everywhere
        #endif
    }

    private static let everywhere: [TransportConformance.Exclusion] = [
        .failing(
            "no field is added that changes the answer or describes the caller",
            because: "URLSession adds an Accept-Language with the user's languages."),
        .failing("brackets in a query stay unchanged", because: "A `URL` can't contain them, so they are escaped."),
        .failing(
            "a policy of the context is applied or rejected: a connect timeout",
            because: "URLSession doesn't report when it has a connection, so only the request's timeout applies."),
    ]

    #if !canImport(Darwin)
        private static var foundationNetworking: [TransportConformance.Exclusion] {
            [
                .untried(
                    "a trailer isn't a header field", "an answer shorter than a length of 2^63-1 is an error, never a response",
                    "an answer closed after the status line is an error, never a response",
                    "an answer closed in the head is an error, never a response",
                    "an answer closed before the empty line is an error, never a response",
                    because: "FoundationNetworking crashes: it traps on trailers, on such a length, and on a truncated head."),
                .untried(
                    "a 401 that asks for a password is a response",
                    because: "FoundationNetworking waits forever for a credential (swift-corelibs-foundation #5456)."),
                .untried(
                    "a cancel that races the answer still ends the call",
                    because: "A cancel that races the end of a task blocks every session of the process (swift-corelibs-foundation #5412)."),
                .untried(
                    "a POST after the server closed an idle connection is sent completely, or not at all",
                    because: "FoundationNetworking resends the request without its body if the connection was closed, which is a race."),
                .untried(
                    "a POST whose answer never came isn't sent again",
                    "a POST with a body isn't sent again when its connection is closed without an answer",
                    "a POST without a body isn't sent again when its connection is closed without an answer",
                    "a PATCH with a body isn't sent again when its connection is closed without an answer",
                    "a PATCH without a body isn't sent again when its connection is closed without an answer",
                    "a PUT with a body isn't sent again when its connection is closed without an answer",
                    "a PUT without a body isn't sent again when its connection is closed without an answer",
                    "a POST with a body isn't sent again when its connection is reset",
                    "a POST without a body isn't sent again when its connection is reset",
                    "a PATCH with a body isn't sent again when its connection is reset",
                    "a PATCH without a body isn't sent again when its connection is reset",
                    "a PUT with a body isn't sent again when its connection is reset",
                    "a PUT without a body isn't sent again when its connection is reset",
                    "a GET that isn't idempotent isn't sent again when its connection is closed without an answer",
                    "a GET that isn't idempotent isn't sent again when its connection is reset",
                    because: "FoundationNetworking resends a request after a reused connection was lost, even if the server has read it."),
                .failing(
                    "a repeated field stays repeated", "a request's header fields keep their order, and duplicates too",
                    because: "It keeps header fields in a dictionary, in both directions, so fields of the same name are joined or lost."),
                .untried(
                    "header fields keep their order and their case", "fields whose names differ in case are one",
                    because: "It keeps header fields in a dictionary, whose order differs from run to run."),
                .failing(
                    "a truncated body in gzip is an error, even if its length is right",
                    because: "Its libcurl accepts a truncated encoded body as complete."),
                .failing(
                    "the reason for a connection that closes without an answer is \"disconnected\"",
                    "the reason for a truncated body is \"truncated\"", "the reason for an answer that isn't HTTP is \"malformed\"",
                    "a policy of the context is applied or rejected: certificate authorities",
                    because: "It reports different errors for these failures, such as an unknown one for an untrusted certificate."),
                .failing(
                    "a body in an unknown coding stays unchanged", because: "Its libcurl rejects an unknown coding."),
                .failing(
                    "a value in Latin-1 is read as Latin-1", "a value needs no space before it", "a status line needs no reason",
                    because: "FoundationNetworking's parser rejects such a head."),
                .failing(
                    "a stalled reader of a stream slows the server down",
                    because: "A suspended task sends its request again, so it can't be paused."),
                .untried(
                    "an answer with lengths that differ is an error, never a response",
                    "an answer with a length of +3 is an error, never a response",
                    "an answer with a length that isn't a number is an error, never a response",
                    "an answer in another protocol is an error, never a response", "endless interim heads are an error",
                    "endless header fields are an error", "endless trailers are an error",
                    because: "FoundationNetworking accepts some of these responses, and waits forever after others."),
                .untried(
                    "an HTTP/1 answer on a connection that stays open is complete, or an error",
                    "an HTTP/1 answer before the connection's end is complete, or an error",
                    "an HTTP/1 answer truncated by the end of its connection is complete, or an error",
                    "an HTTP/1 answer truncated by a reset is complete, or an error",
                    "an HTTP/1 answer that goes silent is complete, or an error",
                    "an answer with a length and chunks ends with the last chunk",
                    because: "FoundationNetworking crashes if a transfer ends without a response, and accepts some truncated bodies."),
                .failing(
                    "a 417 to the caller's own Expect is the response, and the request is sent once",
                    because: "Its libcurl sends the request again without the Expect field."),
                .failing(
                    "a redirect's body doesn't decide the outcome, if the caller follows redirects",
                    because: "FoundationNetworking reports a redirect only when its body has ended."),
                .failing(
                    "a header field of one space is empty, and removes no other",
                    because: "FoundationNetworking drops a field of one space."),
                .failing("a body is sent with GET", because: "FoundationNetworking rejects a GET with a body."),
                .failing(
                    "a stream of unknown length is sent in chunks",
                    "a body isn't read further after its transfer has ended, even if the answer is retained",
                    because: "On Linux, bodies are collected in memory, so they are read completely and their length is known."),
            ]
        }
    #endif
}
