/// The secrets that a request was sent with. A server may repeat them in its own words.
package struct OwnSecrets: Hashable, Sendable {
    // The longest first, so that none is a part of one before it.
    private let texts: [String]

    /// - Parameter texts: with others that are no secrets; one of less than four bytes may be any word, and doesn't count.
    package init(_ texts: some Sequence<String>) {
        self.texts = Set(texts.filter { $0.utf8.count >= 4 }).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    }

    /// The text with the lengths of the secrets in their place.
    package func removed(from text: String) -> String {
        texts.reduce(text) { text, secret in
            let encoded = PercentEncoding.encoded(secret)
            return Set([secret, encoded, Self.inLowerCase(encoded)]).reduce(text) { text, form in
                text.split(separator: form, omittingEmptySubsequences: false).joined(separator: secret.shownLength)
            }
        }
    }
}

extension OwnSecrets {
    /// With the escapes in lower case.
    private static func inLowerCase(_ encoded: String) -> String {
        encoded.split(separator: "%", omittingEmptySubsequences: false).enumerated().map { index, piece in
            index == 0 ? String(piece) : "%" + piece.prefix(2).lowercased() + piece.dropFirst(2)
        }.joined()
    }
}

extension OwnSecrets: CustomReflectable {
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
