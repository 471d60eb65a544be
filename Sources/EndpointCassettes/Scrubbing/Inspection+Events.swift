import EndpointKit

// Event streams (WHATWG HTML, section 9.2.6).
extension Inspection {
    /// Each event is a separate text, so that an unclosed value doesn't hide the next event.
    func events(_ body: ArraySlice<UInt8>, _ level: Int) -> [UInt8]? {
        let lines = EventLine.all(in: body)
        // An error may arrive with the content type of the stream that it replaces.
        guard lines.contains(where: { $0.kind != .other }) else { return value(body, level, isBody: true) }
        var edits = Edits(body)
        var event: [EventLine] = []
        for line in lines {
            event.append(line)
            if line.text.isEmpty {
                inspect(event, of: body, level, &edits)
                event = []
            }
        }
        inspect(event, of: body, level, &edits)
        return edits.shown
    }

    private func inspect(_ lines: [EventLine], of body: ArraySlice<UInt8>, _ level: Int, _ edits: inout Edits) {
        // A document may be split into several lines of data.
        let data = lines.filter { $0.kind == .data }.map { body[$0.value] }
        var shownData = value(Array(data.joined(separator: [0x0A]))[...], level, isBody: true)?
            .split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        var others: Range<Int>?
        func endOthers() {
            if let range = others, let shown = value(body[range], level, isBody: true) { edits.replace(range, with: shown) }
            others = nil
        }
        for line in lines {
            if line.kind == .other, !line.text.isEmpty {
                others = (others?.lowerBound ?? line.text.lowerBound)..<line.text.upperBound
                continue
            }
            endOthers()
            if line.kind == .field, let shown = value(body[line.text], level, isBody: true) {
                edits.replace(line.text, with: shown)
            } else if line.kind == .data, shownData != nil {
                // A hidden value of several lines has become shorter.
                guard let shown = shownData?.popFirst() else {
                    edits.replace(line.text.lowerBound..<line.next, with: [UInt8]())
                    continue
                }
                if !shown.elementsEqual(body[line.value]) { edits.replace(line.text, with: Array("data: ".utf8) + shown) }
            }
        }
        endOthers()
    }
}

/// A line of an event stream.
private struct EventLine {
    enum Kind {
        case data
        /// A comment, or a field other than data.
        case field
        /// An empty line, or one that a client ignores.
        case other
    }

    let kind: Kind
    /// The line without its end.
    let text: Range<Int>
    /// The value of a line of data.
    let value: Range<Int>
    /// The start of the next line.
    let next: Int

    static func all(in body: ArraySlice<UInt8>) -> [EventLine] {
        var lines: [EventLine] = []
        var start = body.startIndex + (body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        while start < body.endIndex {
            lines.append(EventLine(body, at: start))
            start = lines[lines.count - 1].next
        }
        return lines
    }

    private init(_ body: ArraySlice<UInt8>, at start: Int) {
        let end = body[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? body.endIndex
        text = start..<end
        next = min(end + (body[end...].starts(with: "\r\n".utf8) ? 2 : 1), body.endIndex)
        let name = body[text].prefix { $0 != UInt8(ascii: ":") }
        let value = body[name.endIndex..<end].dropFirst()
        self.value = value.startIndex + (value.first == 0x20 ? 1 : 0)..<end
        kind =
            switch String(decoding: name.prefix(6), as: UTF8.self) {
            case "data": .data
            case "event", "id", "retry": .field
            case "" where !text.isEmpty: .field
            default: .other
            }
    }
}
