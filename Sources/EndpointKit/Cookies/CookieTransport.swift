/// Sends the cookies of a jar with each request, and keeps those that responses set. A client with ``ClientPolicies/cookies`` puts it around its
/// transport; by itself, it does the same for any other:
///
///     let transport = CookieTransport(around: CurlTransport(), jar: CookieJar())
///
/// - A request to another origin, to which a server has led, gets the cookies for that origin, if its method is safe. What it gets was set there, so nothing
///   of one origin goes to another; but with an unsafe method, a server could act as its users elsewhere.
/// - The program's own `Cookie` field comes first. Of the jar's cookies, those are added whose names it doesn't have.
/// - If a response's cookies can't be written to the jar's file, the response counts all the same: see ``CookieJar/saveFailure``.
public struct CookieTransport: Transport, CallAware {
    private let base: any Transport
    private let jar: CookieJar

    /// Requests through this transport get the jar's cookies, and `base` sends them.
    public init(around base: any Transport, jar: CookieJar) {
        self.base = base
        self.jar = jar
    }

    public func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        let target = CookieTarget(request)
        let response = try await base.send(try withCookies(request, for: target), in: context)
        try await keep(response.headers, of: target, context)
        return response
    }

    public func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        let target = CookieTarget(request)
        let response = try await base.stream(try withCookies(request, for: target), in: context)
        try await keep(response.headers, of: target, context)
        return response
    }

    private func withCookies(_ request: HTTPRequest, for target: CookieTarget) throws -> HTTPRequest {
        try jar.loadIfChanged()
        if request.isAway, !request.method.isSafe { return request }
        let own = request.headers.values(for: "Cookie").filter { !$0.isBlank }
        let names = Set(own.flatMap { $0.split(separator: ";") }.map { ExactText(Self.name($0)) })
        let added = jar.sent(to: target).filter { own.isEmpty || !names.contains(ExactText($0.name)) }
        guard !added.isEmpty else { return request }
        var request = request
        request.headers["Cookie"] = (own + added.map(\.pair)).joined(separator: "; ")
        return request
    }

    /// The name of a pair in a `Cookie` field; empty if it has none.
    private static func name(_ pair: Substring) -> String {
        let name = pair.prefix { $0 != "=" }
        return name.endIndex == pair.endIndex ? "" : String(name.trimming { $0 == " " })
    }

    private func keep(_ headers: HTTPHeaders, of target: CookieTarget, _ context: TransferContext) async throws {
        let fields = headers.values(for: "Set-Cookie")
        guard !fields.isEmpty, jar.keep(fields, of: target) else { return }
        do {
            try await jar.save(context.interruption)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // The response counts: what it has done can't be repeated.
        }
    }
}
