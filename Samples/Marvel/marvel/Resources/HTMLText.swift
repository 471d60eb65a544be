internal import EndpointKit

/// Turns text that may contain HTML into plain text for people.
enum HTMLText {
    /// The text without tags, and with each character reference replaced by its character. A tag that breaks the text becomes a space.
    static func plain(_ html: String) -> String {
        guard html.contains("<") || html.contains("&") else { return html }
        let text = html.replacing(/<!--.*?-->|<\/?([A-Za-z]+)[^<>]*>/.dotMatchesNewlines().matchingSemantics(.unicodeScalar)) { tag in
            tag.1.map { inline.contains($0.lowercased()) } == true ? "" : " "
        }
        return text.replacing(/&(#?)([xX]?)([A-Za-z0-9]+);/.matchingSemantics(.unicodeScalar)) { reference in
            character(isNumber: !reference.1.isEmpty, isHexadecimal: !reference.2.isEmpty, reference.3) ?? String(reference.0)
        }
    }

    private static func character(isNumber: Bool, isHexadecimal: Bool, _ name: Substring) -> String? {
        guard isNumber else { return named[String(name)] }
        return UInt32(name, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init).map { String($0) }
    }

    /// The inline elements.
    private static let inline: Set<String> = ["a", "b", "em", "font", "i", "small", "span", "strong", "sub", "sup", "u"]

    /// The named references that occur in English text. Others stay unchanged.
    private static let named = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’",
        "ldquo": "“", "rdquo": "”", "hellip": "…", "bull": "•", "middot": "·", "copy": "©", "reg": "®", "trade": "™", "deg": "°",
        "eacute": "é", "egrave": "è", "agrave": "à", "aacute": "á", "iacute": "í", "oacute": "ó", "uacute": "ú", "ntilde": "ñ",
        "ccedil": "ç", "auml": "ä", "ouml": "ö", "uuml": "ü", "szlig": "ß", "frac12": "½", "frac14": "¼",
    ]
}
