/// Searches that compare UTF-8. Wherever this module is imported, they replace the searches of the standard library, which compare characters
/// by canonical equivalence: there, a quote before a combining mark isn't a quote, and CRLF is neither CR nor LF.
///
/// It is surprising that `hasPrefix` isn't the standard library's. The names are the same on purpose: a search that nobody has thought about
/// is then correct too. Only generic code over `StringProtocol` gets the standard library's `hasPrefix` and `hasSuffix`, because they are the
/// protocol's own requirements. `SearchTests` fails for a file that searches in text and doesn't import this module, and `.ci/characters` for a
/// search in characters.
extension StringProtocol {
    @inlinable package func hasPrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

    @inlinable package func hasSuffix(_ suffix: String) -> Bool {
        let start = utf8.count - suffix.utf8.count
        return start >= 0 && utf8.dropFirst(start).elementsEqual(suffix.utf8)
    }

    @inlinable package func contains(_ text: String) -> Bool { firstRange(of: text) != nil }

    @inlinable package func firstIndex(of text: String) -> Index? { firstRange(of: text)?.lowerBound }

    @inlinable package func lastIndex(of text: String) -> Index? {
        var last: Index?
        var rest = utf8[...]
        while !rest.isEmpty, let found = text.utf8.first.flatMap({ rest.firstIndex(of: $0) }) {
            if rest[found...].starts(with: text.utf8) { last = found }
            rest = rest[found...].dropFirst()
        }
        return last
    }

    @inlinable package func firstRange(of text: String) -> Range<Index>? {
        guard let first = text.utf8.first else { return startIndex..<startIndex }
        var rest = utf8[...]
        while let found = rest.firstIndex(of: first) {
            rest = rest[found...]
            if rest.starts(with: text.utf8) { return found..<rest.index(found, offsetBy: text.utf8.count) }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// The parts between the separators. An empty separator is never found.
    @inlinable package func split(
        separator: String, maxSplits: Int = Int.max, omittingEmptySubsequences: Bool = true
    ) -> [SubSequence] {
        var parts: [SubSequence] = []
        var rest = self[...]
        while parts.count < maxSplits, let found = rest.firstRange(of: separator), !found.isEmpty {
            let part = rest[..<found.lowerBound]
            if !part.isEmpty || !omittingEmptySubsequences { parts.append(part) }
            rest = rest[found.upperBound...]
        }
        if !rest.isEmpty || !omittingEmptySubsequences { parts.append(rest) }
        return parts
    }

    @inlinable package func components(separatedBy separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
    }

    @inlinable package func replacing(_ text: String, with replacement: String) -> String {
        components(separatedBy: text).joined(separator: replacement)
    }

    /// The text after a prefix; the whole text if it has another prefix.
    @inlinable package func trimmingPrefix(_ prefix: String) -> SubSequence {
        utf8.starts(with: prefix.utf8) ? self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...] : self[...]
    }

    /// The text without matching scalars at its start and its end.
    @inlinable package func trimming(while isTrimmed: (Unicode.Scalar) -> Bool) -> SubSequence {
        let first = unicodeScalars.firstIndex { !isTrimmed($0) } ?? endIndex
        var (end, index) = (first, first)
        while index < endIndex {
            let isKept = !isTrimmed(unicodeScalars[index])
            index = unicodeScalars.index(after: index)
            if isKept { end = index }
        }
        return self[first..<end]
    }

    /// The text without matching scalars.
    @inlinable package func removing(_ isRemoved: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars where !isRemoved(scalar) { text.append(scalar) }
        return String(text)
    }

    /// The text up to and with the scalar at an index. The range `...index` includes the marks behind it too.
    @inlinable package func through(_ index: Index) -> SubSequence { self[..<unicodeScalars.index(after: index)] }

    /// The text after the scalar at an index.
    @inlinable package func after(_ index: Index) -> SubSequence { self[unicodeScalars.index(after: index)...] }

    /// The text before the first matching scalar.
    @inlinable package func upTo(_ isEnd: (Unicode.Scalar) -> Bool) -> SubSequence {
        self[..<(unicodeScalars.firstIndex(where: isEnd) ?? endIndex)]
    }
}

// The standard library has these two for `String` alone.
extension String {
    @inlinable package func hasPrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
    @inlinable package func hasSuffix(_ suffix: String) -> Bool { self[...].hasSuffix(suffix) }
}
