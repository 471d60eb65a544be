/// Adds the jar's cookies to a request, and stores those of the response.
struct CookieStep: ExchangeStep {
    let jar: CookieJar

    func send(
        _ request: consuming HTTPRequest, _ context: ExchangeContext, _ attempt: inout AttemptState, _ next: Next
    ) async throws -> ExchangeResult {
        let plain = request
        let checks = !context.isPreparedAgain && !context.exchanger.adapters.waitsForNothing
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

        func received(_ headers: HTTPHeaders, to sent: HTTPRequest, _ context: ExchangeContext) async throws {
            let exchanger = context.exchanger
            // If the call was ended, nothing is stored, not even cookies that have arrived.
            if exchanger.isEnded { throw CancellationError() }
            try await jar.keep(headers, of: sent, since: context.moment, exchanger.interruption, timeLeft: exchanger.timeLeft)
        }
    }
}
