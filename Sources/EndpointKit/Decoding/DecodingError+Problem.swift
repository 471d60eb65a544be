extension DecodingError {
    /// The key path, what was expected and what was found, as one sentence without its full stop.
    var problem: String { "\(keyPath.isEmpty ? "at the top" : keyPath): \(reason)" }

    /// `data.results[3].modified`; empty for the document itself.
    var keyPath: String {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): context.codingPath.keyPath
        case .keyNotFound(let key, let context): (context.codingPath + [key]).keyPath
        @unknown default: ""
        }
    }

    /// What was expected and what was found, without a full stop.
    var reason: String {
        switch self {
        case .typeMismatch(let type, let context): "expected \(type), \(context.reason)"
        case .valueNotFound(let type, _): "expected \(type), found null"
        case .keyNotFound: "the key is missing"
        case .dataCorrupted(let context): context.reason
        @unknown default: "\(self)"
        }
    }
}

extension DecodingError.Context {
    // The decoder's own sentence, without its full stop and with a small letter, as it follows ours.
    fileprivate var reason: String {
        let sentence = debugDescription.hasSuffix(".") ? String(debugDescription.dropLast()) : debugDescription
        return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }
}

extension [any CodingKey] {
    /// `data.results[3].modified`.
    var keyPath: String {
        reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }
}
