/// The secrets that a request was sent with. A server may repeat them in its own text.
package struct OwnSecrets: Hashable, Sendable {
    package let texts: [String]

    /// - Parameter texts: secrets, and perhaps other strings. A string shorter than four bytes is ignored, because it could be part of any
    ///   word.
    package init(_ texts: some Sequence<String>) {
        self.texts = Set(texts.filter { $0.utf8.count >= Self.shortest }).sorted()
    }

    package static let empty = OwnSecrets([] as [String])

    private static let shortest = 4

    /// The text with each secret replaced by its length. Secrets are found as plain text, in Base64 and in hexadecimal digits, in upper or
    /// lower case, and also with the escapes of URLs, JSON and HTML.
    package func removed(from text: String) -> String {
        if texts.isEmpty { return text }
        let forms = forms
        let bytes = Array(text.utf8)
        var found: [(range: Range<Int>, word: String)] = []
        var spelling: EscapedText? = EscapedText(bytes)
        for _ in 0...EscapedText.depth {
            guard let known = spelling else { break }
            let text = known.bytes.map(Self.folded)
            for index in text.indices {
                let rest = text[index...]
                for form in forms[rest.prefix(Self.shortest)] ?? [] where rest.starts(with: form.bytes) {
                    found.append((known.original(index..<index + form.bytes.count), form.word))
                }
            }
            spelling = known.decoded
        }
        if found.isEmpty { return text }
        // At the same position, the longest comes first, because it contains the others.
        found.sort { ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound) }
        var shown: [UInt8] = []
        var index = 0
        for (range, secret) in found {
            if range.lowerBound >= index {
                shown += bytes[index..<range.lowerBound]
                shown += secret.shownLength.utf8
            }
            index = max(index, range.upperBound)
        }
        return String(decoding: shown + bytes[index...], as: UTF8.self)
    }

    /// The spellings of all secrets, by their first bytes.
    private var forms: [ArraySlice<UInt8>: [(bytes: [UInt8], word: String)]] {
        var forms: [ArraySlice<UInt8>: [(bytes: [UInt8], word: String)]] = [:]
        for secret in texts {
            let own = [Array(secret.utf8), EscapedText.plainest(of: Array(secret.utf8))].filter { $0.count >= Self.shortest }
            // Shorter forms could be part of any word.
            let others = (EscapedText.base64(of: secret) + EscapedText.hex(of: secret)).filter { $0.count >= 6 }
            for form in Set((own + others).map { EscapedText($0).bytes.map(Self.folded) }) {
                forms[form.prefix(Self.shortest), default: []].append((form, secret))
            }
        }
        return forms
    }

    /// Servers convert media types, hosts and users to lower case.
    private static func folded(_ byte: UInt8) -> UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte }
}

extension OwnSecrets: CustomReflectable {
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
