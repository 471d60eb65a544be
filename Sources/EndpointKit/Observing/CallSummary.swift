/// Writes the outcome of a call or an attempt in one line.
enum CallSummary {
    static func text(of subject: String, answered attempts: [Attempt], after elapsed: Duration) -> String {
        var text = subject
        if case .answered(let status)? = attempts.last?.outcome { text += " \(status)" }
        text += " \(elapsed.shown)"
        if let bytes = attempts.last?.metrics?.receivedBytes { text += " \(bytes.shownAsBytes)" }
        return text + counts(attempts)
    }

    static func text(of subject: String, failed error: any Error, after elapsed: Duration) -> String {
        let failure = error as? APIError
        let reason = failure.map { "\($0.code): \($0.message)" } ?? name(of: error)
        return "\(subject) failed after \(elapsed.shown): \(reason)\(counts(failure?.attempts ?? []))"
    }

    static func text(of subject: String, cancelled error: any Error, after elapsed: Duration) -> String {
        let reason = (error as? APIError).map { ": \($0.message)" } ?? ""
        return "\(subject) cancelled after \(elapsed.shown)\(reason)"
    }

    static func text(of attempt: Attempt) -> String {
        let outcome =
            switch attempt.outcome {
            case .answered(let status): "answered \(status)"
            case .failed(let code): "failed: \(code)"
            case .cancelled: "cancelled"
            }
        let bytes = attempt.metrics?.receivedBytes.map { " \($0.shownAsBytes)" } ?? ""
        return "\(outcome) \(attempt.duration.shown)\(bytes)\(counts([attempt]))\(attempt.metrics.map(steps) ?? "")"
    }

    private static func counts(_ attempts: [Attempt]) -> String {
        let redirects = attempts.last?.redirects.count ?? 0
        var parts: [String] = []
        if attempts.count > 1 { parts.append("\(attempts.count) attempts") }
        if redirects > 0 { parts.append(redirects == 1 ? "1 redirect" : "\(redirects) redirects") }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }

    private static func steps(_ metrics: TransferMetrics) -> String {
        let steps: [(String, Duration?)] = [
            ("name", metrics.nameResolved), ("connected", metrics.connected), ("TLS", metrics.tlsEstablished),
            ("first byte", metrics.firstByte),
        ]
        let texts = steps.compactMap { name, time in time.map { "\(name) \($0.shown)" } }
        return (metrics.isConnectionReused == true ? ", reused connection" : "") + texts.map { ", \($0)" }.joined()
    }

    /// The name of an error's type, without its content.
    private static func name(of error: any Error) -> String { "\(type(of: error))" }
}

extension Attempt {
    var isFailure: Bool {
        switch outcome {
        case .answered(let status): !status.isSuccess && !status.isRedirection
        case .failed: true
        case .cancelled: false
        }
    }
}
