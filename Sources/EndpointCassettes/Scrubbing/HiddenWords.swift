import EndpointKit

/// The values that are hidden by name in any exchange of a cassette, and the search for these values everywhere else.
///
/// One pass searches for all of them, and finds a value in any spelling: percent-encoded or not, with JSON or HTML escapes, and in Base64. A
/// value has at least 6 bytes, or 8 if it has only letters, because shorter values occur by chance. A short value, a number, and a word of
/// letters are hidden only if they stand alone, because they may be the name of a JSON member or part of a URL.
struct HiddenWords {
    private struct Word {
        /// The value; nil for a part of Base64 text.
        var value: String?
        var isNumber = false
        /// Whether a response contained the value before any request did. A client that sends the value in a replay has received a numbered
        /// replacement for it in that response.
        var isNumbered = false
        var standsAlone = false
    }

    /// Where a text occurs.
    enum Place {
        /// A URL. Words that must stand alone stay unchanged in it, because they may occur in the path by chance.
        case url
        /// Text in an exchange that was written earlier. The text may be a URL.
        case entry
        case request, response
    }

    /// Numbers the values in responses.
    let numbers: HiddenNumbers
    /// Whether the values being learned come from a response.
    var isResponse = false

    init(_ numbers: HiddenNumbers = HiddenNumbers()) { self.numbers = numbers }

    private var words: [[UInt8]: Word] = [:]
    /// The lengths of the words that begin with the same bytes, from longest to shortest.
    private var lengths: [UInt64: [Int]] = [:]
    /// The last bytes of all words, with their lengths, so that a long word isn't compared at every possible start.
    private var ends: Set<UInt64> = []
    /// Whether a word may begin with bytes that have this hash. Most positions in a text need no further check.
    private var mayBegin = [Bool](repeating: false, count: 1 << 12)

    private static let shortest = 6
    private static let shortestOfLetters = 8
    private static let longest = 64 << 10

    /// - Parameter isNumber: whether it is a number in JSON.
    mutating func insert(_ value: String, isNumber isJSONNumber: Bool = false) { insert(value, of: value, isNumber: isJSONNumber) }

    private mutating func insert(_ value: String, of whole: String, isNumber isJSONNumber: Bool) {
        let decoded = PercentEncoding.decode(value.utf8, plusIsSpace: true)
        // A replacement isn't a secret.
        if HiddenForm.isHidden(value) || HiddenNumbers.text.contains(value) || decoded == Redaction.mark { return }
        // The value in the form used in a URL or a form. The plain value has a different Base64 form.
        if decoded != value { insert(decoded, of: whole, isNumber: isJSONNumber) }
        let bytes = EscapedText.plainest(of: Array(value.utf8))
        let isNumber = bytes.allSatisfy { "0123456789+-.eE".utf8.contains($0) } && Double(value) != nil
        let isOfLetters = bytes.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
        guard bytes.count >= (isOfLetters ? Self.shortestOfLetters : Self.shortest), bytes.count <= Self.longest else { return }
        let standsAlone = isNumber || bytes.count < (isOfLetters ? 16 : 8)
        add(
            bytes,
            Word(value: whole, isNumber: isNumber, isNumbered: isResponse && !isJSONNumber, standsAlone: standsAlone))
        for form in EscapedText.base64(of: value) where form.count >= Self.shortestOfLetters {
            add(EscapedText(form).bytes, Word())
        }
    }

    private mutating func add(_ bytes: [UInt8], _ word: Word) {
        if let known = words[bytes] {
            if known.value == nil { words[bytes] = word }
            return
        }
        words[bytes] = word
        let start = bytes.prefix(Self.shortest).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        mayBegin[Self.hash(start)] = true
        ends.insert(Self.end(of: 0..<bytes.count, in: bytes))
        var known = lengths[start] ?? []
        if let place = known.firstIndex(where: { $0 <= bytes.count }) {
            if known[place] != bytes.count { known.insert(bytes.count, at: place) }
        } else {
            known.append(bytes.count)
        }
        lengths[start] = known
    }

    private static func hash(_ start: UInt64) -> Int { Int(truncatingIfNeeded: (start &* 0x9E37_79B9_7F4A_7C15) >> 52) }

