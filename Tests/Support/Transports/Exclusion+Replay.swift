package import EndpointConformance

extension [TransportConformance.Exclusion] {
    /// Checks that libcurl passes but a cassette can't replay.
    package static var replay: [TransportConformance.Exclusion] {
        [
            .failing(
                "a status of 200 is a response", "a status of 201 is a response", "a status of 204 is a response",
                "a status of 304 is a response", "a status of 404 is a response", "a status of 418 is a response",
                "a status of 500 is a response", "a status of 599 is a response", "a status of 999 is a response",
                "a redirect isn't followed", "a 417 to the caller's own Expect is the response, and the request is sent once",
                "one connection serves many requests, one after the other", "a POST whose answer never came isn't sent again",
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
                "a cancelled reader of a stream closes the connection",
                because: "Nothing is sent, and these checks count what the server saw. The responses themselves are replayed."),
            .untried(
                "a POST after the server closed an idle connection is sent completely, or not at all",
                because: "Nothing is sent, and if all recorded POSTs met closed connections, which is a race, nothing is expected either."),
            .failing(
                "a response arrives with its status, headers, body and URL",
                because: "The response contains the port of the recorded server, and the check uses another port now."),
            .failing(
                "a 401 that asks for a password is a response", "a cookie isn't kept", "a repeated field stays repeated",
                because: "The redaction hides these values, so each of them is replayed as `redacted` with a number."),
            .failing(
                "a cancel closes the socket while the server is silent", "a cancel closes the socket in mid-body",
                "a cancel leaves other calls alone",
                because: "A cancelled exchange isn't recorded, so a replay has no answer to its request."),
            .untried(
                "a cancel that races the answer still ends the call",
                because: "Cancelled exchanges aren't recorded, and how many are cancelled is a race."),
            .failing(
                "silence longer than the timeout is a timeout", "silence in mid-body is a timeout",
                because: "The timeout is replayed, but not the time that it took."),
            .failing(
                "a stream's head arrives before its body, and chunks arrive as they are sent",
                "a second reader of a stream is an error, and the first continues",
                because: "A recorded body is available at once and as a whole, so no reader waits for a part of it."),
            .untried(
                "two readers of a stream can both be cancelled",
                because: "A recorded body is available at once, so it is a race whether its readers end before they are cancelled."),
            .failing(
                "the body limit doesn't bound a stream", because: "The limit of a buffered body also applies to the recording of a stream."),
            .untried(
                "a stalled reader of a stream slows the server down",
                because: "The limit of a buffered body also applies to the recording of a stream, and this one takes a minute to record."),
            .untried(
                "a reader that releases an endless stream closes the connection",
                because: "Nothing is sent, and the check waits for the server's connection to close."),
            .untried(
                "a body isn't read further after its transfer has ended, even if the answer is retained",
                because: "A replay reads the whole body to compare it, and the recording has only the part that was sent."),
        ]
    }
}
