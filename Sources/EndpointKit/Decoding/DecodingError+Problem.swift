extension DecodingError {
    /// The key path, what was expected and what was found, as one sentence without its full stop.
    var problem: String {
        switch self {
        case .typeMismatch(let type, let context): "\(context.place): expected \(type), \(context.reason)"
        case .valueNotFound(let type, let context): "\(context.place): expected \(type), found null"
        case .keyNotFound(let key, let context): "\((context.codingPath + [key]).keyPath): the key is missing"
        case .dataCorrupted(let context): "\(context.place): \(context.reason)"
        @unknown default: "\(self)"
        }
    }
}

extension DecodingError.Context {
    var place: String { codingPath.isEmpty ? "at the top" : codingPath.keyPath }

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
