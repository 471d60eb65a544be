extension Error {
    /// What it says of itself, as a part of one of our own messages: without a full stop, and without what it may carry.
    ///
    /// An error that doesn't say anything is its name: its properties may be secret, and one may be a date that can't be printed. So is the
    /// value that an `EncodingError` is about.
    package var sentence: String {
        let text =
            switch self {
            case let error as APIError: error.message
            case let error as DecodingError: error.problem
            case let error as EncodingError: error.problem
            case let error as any LocalizedError: error.errorDescription ?? name
            case let error as any CustomStringConvertible: error.description
            // Says nothing on its own where Foundation's essentials are all there is.
            case let error as CocoaError: "CocoaError \(error.code.rawValue)"
            default: name
            }
        let redacted = Redaction.standard.redact(text: text)
        return redacted.hasSuffix(".") ? String(redacted.dropLast()) : redacted
    }

    /// `Refusal`, or `Refusal.expired` of an enum.
    private var name: String {
        let mirror = Mirror(reflecting: self)
        let type = "\(Self.self)"
        guard mirror.displayStyle == .enum else { return type }
        // A case without values has no label, but its name for a text.
        return "\(type).\(mirror.children.first.map { $0.label ?? "" } ?? "\(self)")"
    }
}

extension EncodingError {
    /// The key path, and why the value there can't be written: not the value itself.
    fileprivate var problem: String {
        guard case .invalidValue(_, let context) = self else { return "a value can't be written" }
        let path = context.codingPath.keyPath
        return (path.isEmpty ? "" : "\(path): ") + context.debugDescription
    }
}
