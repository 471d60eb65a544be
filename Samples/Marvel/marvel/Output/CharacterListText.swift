internal import EndpointKit
internal import MarvelAPI

/// The text of a list that is written page by page. Whatever page was the last, with the end after it the text is whole.
struct CharacterListText {
    let format: OutputFormat
    private var table: Table?
    private var leftOut: [CharacterDocument.LeftOut] = []
    private var hasBegun = false
    private var hasResults = false
    /// Of the pages so far, with the elements that were left out.
    private(set) var elementCount = 0

    init(_ format: OutputFormat) { self.format = format }

    /// - Parameter characters: those of the page that are wanted.
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

    /// Empty where there was no page: what failed from the start has no document.
    func end() throws -> String {
        guard format == .json, hasBegun else { return "" }
        return try (hasResults ? "\n  " : "") + "],\n  \"leftOut\": \(leftOut.jsonLine())\n}\n"
    }

    /// The keys of a ``CharacterDocument``, those first that are known first.
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
