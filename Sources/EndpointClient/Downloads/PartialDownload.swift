/// An interrupted download that another call can resume: a private directory next to the destination, which contains the bytes so far and a
/// note about their version.
final class PartialDownload: Sendable {
    let bodyPath: String
    private let directory: String
    private let notePath: String
    private let source: String

    /// Returns nil if the directory can't be created or isn't private.
    init?(of source: String, for destination: DownloadDestination) {
        directory = destination.partialPath
        bodyPath = directory + "/body"
        notePath = directory + "/source.json"
        self.source = source
        guard FileSystem.makePrivateDirectory(directory) else { return nil }
    }

    /// The version of the stored bytes; nil if they belong to another source, or if the note is damaged or missing.
    var version: DownloadVersion? {
        guard let note, note["source"]?.string.map(ExactText.init) == ExactText(source), let validator = note["validator"]?.string,
            let length = note["length"]
        else { return nil }
        if length == .null { return DownloadVersion(validator: validator, length: nil) }
        return length.int.flatMap { DownloadVersion(validator: validator, length: Int64($0)) }
    }

    /// The users of the requests that led to the stored bytes.
    var owners: [DownloadOwner] { note?["owners"]?.array?.compactMap(\.string).map(DownloadOwner.init(text:)) ?? [] }

    private var note: JSON? { (try? Data(contentsOf: URL(filePath: notePath))).flatMap { try? JSON(parsing: $0) } }

    func remember(_ version: DownloadVersion, of owners: [DownloadOwner]) {
        let note: JSON = [
            "source": .string(source), "validator": .string(version.validator), "length": version.length.map { JSON($0) } ?? .null,
            "owners": .array(owners.map { .string($0.text) }),
        ]
        // A failure is harmless: a download without a note isn't resumed.
        guard let writer = try? FileWriter(notePath, .new), let text = try? note.data() else { return }
        try? writer.write(text)
    }

    func forget() { FileSystem.removeFile(notePath) }

    /// Removes everything. Only the call that has the file open may do so, because its lock keeps other calls out.
    func remove() {
        forget()
        FileSystem.removeFile(bodyPath)
        removeIfEmpty()
    }

    /// Removes the directory, unless another call has started to use it.
    func removeIfEmpty() { FileSystem.removeDirectory(directory) }
}

/// Identifies the content of a download, to check that a later response is part of the same content.
struct DownloadVersion: Equatable, Sendable {
    /// A strong entity tag, or the date of the last change, as sent in `If-Range`.
    let validator: String
    /// The total number of bytes; nil if the first response didn't report it.
    let length: Int64?

    /// Returns nil for an invalid validator, which couldn't be sent or would never match.
    init?(validator: String, length: Int64?) {
        guard Self.isStrongTag(validator) || HTTPDate.date(from: validator) != nil, length.map({ $0 >= 0 }) ?? true else { return nil }
        self.validator = validator
        self.length = length
    }

    /// Returns nil if the download can't be resumed. Resuming requires a strong entity tag, or a `Last-Modified` date that is earlier than
    /// the response's `Date`, so that nothing can have changed within the same second (RFC 9110, sections 8.8.2.2 and 13.1.5).
    init?(_ whole: HTTPResponseStream) {
        guard whole.status == .ok, !whole.isCoded, whole.headers["Accept-Ranges"]?.lowercased() == "bytes" else { return nil }
        if let tag = whole.headers["ETag"] {
            guard Self.isStrongTag(tag) else { return nil }
            self.init(validator: tag, length: whole.bodyLength)
        } else {
            guard let modified = whole.headers["Last-Modified"], let change = HTTPDate.date(from: modified),
                let date = whole.headers["Date"].flatMap({ HTTPDate.date(from: $0) }), change < date
            else { return nil }
            self.init(validator: modified, length: whole.bodyLength)
        }
    }

    /// Returns the total length if `part` belongs to this version (RFC 9110, section 15.3.7.3), that is, if it has the same validator and
    /// the same total length. A part may omit a date that was sent in `If-Range` (section 15.3.7), but the total lengths must then match.
    /// Returns nil if the part doesn't belong to this version, or if the length isn't known, because the end of the download would then be
    /// unknown.
    func wholeLength(of part: HTTPResponseStream, _ range: ContentRange) -> Int64? {
        let omitsDate = !isTag && !part.headers.contains("Last-Modified") && !part.headers.contains("ETag") && range.total == length
        guard !part.isCoded, names(part) || omitsDate else { return nil }
        guard let length else { return range.total }
        return range.total ?? length == length ? length : nil
    }

    /// Whether a response has the same validator.
    func names(_ answer: HTTPResponseStream) -> Bool {
        answer.headers[isTag ? "ETag" : "Last-Modified"].map(ExactText.init) == ExactText(validator)
    }

    private var isTag: Bool { validator.hasPrefix("\"") }

    /// Whether the text is a strong entity tag whose characters can be sent back unchanged (section 8.8.3).
    private static func isStrongTag(_ text: String) -> Bool {
        let bytes = text.utf8
        return bytes.count >= 2 && bytes.first == UInt8(ascii: "\"") && bytes.last == UInt8(ascii: "\"")
            && bytes.dropFirst().dropLast().allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }
    }
}

extension HTTPResponseStream {
    fileprivate var isCoded: Bool { headers.contains("Content-Encoding") }
}
