internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI

/// Writes a list page by page. After any page, ``end()`` completes the text.
struct CharacterListText {
    let format: OutputFormat
    private var table: Table?
    private var leftOut: [CharacterDocument.LeftOut] = []
    private var hasBegun = false
    private var hasResults = false
    /// The number of elements of the pages so far, with those that were left out.
    private(set) var elementCount = 0

    init(_ format: OutputFormat) { self.format = format }

    /// - Parameter characters: the characters of the page to write.
    mutating func add(_ page: CharacterPage, _ characters: [MarvelAPI.Character]) throws -> String {
        defer {
            hasBegun = true
            elementCount += page.results.count + page.leftOut.count
        }
        switch format {
        case .ndjson: return try characters.map { try CharacterRecord($0).jsonLine() + "\n" }.joined()
        case .table: return addRows(characters)
        case .json:
            leftOut += page.leftOut.map { CharacterDocument.LeftOut($0, from: elementCount) }
            var text = hasBegun ? "" : try Self.head(of: page)
            for character in characters {
                text += try (hasResults ? ",\n    " : "\n    ") + CharacterRecord(character).jsonLine()
                hasResults = true
            }
            return text
        }
    }

    /// The end of the document; empty where no page was added.
    func end() throws -> String {
        guard format == .json, hasBegun else { return "" }
        return try (hasResults ? "\n  " : "") + "],\n  \"leftOut\": \(leftOut.jsonLine())\n}\n"
    }

    /// The beginning of a ``CharacterDocument``, with the keys that are known from the first page.
    private static func head(of page: CharacterPage) throws -> String {
        """
        {
          "attribution": \(try page.attributionText.jsonLine()),
          "offset": \(page.data.offset),
          "limit": \(page.data.limit),
          "total": \(page.data.total),
          "results": [
        """
    }

    private mutating func addRows(_ characters: [MarvelAPI.Character]) -> String {
        if let table { return table.text(ofMore: CharacterTable.rows(characters)) }
        let first = CharacterTable.table(characters).withFixedWidths
        table = first
        return first.text
    }
}
