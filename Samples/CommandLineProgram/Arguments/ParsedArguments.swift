package import EndpointKit

/// The values of a command's options and operands as text. Reading an invalid one as another type is a usage error.
package struct ParsedArguments: Sendable {
    package internal(set) var spec: CommandSpec
    var values: [String: String] = [:]
    package internal(set) var operands: [String] = []

    package func has(_ flag: String) -> Bool { values[flag] != nil }

    package func text(_ name: String) throws -> String? {
        guard let value = values[name] else { return nil }
        guard !value.isEmpty else { throw Failure.usage("--\(name) needs a value that isn't empty. \(spec.hint)") }
        return value
    }

    package func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        try values[name].map { value in
            guard let number = Int(value), range.contains(number) else {
                let bounds =
                    range.upperBound == .max
                    ? "a whole number from \(range.lowerBound)" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
                throw Failure.usage("--\(name) needs \(bounds), not \"\(value)\".")
            }
            return number
        }
    }

    /// Reads several ids, separated by commas.
    package func ids(_ name: String) throws -> [Int] {
        guard let value = values[name] else { return [] }
        return try value.split(separator: ",", omittingEmptySubsequences: false).map { part in
            guard let id = Int(part), id > 0 else {
                throw Failure.usage("--\(name) needs ids separated by commas, such as 21,42, not \"\(value)\".")
            }
            return id
        }
    }

    package func choice<Choice: RawRepresentable & CaseIterable>(_ name: String, of type: Choice.Type) throws -> Choice?
    where Choice.RawValue == String {
        try values[name].map { value in
            guard let choice = Choice(rawValue: value) else {
                let known = Choice.allCases.map(\.rawValue)
                let suggestion = Spelling.suggestion(for: value, among: known)
                throw Failure.usage(
                    "--\(name) can't be \"\(value)\""
                        + (suggestion.isEmpty ? "; it is one of \(known.joined(separator: ", "))." : suggestion + "."))
            }
            return choice
        }
    }

    package func date(_ name: String) throws -> Date? {
        try values[name].map { value in
            guard let date = ISO8601.date(from: value) else {
                throw Failure.usage("--\(name) needs a date, such as 2014-04-29 or 2014-04-29T14:18:17Z, not \"\(value)\".")
            }
            return date
        }
    }

    /// The first operand.
    package func id() throws -> Int {
        let text = operands.first ?? ""
        guard let id = Int(text), id > 0 else { throw Failure.usage("An id is a whole number from 1, not \"\(text)\". \(spec.hint)") }
        return id
    }
}
