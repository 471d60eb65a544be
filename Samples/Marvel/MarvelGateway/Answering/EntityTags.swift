internal import EndpointKit

/// The tags of an `If-None-Match` (RFC 9110, section 13.1.2): a list of strong and weak tags, or `*`. Tags without quotes, as in the body
/// of a response, are accepted too.
struct EntityTags {
    private var tags: Set<String> = []
    private var isAny = false

    init(_ fields: [String]) {
        isAny = fields.joined(separator: ",").removing { $0 == " " || $0 == "\t" } == "*"
        for field in fields {
            var rest = Substring(field)
            while let first = rest.unicodeScalars.first {
                if first == "," || first == " " || first == "\t" {
                    rest.unicodeScalars.removeFirst()
                } else if rest.hasPrefix("W/") {
                    rest = rest.trimmingPrefix("W/")
                } else if first == "\"" {
                    // The quotes may contain a comma.
                    let opaque = rest.trimmingPrefix("\"").upTo { $0 == "\"" }
                    tags.insert(String(opaque))
                    rest = rest[opaque.endIndex...].trimmingPrefix("\"")
                } else {
                    let bare = rest.upTo { $0 == "," || $0 == " " || $0 == "\t" }
                    // In a list, `*` isn't a tag.
                    if bare != "*" { tags.insert(String(bare)) }
                    rest = rest[bare.endIndex...]
                }
            }
        }
    }

    /// Compares weakly, so that `W/` is ignored.
    func match(_ tag: String) -> Bool { isAny || tags.contains(tag) }
}
