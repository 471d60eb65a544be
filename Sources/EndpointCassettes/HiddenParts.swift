internal import EndpointKit
internal import EndpointKitTesting

extension RequestShape {
    /// Whether a request could be the recorded one, although its path, query or body contains a value that is hidden in the recording. The
    /// recording hides a value if it has a hidden name in any exchange, but this request may use another name for it.
    func mayBe(_ asked: RequestShape) -> Bool {
        let (segments, others) = (path.components(separatedBy: "/"), asked.path.components(separatedBy: "/"))
        var same = asked
        (same.path, same.items, same.body) = (path, items, body)
        return same == self && segments.count == others.count && zip(segments, others).allSatisfy { HiddenParts.mayBe($0, $1) }
            && HiddenParts.mayBe(items, asked.items)
            && (body == asked.body || body.map { body in asked.body.map(body.mayBe) ?? false } ?? false)
    }
}

extension RequestShapeBody {
    /// Whether a request's body could be the recorded body, in which a value is hidden.
    func mayBe(_ asked: RequestShapeBody) -> Bool {
        switch (self, asked) {
        case (.json(let recorded), .json(let asked)): return recorded.mayBe(asked)
        case (.form(let recorded), .form(let asked)): return HiddenParts.mayBe(recorded, asked)
        case (.bytes(let recorded), .bytes(let asked)):
            guard let recorded = String(validating: recorded, as: UTF8.self), let asked = String(validating: asked, as: UTF8.self) else {
                return false
            }
            return HiddenParts.mayBe(recorded, asked)
        default: return self == asked
        }
    }
}

/// Compares a request with a recorded one in which values are hidden.
enum HiddenParts {
    /// Whether the hidden parts of a recorded text could be the parts at the same positions in another text.
    static func mayBe(_ recorded: String, _ asked: String) -> Bool {
        // A value that the client received from a replay matches only itself.
        let isSame = ExactText(recorded) == ExactText(asked)
        if isSame || HiddenForm.isHidden(asked) { return isSame }
        let parts = parts(of: recorded)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else {
            if case .date = HiddenForm(recorded) { return false }
            return HiddenForm.isHidden(recorded)
        }
        let bytes = Array(asked.utf8)
        guard bytes.count >= first.count + last.count, bytes.starts(with: first), bytes.suffix(last.count).elementsEqual(last) else {
            return false
        }
        var rest = bytes[first.count..<bytes.count - last.count]
        for part in parts.dropFirst().dropLast() {
            guard let range = part.isEmpty ? rest.startIndex..<rest.startIndex : rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    /// The text before, between and after the hidden values.
    private static func parts(of recorded: String) -> [[UInt8]] {
        let mark = Array(HiddenNumbers.text.utf8)
        var (parts, rest): ([[UInt8]], ArraySlice<UInt8>) = ([], Array(recorded.utf8)[...])
        while let hidden = rest.firstRange(of: mark) {
            parts.append(Array(rest[..<hidden.lowerBound]))
            rest = rest[hidden.upperBound...]
            guard rest.first == UInt8(ascii: "-") else { continue }
            let digits: ArraySlice<UInt8> = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            if !digits.isEmpty { rest = rest[digits.endIndex...] }
        }
        return parts + [Array(rest)]
    }

    /// Names are compared by their bytes. An item without a value doesn't match an item with an empty value.
    static func mayBe(_ recorded: [Query.Item], _ asked: [Query.Item]) -> Bool {
        recorded.count == asked.count
            && zip(recorded, asked).allSatisfy { recorded, asked in
                guard recorded != asked else { return true }
                guard recorded.isNamed(asked.name), let value = recorded.value, let other = asked.value else { return false }
                return mayBe(value, other)
            }
    }
}

extension ExactJSON {
    /// Whether a document could be the original of the recorded one, in which some strings are hidden.
    func mayBe(_ asked: ExactJSON) -> Bool {
        switch (self, asked) {
        case (.string(let recorded), .string(let asked)): HiddenParts.mayBe(recorded.text, asked.text)
        case (.array(let recorded), .array(let asked)):
            recorded.count == asked.count && zip(recorded, asked).allSatisfy { $0.mayBe($1) }
        case (.object(let recorded), .object(let asked)):
            recorded.count == asked.count && zip(recorded, asked).allSatisfy { $0.key == $1.key && $0.value.mayBe($1.value) }
        default: self == asked
        }
    }
}
