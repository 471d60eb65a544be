/// Sends the cookies of a jar with each request, and keeps the cookies that responses set. A client with ``ClientPolicies/cookies`` wraps
/// its transport in it.
///
/// - If a server redirects a request to another origin, the request gets that origin's cookies only if its method is safe. With an unsafe
///   method, a server could act in the user's name elsewhere.
/// - The cookies of the program's own `Cookie` field come first. The jar adds only cookies with other names.
/// - If a response's cookies can't be written to the jar's file, the request still succeeds: see ``CookieJar/saveFailure``. It waits for
///   the file for at most half a second, and never beyond its call's deadline.
package struct CookieTransport: Transport, CallAware {
    private let base: any Transport
    private let jar: CookieJar
    private let role: Role

    /// What it does of the two halves of its work, between which a client has its cache.
    enum Role {
        case sending, keeping, both
    }

    /// Adds the jar's cookies to requests, and sends them with `base`.
    package init(around base: any Transport, jar: CookieJar) { self.init(around: base, jar: jar, .both) }

    init(around base: any Transport, jar: CookieJar, _ role: Role) {
        self.base = base
        self.jar = jar
        self.role = role
    }

    package func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        let target = CookieTarget(request)
        let response = try await base.send(try withCookies(request, for: target), in: context)
        try await keep(response.headers, of: target, context)
        return response
    }

    package func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        let target = CookieTarget(request)
        let response = try await base.stream(try withCookies(request, for: target), in: context)
        try await keep(response.headers, of: target, context)
        return response
    }

    private func withCookies(_ request: HTTPRequest, for target: CookieTarget) throws -> HTTPRequest {
        if role == .keeping { return request }
        try jar.loadIfChanged()
        if request.isAway, !request.onlyReads { return request }
        let own = request.headers.values(for: "Cookie").filter { !$0.isBlank }
        let names = Set(own.flatMap { $0.split(separator: ";") }.map { ExactText(Self.name($0)) })
        let added = jar.sent(to: target).filter { own.isEmpty || !names.contains(ExactText($0.name)) }
        guard !added.isEmpty else { return request }
        var request = request
        request.headers["Cookie"] = (own + added.map(\.pair)).joined(separator: "; ")
        return request
    }

    /// The name of a pair in a `Cookie` field; empty if the pair has none.
    private static func name(_ pair: Substring) -> String {
        let name = pair.prefix { $0 != "=" }
        return name.endIndex == pair.endIndex ? "" : String(name.trimming { $0 == " " })
    }

    private static let longestWait: Duration = .milliseconds(500)

    private func keep(_ headers: HTTPHeaders, of target: CookieTarget, _ context: TransferContext) async throws {
        if role == .sending { return }
        let fields = headers.values(for: "Set-Cookie")
        guard !fields.isEmpty, jar.keep(fields, of: target) else { return }
        do {
            // What has arrived isn't lost for a file that is locked or slow: the jar writes on behind the call.
            let timeLeft = context.timeLeft?() ?? .seconds(3600)
            try await jar.save(context.interruption, atMost: min(Self.longestWait, max(.zero, timeLeft / 2)))
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // The response is returned anyway, because the request can't be undone.
        }
    }
}
