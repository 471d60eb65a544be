internal import EndpointKit

/// The part of a list in one answer.
struct Page<Element: Record> {
    var offset: Int
    var limit: Int
    var total: Int
    var elements: [Element]

    /// The page as JSON. `write` turns each element into its JSON value.
    func encoded(_ write: (Element) -> some Encodable) throws -> Data {
        try JSONEncoder.compact.encode(
            Body(offset: offset, limit: limit, total: total, count: elements.count, results: elements.map(write)))
    }

    private struct Body<Resource: Encodable>: Encodable {
        var offset: Int
        var limit: Int
        var total: Int
        var count: Int
        var results: [Resource]
    }
}
