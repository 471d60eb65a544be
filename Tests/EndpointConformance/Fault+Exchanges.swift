import EndpointConformance
import EndpointKit
import Synchronization
import TestSupport

extension Fault {
    static let exchanges: [Fault] = [
        Fault("follows redirects", ["a redirect isn't followed"]) { request, context, exchange in
            let response = try await exchange(request, context)
            guard response.headers["Location"] == "/next" else { return response }
            var next = request
            next.path = "/next"
            return try await exchange(next, context)
        },
        Fault("answers challenges", ["a 401 that asks for a password is a response"]) { request, context, exchange in
            let response = try await exchange(request, context)
            guard response.status == 401 else { return response }
            var next = request
            next.headers["Authorization"] = "Basic YTpi"
            return try await exchange(next, context)
        },
        Fault("sends again without Expect", ["a 417 to the caller's own Expect is the response, and the request is sent once"]) {
            request, context, exchange in
            let response = try await exchange(request, context)
            guard response.status == 417 else { return response }
            var next = request
            next.headers["Expect"] = nil
            return try await exchange(next, context)
        },
        { () -> Fault in
            let jar = Mutex<String?>(nil)
            return Fault("keeps cookies", ["a cookie isn't kept"]) { request, context, exchange in
                var request = request
                request.headers["Cookie"] = jar.withLock { $0 }
                let response = try await exchange(request, context)
                jar.withLock { $0 = response.headers["Set-Cookie"].map { String($0.prefix { $0 != ";" }) } }
                return response
            }
        }(),
        Fault(
            "sends again after a failure", every("isn't sent again") + every("isn't sent twice")
        ) { request, context, exchange in
            do { return try await exchange(request, context) } catch { return try await exchange(request, context) }
        },
        Fault("has a new connection for each request", ["one connection serves many requests, one after the other"]) {
            request, context, _ in
            try await PlatformTransport().stream(request, in: context)
        },
        { () -> Fault in
            let latest = Mutex<Task<HTTPResponseStream, any Error>?>(nil)
            return Fault("sends one request at a time", ["requests are sent concurrently"]) { request, context, exchange in
                // The server waits until all requests have arrived.
                var request = request
                request.timeout = .milliseconds(50)
                return try await latest.withLock { [request] latest in
                    let task = Task { [latest] in
                        _ = await latest?.result
                        return try await exchange(request, context)
                    }
                    latest = task
                    return task
                }.value
            }
        }(),
    ]

    static let failures: [Fault] = [
        .failure(
            "makes responses of failures",
            every("is an error, never a response") + every("endless ").filter { $0.hasSuffix("are an error") }
                + every("is complete, or an error").filter { $0.contains("truncated") || $0.contains("silent") || $0.contains("reset") }
                + [
                    "a connection that is reset is an error", "a connection that is refused is an error",
                    "a truncated body in gzip is an error, even if its length is right",
                    "a truncated stream delivers what arrived, and then the error",
                    "a body with more than five content codings is an error, and isn't delivered encoded",
                    "an HTTP/2 answer (if supported) truncated by an invalid frame is an error",
                    "an invalid frame truncates all HTTP/2 answers (if supported) of its connection",
                ]
        ) { _, _ in },
        .failure(
            "calls every failure a lost connection",
            [
                "a stream that fails ends the call with its error, and the connection", "silence longer than the timeout is a timeout",
                "silence in mid-body is a timeout", "two readers of a stream can both be cancelled",
                "a cancel closes the socket in mid-body",
            ],
            { _, _ in throw APIError(.connection, "Lost.") }),
        .failure(
            "shows a URL with its secrets in the message", ["an error holds no secret of the request"],
            { _, request in throw APIError(.connection, "\(request.urlText) failed.") }),
        .failure(
            "has a URL with its secrets in the error", ["an error holds no secret of the request"],
            { _, request in
                let open = HTTPRequest(origin: request.origin, query: request.query, redaction: .nothing)
                throw APIError(.connection, "Lost.", request: open)
            }),
        Fault("fails with the body instead of the head", ["an error before the head is thrown when the stream is requested"]) {
            request, context, exchange in
            do { return try await exchange(request, context) } catch { return HTTPResponseStream(body: .init { throw error }) }
        },
    ]

    static let limits: [Fault] = [
        .request(
            "ignores the limit of a body",
            ["a body over the limit is rejected, and one of exactly its size isn't", "an endless body is rejected at its limit"]
        ) {
            $0.bodyLimit = .max
        },
        .request("rejects a body of the limit's size", ["a body over the limit is rejected, and one of exactly its size isn't"]) {
            $0.bodyLimit -= 1
        },
        .request("takes a limit of 0 for none", ["a limit of zero permits only an empty body"]) {
            if $0.bodyLimit == 0 { $0.bodyLimit = .max }
        },
        .context("takes a context's limit of 0 for none", ["a limit of zero permits only an empty body"]) {
            if $0.bodyLimit == 0 { $0.bodyLimit = .max }
        },
        .request("counts encoded bytes", ["the body limit counts decoded bytes"]) { $0.bodyLimit += 1 },
        .request("has no timeout", ["silence longer than the timeout is a timeout"]) { $0.timeout = .seconds(600) },
        .request("rounds the timeout down to seconds", ["silence longer than the timeout is a timeout"]) {
            if $0.timeout < .seconds(1) { throw APIError(.timeout, "Silence.") }
        },
        .request("rejects long timeouts", ["a timeout of centuries doesn't trap"]) {
            if $0.timeout > .seconds(1_000_000) { throw APIError(.invalidRequest, "The timeout is too long.") }
        },
        Fault(
            "takes the timeout for the whole time",
            ["an answer that takes longer than the timeout, but is never silent for so long, is complete"]
        ) { request, context, exchange in
            let end = ContinuousClock.now + request.timeout
            var response = try await exchange(request, context)
            response.body = response.body.changed { next in
                let chunk = try await next()
                if .now > end { throw APIError(.timeout, "It took too long.") }
                return chunk
            }
            return response
        },
        Fault(
            "ignores its context",
            every("a policy of the context is applied or rejected") + [
                "the context's limit counts if it is smaller", "an invalid context is rejected, and nothing is sent",
            ]
        ) { request, _, exchange in try await exchange(request, .standard) },
        Fault("reads the body of a redirect", ["a redirect's body doesn't decide the outcome, if the caller follows redirects"]) {
            request, context, exchange in
            var context = context
            context.followsRedirects = false
            var response = try await exchange(request, context)
            response.body = .init(try await response.body.collected(limit: .max))
            return response
        },
    ]

    static let cancellations: [Fault] = [
        Fault(
            "ignores cancellation",
            every("a cancel closes the socket") + [
                "a call cancelled before its start opens no connection", "a cancel leaves other calls alone",
                "a cancelled reader of a stream closes the connection",
            ]
        ) { request, context, exchange in
            // The timeout makes the detached request end.
            var request = request
            request.timeout = .milliseconds(50)
            var response = try await Task.detached { [request] in try await exchange(request, context) }.value
            response.body = response.body.changed { next in try await Task.detached { try await next() }.value }
            return response
        }
    ]
}
