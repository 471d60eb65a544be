internal import EndpointKit

extension JSONEncoder {
    /// The same value is the same bytes every time: the entity tag is made of them.
    static var compact: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
