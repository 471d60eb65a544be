internal import EndpointKit

extension JSONEncoder {
    /// Encodes the same value to the same bytes every time, because the entity tag is made from them.
    static var compact: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
