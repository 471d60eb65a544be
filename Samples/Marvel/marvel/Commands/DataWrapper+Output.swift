internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI

// The text that the program shows for a page, in addition to its elements.
extension DataWrapper where Element: ListedResource {
    /// The service's attribution, without a key that it may have repeated from the request's address.
    fileprivate var attribution: String { Redaction.standard.redact(text: attributionText) }

    /// The beginning of a JSON document.
    var head: KeyValuePairs<String, JSON> {
        [
            "attribution": JSON(attribution), "offset": JSON(data.offset), "limit": JSON(data.limit), "total": JSON(data.total),
        ]
    }

    /// A line such as `Characters 21 to 40 of 1564, without 1 that could not be read.`
    var extent: String {
        if data.count == 0 {
            return data.total > 0 ? "No \(Element.name) after the first \(data.offset) of \(data.total)." : "No \(Element.name)."
        }
        let (last, overflow) = data.offset.addingReportingOverflow(data.count)
        let name = Element.name.prefix(1).uppercased() + Element.name.dropFirst()
        return
            "\(name) \(overflow ? data.offset : data.offset + 1) to \(overflow ? .max : last)\(ofTotal(last))\(absence(of: leftOut.count))"
    }

    /// ` of 1564`; empty if the total is unknown, or is wrong because more elements arrived.
    func ofTotal(_ count: Int) -> String { data.total >= count ? " of \(data.total)" : "" }

    /// The end of a line about elements that were left out.
    func absence(of leftOut: Int) -> String { leftOut == 0 ? "." : ", without \(leftOut) that could not be read." }

    /// The element of a page about one id. Throws a ``Failure`` if the page has no element, or is about another id.
    func only(_ id: Int) throws -> Element {
        if let element = results.first {
            if element.id == id { return element }
            throw Failure(.decoding, "The service sent \(Element.singular) \(element.id) instead of \(Element.singular) \(id).")
        }
        if let leftOut = leftOut.first {
            throw Failure(.decoding, "The answer could not be read: \(Element.singular) \(id) has a mistake: \(leftOut).")
        }
        throw Failure(.notFound, "The service has no \(Element.singular) \(id).")
    }
}

extension SkippedElement {
    /// - Parameter start: the index of the page's first element in the whole list.
    func json(from start: Int) -> JSON { ["index": JSON(start + index), "keyPath": JSON(keyPath), "reason": JSON(reason)] }
}

extension Console {
    /// Reports the elements that could not be decoded, and then the attribution, which must be shown wherever the data is, even if the
    /// reader stops early.
    ///
    /// - Parameter leftOut: the text about each element.
    func reportRest<Element: ListedResource>(of page: DataWrapper<Element>, leftOut: [String]) {
        for element in leftOut { report("marvel: left out: " + element.visibleWords) }
        report(page.attribution.visibleWords)
    }
}
