package import EndpointKitTesting

extension [TransportConformance.Exclusion] {
    /// What FoundationNetworking keeps URLSessionTransport from on Linux, where it isn't for use.
    ///
    /// Empty on Apple's platforms, where nobody has run the checks.
    package static var urlSession: [TransportConformance.Exclusion] {
        #if canImport(Darwin)
            return []
        #else
            return foundationNetworking
        #endif
    }

    #if !canImport(Darwin)
        private static var foundationNetworking: [TransportConformance.Exclusion] {
            [
                .untried(
                    "a trailer is no header field", "an answer shorter than a length of 2^63-1 is an error, never a response",
                    "an answer closed after the status line is an error, never a response",
                    "an answer closed in the head is an error, never a response",
                    "an answer closed before the empty line is an error, never a response",
                    because: "FoundationNetworking ends the process: it traps on trailers, such a length, and a head that is cut off."),
                .untried(
                    "a 401 that asks for a password is a response",
                    because: "FoundationNetworking waits for ever for a credential (swift-corelibs-foundation #5456)."),
                .untried(
                    "a cancel that races the answer ends the call all the same",
                    because: "A cancel that races the end of a task blocks every session of the process (swift-corelibs-foundation #5412)."),
                .untried(
                    "a POST after the server closed an idle connection goes out whole, or not at all",
                    because: "FoundationNetworking sends the request again without its body if the connection was closed: a race."),
                .untried(
                    "a POST whose answer never came isn't sent again",
                    "a POST with a body isn't sent again when its connection is closed without an answer",
                    "a POST without a body isn't sent again when its connection is closed without an answer",
                    "a PATCH with a body isn't sent again when its connection is closed without an answer",
                    "a PATCH without a body isn't sent again when its connection is closed without an answer",
                    "a POST with a body isn't sent again when its connection is reset",
                    "a POST without a body isn't sent again when its connection is reset",
                    "a PATCH with a body isn't sent again when its connection is reset",
                    "a PATCH without a body isn't sent again when its connection is reset",
                    because:
                        "FoundationNetworking sends a request again when a reused connection was lost, also one that the server has read."),
                .failing(
                    "a field that comes twice is there twice", "a request's header fields keep their order, and duplicates too",
                    because: "Its header fields are a dictionary, in both directions: fields of one name are joined or lost."),
                .untried(
                    "header fields keep their order and their case", "fields whose names differ in case are one",
                    because: "Its header fields are a dictionary, whose order differs from run to run."),
                .failing(
                    "a body in gzip that is cut off is an error, though its length is right",
                    because: "Its libcurl takes the part of a coded body that came for the whole."),
                .failing(
                    "a body in a coding that nobody knows stays as it is", because: "Its libcurl refuses a coding that it doesn't know."),
                .failing(
                    "a value in Latin-1 is read as such", "a value needs no space before it", "a status line needs no reason",
                    because: "FoundationNetworking's parser refuses such a head."),
                .failing(
                    "a stream's reader that stalls holds the server back",
                    because: "A task that is suspended sends its request again, so it can't be paused."),
                .untried(
                    "an answer with lengths that differ is an error, never a response",
                    "an answer with a length of +3 is an error, never a response",
                    "an answer with a length that is no number is an error, never a response",
                    "an answer in another protocol is an error, never a response", "interim heads without an end are an error",
                    "header fields without an end are an error", "trailers without an end are an error",
                    because: "FoundationNetworking takes some of these responses, and waits for ever with others."),
                .untried(
                    "an answer of HTTP/1 on a connection that stays open is whole, or an error",
                    "an answer of HTTP/1 before the connection's end is whole, or an error",
                    "an answer of HTTP/1 that the connection's end cuts off is whole, or an error",
                    "an answer of HTTP/1 that a reset cuts off is whole, or an error",
                    "an answer of HTTP/1 that goes silent is whole, or an error",
                    "an answer with a length and chunks ends with the last chunk",
                    because:
                        "FoundationNetworking ends the process where a transfer ends without a response, and takes some cut-off bodies."),
                .failing(
                    "a 417 to the caller's own Expect is the response, and the request goes out once",
                    because: "Its libcurl sends the request again without the Expect."),
                .failing(
                    "a redirect's body doesn't decide the outcome, if the caller follows redirects",
                    because: "FoundationNetworking tells of a redirect when its body has ended."),
                .failing(
                    "a header field of one space is an empty one, and takes no other away",
                    because: "FoundationNetworking drops a field of one space."),
                .failing("a body goes out with GET", because: "FoundationNetworking refuses a GET with a body."),
                .failing(
                    "a stream of unknown length goes out in chunks",
                    "a body isn't read further when its transfer has ended, though the answer is still held",
                    because: "Bodies are gathered in memory on Linux, so all of them are read, and their length is known."),
            ]
        }
    #endif
}
