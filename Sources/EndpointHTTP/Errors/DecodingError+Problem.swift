extension DecodingError {
    /// The key path, what was expected and what was found, as one sentence without its full stop.
    package var problem: String {
        if let failure = variantFailure { return "\(failure.error.problem), \(failure.place)" }
        if case .keyNotFound = self { return "`\(keyPath)` is missing" }
        return keyPath.isEmpty ? reason : "\(keyPath): \(reason)"
    }

    /// A path such as `data.results[3].modified`; empty for the document itself.
    package var keyPath: String {
        if case .keyNotFound(let key, _) = self { (codingPath + [key]).keyPath } else { codingPath.keyPath }
    }

    /// The path of the value, or of the object that lacks a key.
    package var codingPath: [any CodingKey] {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }

    /// The value that was expected and the one that was found, without a full stop.
    package var reason: String {
        if let failure = variantFailure { return "\(failure.error.reason), \(failure.place)" }
        return switch self {
        case .typeMismatch(let type, let context): "expected \(Self.name(of: type)), \(context.found)"
        case .valueNotFound(let type, _): "expected \(Self.name(of: type)), found null"
        case .keyNotFound: "the key is missing"
        case .dataCorrupted(let context): context.reason
        @unknown default: "it could not be read"
        }
    }
}

extension DecodingError {
    /// The type's name for a message. Decoders report a container as a Swift type, such as `Dictionary<String, Any>`.
    private static func name(of type: any Any.Type) -> String {
        let name = "\(type)"
        if name.hasPrefix("Array<") { return "an array" }
        return name.hasPrefix("Dictionary<") ? "an object" : name
    }
}

extension DecodingError.Context {
    /// What was found, taken from a decoder's message such as "Expected to decode Int but found a string instead."; the whole message if it
    /// has another form.
    fileprivate var found: String {
        guard let start = debugDescription.firstRange(of: "but found ")?.upperBound,
            let end = debugDescription[start...].firstRange(of: " instead")?.lowerBound
        else { return debugDescription.isEmpty ? "found a value of another type" : reason }
        switch debugDescription[start..<end] {
        case "a dictionary", "an object": return "found an object"
        case "an array": return "found an array"
        case "a string": return "found a string"
        case "number", "a number": return "found a number"
        case "bool", "a boolean": return "found true or false"
        case "null", "null value": return "found null"
        case "another value": return "found another value"
        // The program's own decoder may quote the value; `reason` redacts it.
        default: return reason
        }
    }

    fileprivate var reason: String {
        // Without an underlying error, invalid JSON and a number that doesn't fit in its type have the same message.
        if underlyingError == nil, codingPath.isEmpty, debugDescription == "The given data was not valid JSON." {
            return "the body is not valid JSON, or has a number that its type can't hold"
        }
        if let problem = underlyingError as? JSONTape.Problem {
            return (codingPath.isEmpty ? "the body is not valid JSON: " : "") + "at byte \(problem.offset): \(problem.reason)"
        }
        if let sentence = debugDescriptionWithoutValue { return sentence }
        // The decoder's message may quote the value.
        if codingPath.contains(where: { Redaction.standard.hides($0.stringValue) }) { return "the value is not valid" }
        let sentences = [debugDescription, underlyingError?.sentence ?? ""].filter { !$0.isEmpty }
        if sentences.isEmpty { return "the value is not valid" }
        return sentences.map { Self.clause(Redaction.standard.redact(text: $0, quotesValues: true)) }.joined(separator: ": ")
    }

    // Replaces the messages in which Swift and Foundation quote a value, because the value may be secret whatever its key.
    private var debugDescriptionWithoutValue: String? {
        if let type = debugDescription.between("Cannot initialize ", " from invalid ")
            ?? debugDescription.between("Cannot initialize ", " with a lowerBound ")
        {
            return type.isPlainValue && !type.unicodeScalars.contains { $0.properties.numericType != nil }
                ? "the value is not a \(type)" : "the value is not valid"
        }
        // The messages of Foundation and of our own decoder.
        if debugDescription.between("Parsed JSON number <", "> does not fit in ") != nil
            || debugDescription.hasPrefix("The number does not fit in ")
        {
            let type = String(debugDescription.split(separator: " ").last ?? "").trimmingFullStop
            return "the number does not fit in \(Self.numbers.contains(type) ? type : "its type")"
        }
        return nil
    }

    private static let numbers = Set(
        ["Int", "UInt"].flatMap { name in ["", "8", "16", "32", "64", "128"].map { name + $0 } }
            + ["Double", "Float", "Float16", "Float80", "Decimal"])

    // A sentence without its full stop and with a lower-case first letter, so that it can continue a message.
    private static func clause(_ sentence: String) -> String {
        let sentence = sentence.trimmingFullStop
        return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }
}

extension String {
    fileprivate var trimmingFullStop: String { hasSuffix(".") ? String(unicodeScalars.dropLast()) : self }

    /// The text between a prefix and the next `end`.
    fileprivate func between(_ prefix: String, _ end: String) -> Substring? {
        guard hasPrefix(prefix), let range = firstRange(of: end) else { return nil }
        return trimmingPrefix(prefix)[..<range.lowerBound]
    }
}

extension [any CodingKey] {
    /// A path such as `data.results[3].modified`. A dictionary's keys are redacted like values.
    package var keyPath: String {
        reduce(into: "") { path, key in
            // A dictionary's key may be an integer too.
            if let index = key.intValue, key.stringValue == "Index \(index)" {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.shownName : ".\(key.shownName)"
            }
        }
    }
}

extension CodingKey {
    fileprivate var shownName: String { isName ? stringValue : Redaction.standard.redact(value: stringValue) }
}
