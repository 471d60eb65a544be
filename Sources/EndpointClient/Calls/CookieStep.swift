/// Adds the jar's cookies to a request, and stores those of the response.
struct CookieStep: ExchangeStep {
    let jar: CookieJar

    func send(
        _ request: consuming HTTPRequest, _ context: ExchangeContext, _ attempt: inout AttemptState, _ next: Next
    ) async throws -> ExchangeResult {
        let plain = request
        let checks = !context.isPreparedAgain && !context.adapters.waitsForNothing
        var context = context.listening(Listener(jar: jar, plain: plain, checks: checks))
        (context.plain, context.moment) = (ExchangeContext.Kept(plain), try jar.moment)
        return try await next.send(try jar.adding(to: plain), context, &attempt)
    }

    private struct Listener: ExchangeListener {
        let jar: CookieJar
        let plain: HTTPRequest
        /// Whether a request whose cookies have changed isn't sent. It is then prepared again once, because a service may set a cookie
        /// with each token.
        let checks: Bool

        func willSend(_ sent: HTTPRequest, unsigned: HTTPRequest, by signer: Signer) throws -> Bool {
            try !checks || other(than: unsigned) == nil
        }

        func renew(_ unsigned: inout HTTPRequest, _ context: inout ExchangeContext) throws {
            let now = try jar.moment
            if let other = try other(than: unsigned) { (unsigned, context.moment) = (other, now) }
        }

        /// The request with the current cookies; nil if it already has them.
        private func other(than unsigned: HTTPRequest) throws -> HTTPRequest? {
            let other = try jar.adding(to: plain)
            return other.headers.values(for: "Cookie") == unsigned.headers.values(for: "Cookie") ? nil : other
        }

        func received(_ response: HTTPResponse, to sent: HTTPRequest, _ context: ExchangeContext) async throws -> HTTPResponse {
            try await keep(response.headers, sent, context)
            return response
        }

        func received(
            _ stream: HTTPResponseStream, to sent: HTTPRequest, _ context: ExchangeContext
        ) async throws -> HTTPResponseStream {
            try await keep(stream.headers, sent, context)
            return stream
        }

        /// If the call was ended, nothing is stored, not even cookies that have arrived.
        private func keep(_ headers: HTTPHeaders, _ sent: HTTPRequest, _ context: ExchangeContext) async throws {
            let run = context.run
            try run.handle.checkEnding()
            try Task.checkCancellation()
            try await jar.keep(headers, of: sent, since: context.moment, run.handle.interruption, timeLeft: run.timeLeft)
        }
    }
}
