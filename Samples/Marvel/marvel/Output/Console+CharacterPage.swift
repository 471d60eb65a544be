internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI

extension Console {
    /// Writes the data of a page, reports the elements that could not be decoded, and last the attribution, which must be shown wherever
    /// the data is, also where the reader stops early.
    func show(_ data: String, of page: CharacterPage, extent: String? = nil) throws {
        defer {
            if let extent { report(extent) }
            reportRest(of: page, leftOut: page.leftOut)
        }
        try write(data)
    }

    func reportRest(of page: CharacterPage, leftOut: [SkippedElement]) {
        for element in leftOut { report("marvel: left out: " + "\(element)".visibleWords) }
        report(page.attributionText.visibleWords)
    }
}
