import EndpointKit

/// `Link` fields made of the characters that have a meaning in them.
public enum RandomLinkFields {
    /// Every found link must be in its field, and a link after the field must be found unless the field has an open quote or target.
    public static func run(_ count: Int, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let alphabet = Array(#"<>;,="\ *'%arel next"#.utf8) + [0, 9, 0xC3, 0xFF]
        for _ in 0..<count {
            let length = Int.random(in: 0...24, using: &random)
            let bytes = (0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }
            let field = String(decoding: bytes, as: UTF8.self)
            let links = LinkHeader(field).links
            for link in links {
                try require(field.contains("<\(link.target)>"), "<\(link.target)> isn't part of the field \(field.debugDescription)")
            }
            // Neither a quote nor a target can be open.
            guard !field.contains("\""), !field.contains("<"), !field.contains("\\") else { continue }
            let last = LinkHeader("\(field), <the-last>; rel=next").links.last?.target
            try require(last == "the-last", "the last link isn't found after \(field.debugDescription)")
        }
    }
}
