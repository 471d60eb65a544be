extension APIError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Code, message and request in one line.
    public var description: String {
        var text = "\(code): \(message)"
        if let request { text += " [\(request)]" }
        if attempts.count > 1 { text += " (\(attempts.count) attempts)" }
        return text
    }

    /// The description, what it was made from, and the ``timeline``.
    public var debugDescription: String {
        var lines = [description]
        if let underlying { lines.append("Underlying \(type(of: underlying)): \(underlying.sentence)") }
        if !attempts.isEmpty { lines.append(timeline) }
        return lines.joined(separator: "\n")
    }

    /// What was tried, a line for each attempt and before it one for each redirect it followed; empty where nothing was.
    ///
    ///     1: 503 Service Unavailable after 0.120 s, RetryDecision, waited 0.400 s
    ///        GET https://example.com/v1/items -> 302 Found
    ///     2: 404 Not Found after 0.085 s, BadStatusDecision
    public var timeline: String {
        attempts.flatMap { attempt in attempt.redirects.map { "   \($0)" } + ["\(attempt)"] }.joined(separator: "\n")
    }

    /// The fields of its response are hidden as its request hides them. The underlying error is a text here: it may be one that can't be shown.
    public var customMirror: Mirror {
        let redaction = request?.redaction ?? .standard
        return Mirror(
            self,
            children: [
                "code": code, "message": message, "request": request as Any, "response": response?.description as Any,
                "headers": response.map { redaction.redact($0.headers) } as Any, "attempts": attempts,
                "underlying": underlying.map { "\(type(of: $0)): \($0.sentence)" } as Any,
            ], displayStyle: .struct)
    }
}