    /// A word's last bytes, combined with as much of its length as fits.
    private static func end(of range: Range<Int>, in bytes: [UInt8]) -> UInt64 {
        bytes[(range.upperBound - shortest)..<range.upperBound].reduce(UInt64(range.count)) { $0 << 8 | UInt64($1) }
    }

    // MARK: The search

    /// The text without the values.
    func scrubbed(_ text: String, in place: Place) -> String {
        words.isEmpty ? text : String(decoding: scrubbed(Array(text.utf8), in: place), as: UTF8.self)
    }

    func scrubbed(_ bytes: [UInt8], in place: Place) -> [UInt8] {
        if words.isEmpty { return bytes }
        var found: [(range: Range<Int>, replacement: String)] = []
        var spelling: EscapedText? = EscapedText(bytes)
        for _ in 0...EscapedText.depth {
            guard let known = spelling else { break }
            found += matches(in: known, place)
            spelling = known.decoded
        }
        if found.isEmpty { return bytes }
        found.sort { $0.range.lowerBound < $1.range.lowerBound }
        var scrubbed: [UInt8] = []
        var index = 0
        for (range, replacement) in found {
            if range.lowerBound >= index {
                scrubbed += bytes[index..<range.lowerBound]
                let isEncoded = bytes[range].contains(UInt8(ascii: "%"))
                scrubbed += (isEncoded ? PercentEncoding.encoded(replacement) : replacement).utf8
            }
            index = max(index, range.upperBound)
        }
        return scrubbed + bytes[index...]
    }

    private func matches(in spelling: EscapedText, _ place: Place) -> [(range: Range<Int>, replacement: String)] {
        var matches: [(range: Range<Int>, replacement: String)] = []
        let bytes = spelling.bytes
        var last: UInt64 = 0
        var next = 0
        for (index, byte) in bytes.enumerated() {
            last = (last << 8 | UInt64(byte)) & (1 << (8 * UInt64(Self.shortest)) - 1)
            let start = index + 1 - Self.shortest
            guard start >= next, mayBegin[Self.hash(last)], let lengths = lengths[last] else { continue }
            for length in lengths where start + length <= bytes.count {
                let range = start..<start + length
                guard ends.contains(Self.end(of: range, in: bytes)), let word = words[Array(bytes[range])] else { continue }
                if word.standsAlone, place == .url || place == .entry || !Self.standsAlone(range, in: bytes) { continue }
                let isBare = word.isNumber && Self.isBareNumber(range, in: bytes)
                matches.append((spelling.original(range), isBare ? "0" : replacement(of: word, place)))
                next = range.upperBound
                break
            }
        }
        return matches
    }

    private func replacement(of word: Word, _ place: Place) -> String {
        guard let value = word.value else { return HiddenNumbers.text }
        if word.isNumbered { return numbers.text(for: value) }
        if word.isNumber { return "0" }
        // A client that replays a request may use a secret of another form.
        return place == .response || place == .entry ? HiddenForm(value).text(0) : HiddenNumbers.text
    }

    /// Whether it may be a JSON number between other values.
    private static func isBareNumber(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        let before = bytes[..<range.lowerBound].last { $0 > 0x20 }
        let after = bytes[range.upperBound...].first { $0 > 0x20 }
        return before.map(":[,".utf8.contains) != false && after.map("}],".utf8.contains) != false
    }

    /// Whether no letter or digit is adjacent to it, and it isn't the name of a JSON member.
    private static func standsAlone(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        func isPart(_ byte: UInt8) -> Bool {
            PercentEncoding.Allowed.unreserved.contains(byte) && !"-.~".utf8.contains(byte) || byte > 0x7F
        }
        let (before, after) = (bytes[..<range.lowerBound].last, bytes[range.upperBound...])
        if before.map(isPart) == true || after.first.map(isPart) == true { return false }
        let isQuoted = before == UInt8(ascii: "\"") && after.first == UInt8(ascii: "\"")
        return !isQuoted || after.dropFirst().first { $0 > 0x20 } != UInt8(ascii: ":")
    }
}
