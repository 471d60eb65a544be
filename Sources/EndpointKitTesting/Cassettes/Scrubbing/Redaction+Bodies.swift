package import EndpointKit

extension Redaction {
    /// The body without the values of hidden form fields, multipart parts, JSON members, and what looks like a value in any other text.
    package func scrub(body: [UInt8], contentType: String?) -> [UInt8] {
        let type = MediaType(contentType ?? "")
        if type.name == "application/x-www-form-urlencoded" { return scrub(items: body) }
        if type.name.hasPrefix("multipart/"), let boundary = type.parameter("boundary"), !boundary.isEmpty {
            return scrub(parts: body, boundary: boundary)
        }
        if type.name == "application/json" || type.name.hasSuffix("+json") { return scrub(members: body) }
        return scrub(looseText: scrub(members: body), isCode: type.name == "application/graphql")
    }

    /// Redacts `name=value` items between `&`.
    func scrub(items bytes: [UInt8]) -> [UInt8] {
        var shown: [UInt8] = []
        for (index, item) in bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).enumerated() {
            if index > 0 { shown.append(UInt8(ascii: "&")) }
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            if name.count < item.count, hides(item: PercentEncoding.decode(name, plusIsSpace: true)) {
                shown += item[...name.endIndex]
                shown += Self.mark.utf8
            } else {
                let value = item[name.endIndex...].dropFirst()
                shown += item[..<value.startIndex] + scrub(itemValue: value)
            }
        }
        return shown
    }

    /// A URL in the value of an item may have a user, or a query of its own.
    private func scrub(itemValue value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if value.firstRange(of: "//".utf8) != nil { return ArraySlice(scrub(words: Array(value))) }
        guard value.contains(UInt8(ascii: "%")) else { return value }
        let text = PercentEncoding.decode(value, plusIsSpace: true)
        let shown = text.contains("//") ? scrub(text: text) : text
        if shown == text { return value }
        return ArraySlice(
            shown.split(separator: Self.mark, omittingEmptySubsequences: false).map { piece in
                var bytes: [UInt8] = []
                PercentEncoding.append(String(piece), allowed: .unreserved, to: &bytes)
                return bytes
            }.joined(separator: Self.mark.utf8))
    }

    func scrub(members bytes: [UInt8]) -> [UInt8] {
        var shown: [UInt8] = []
        var index = 0
        for value in HiddenValues.all(in: bytes, by: self) {
            shown += bytes[index..<value.range.lowerBound]
            shown += value.shown
            index = value.range.upperBound
        }
        return shown + bytes[index...]
    }

    private func scrub(parts bytes: [UInt8], boundary: String) -> [UInt8] {
        let delimiter = Array("--\(boundary)".utf8)
        let end = Array("\r\n\r\n".utf8)
        var shown: [UInt8] = []
        for (index, part) in bytes.split(separator: delimiter, omittingEmptySubsequences: false).enumerated() {
            if index > 0 { shown += delimiter }
            guard let headEnd = part.firstRange(of: end) else {
                shown += part
                continue
            }
            let content = part[headEnd.upperBound...]
            shown += part[..<headEnd.upperBound]
            if hides(Self.name(ofPart: part[..<headEnd.lowerBound])) {
                shown += Self.mark.utf8
                shown += content.suffix(2)
            } else {
                shown += scrub(looseText: scrub(members: Array(content)))
            }
        }
        return shown
    }

    private static func name(ofPart head: ArraySlice<UInt8>) -> String {
        for line in head.split(separator: UInt8(ascii: "\n")) {
            let line = String(decoding: line, as: UTF8.self)
            guard line.lowercased().hasPrefix("content-disposition:") else { continue }
            return MediaType(line.trimmingLineEnd).parameter("name") ?? ""
        }
        return ""
    }
}

extension String {
    fileprivate var trimmingLineEnd: String { hasSuffix("\r") ? String(dropLast()) : self }
}
