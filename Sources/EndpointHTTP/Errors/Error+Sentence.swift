extension Error {
    /// The error's own text, for use inside a message: without a full stop, and without the values that the error holds.
    ///
    /// An error without a description appears only as its name, because its properties may be secrets, or dates that can't be printed. The
    /// value of an `EncodingError` is left out for the same reasons.
    package var sentence: String { sentence(in: nil) }

    /// - Parameter failure: the error whose request sent secrets that the text may repeat; nil if there is no request.
    func sentence(in failure: APIError?) -> String {
        let text =
            ownText.map { failure?.request?.secrets.removed(from: $0) ?? $0 }
            ?? failure?.withoutSecrets(foreignText) ?? Redaction.standard.redact(text: foreignText)
        return text.hasSuffix(".") ? String(text.unicodeScalars.dropLast()) : text
    }

    /// The text of an error that is redacted already. In such a text, a name before a colon isn't the name of a value, as in `Could not decode
    /// Session: …`. nil for an error of another type.
    private var ownText: String? {
        switch self {
        case let error as APIError: error.message
        case let error as DecodingError: error.problem
        case let error as EncodingError: error.problem
        default: nil
        }
    }

    private var foreignText: String {
        switch self {
        case let error as any LocalizedError: error.errorDescription ?? name
        case let error as any CustomStringConvertible: error.description
        // A `CocoaError` has no text if only FoundationEssentials is imported.
        case let error as CocoaError: "CocoaError \(error.code.rawValue)"
        default: name
        }
    }

    /// `Refusal`, or `Refusal.expired` for an enum.
    private var name: String {
        let mirror = Mirror(reflecting: self)
        // `Self` is `any Error` for an error that a continuation has thrown.
        let type = "\(type(of: self as any Error))"
        guard mirror.displayStyle == .enum else { return type }
        // A case without associated values has no label; its text is its name.
        return "\(type).\(mirror.children.first.map { $0.label ?? "" } ?? "\(self)")"
    }
}

extension EncodingError {
    /// The key path and the reason why its value can't be written, without the value.
    fileprivate var problem: String {
        guard case .invalidValue(_, let context) = self else { return "a value can't be written" }
        let path = context.codingPath.keyPath
        return (path.isEmpty ? "" : "\(path): ") + Redaction.standard.redact(text: context.debugDescription, quotesValues: true)
    }
}
