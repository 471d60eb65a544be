internal import Synchronization

/// What a jar does for a client's requests: it adds its cookies to each request, and keeps the cookies that responses set.
///
/// - If a server redirects a request to another origin, the request gets that origin's cookies only if its method is safe. With an unsafe
///   method, a server could act on the user's behalf elsewhere.
/// - The cookies of the program's own `Cookie` field come first. The jar adds only cookies with other names.
/// - If a response's cookies can't be written to the jar's file, the request still succeeds: see ``CookieJar/saveFailure``. The request
///   waits for the file for at most half a second, and never beyond the deadline of its call.
extension CookieJar {
    package func adding(to request: HTTPRequest) throws -> HTTPRequest {
        try loadIfChanged()
        if request.isAway, !request.onlyReads { return request }
        let own = request.headers.values(for: "Cookie").filter { !$0.isBlank }
        let names = Set(Self.names(own))
        let added = sent(to: CookieTarget(request)).filter { own.isEmpty || !names.contains(ExactText($0.name)) }
        guard !added.isEmpty else { return request }
        var request = request
        request.headers["Cookie"] = (own + added.map(\.pair)).joined(separator: "; ")
        return request
    }

    private static func names(_ fields: [String]) -> [ExactText] {
        fields.flatMap { $0.split(separator: ";") }.map { ExactText(name($0)) }
    }

    /// The name of a pair in a `Cookie` field; empty if it has none.
    private static func name(_ pair: Substring) -> String {
        let name = pair.upTo { $0 == "=" }
        return name.endIndex == pair.endIndex ? "" : String(name.trimming { $0 == " " })
    }

    /// Whether the program, or another process, has removed or set a cookie that the request was sent with.
    ///
    /// - Parameter start: ``moment`` before the request got its cookies.
    package func hasCleared(cookiesOf request: HTTPRequest, since start: Int) throws -> Bool {
        try loadIfChanged()
        let (names, target) = (Self.names(request.headers.values(for: "Cookie")), CookieTarget(request))
        return state.withLock { $0.clearings.cover(names, of: target, since: start) }
    }

    private static let longestWait: Duration = .milliseconds(500)

    /// - Parameters:
    ///   - start: ``moment`` before the request got its cookies.
    ///   - timeLeft: the time until the call's deadline; nil without one.
    package func keep(
        _ headers: HTTPHeaders, of request: HTTPRequest, since start: Int, _ interruption: Interruption?, timeLeft: Duration?
    ) async throws {
        let fields = headers.values(for: "Set-Cookie")
        guard !fields.isEmpty, keep(fields, of: CookieTarget(request), since: start) else { return }
        do {
            // The response isn't lost if the file is locked or slow: the jar continues to write after the call.
            let limit = timeLeft.map { max(.zero, $0 / 2) } ?? Self.longestWait
            try await save(interruption, atMost: min(Self.longestWait, limit))
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // The response is returned anyway, because the request can't be undone.
        }
    }
}
