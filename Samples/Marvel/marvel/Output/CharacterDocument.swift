internal import EndpointKit
internal import MarvelAPI

/// A page as one JSON document with the attribution.
struct CharacterDocument: Encodable {
    private let attribution: String
    private let offset: Int
    private let limit: Int
    private let total: Int
    private let leftOut: [LeftOut]
    private let results: [CharacterRecord]

    struct LeftOut: Encodable {
        var index: Int
        var keyPath: String
        var reason: String

        /// - Parameter start: the index of the page's first element in the whole list.
        init(_ element: SkippedElement, from start: Int = 0) {
            index = start + element.index
            keyPath = element.keyPath
            reason = element.reason
        }
    }

    init(_ page: CharacterPage) {
        attribution = page.attributionText
        offset = page.data.offset
        limit = page.data.limit
        total = page.data.total
        leftOut = page.leftOut.map { LeftOut($0) }
        results = page.results.map(CharacterRecord.init)
    }

    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}
