/// Where one download goes until it is whole: a file beside its destination, which is moved there in one step. It goes with the last
/// reference to it, unless it was moved, or may be resumed by another call.
///
/// Sendable because a download has one writer, who writes one chunk after the other.
final class DownloadFile: @unchecked Sendable {
    let destination: DownloadDestination
    /// In bytes.
    private(set) var length: Int64 = 0
    /// What the bytes so far are bytes of; nil where no more of it can be asked for.
    private(set) var version: DownloadVersion?

    private let place: Place
    private let writer: FileWriter
    private var isMoved = false

    private enum Place {
        case temporary(String)
        case partial(PartialDownload)

        var path: String {
            switch self {
            case .temporary(let path): path
            case .partial(let partial): partial.bodyPath
            }
        }
    }

    /// `source` is what is downloaded, if it may be resumed by another call. Throws an ``APIError`` of code `file`.
    init(for destination: DownloadDestination, resuming source: String?) throws(APIError) {
        self.destination = destination
        do {
            // Where another call is at it, or the place isn't ours, nothing is resumed.
            if let source, let partial = PartialDownload(of: source, for: destination),
                let writer = try? FileWriter(partial.bodyPath, .shared)
            {
                self.writer = writer
                place = .partial(partial)
                let count = writer.seekToEnd()
                // More than there is of the whole is something else.
                version = partial.version.flatMap { count <= $0.length ?? count ? $0 : nil }
                length = version == nil ? 0 : count
            } else {
                let path = destination.temporaryPath()
                writer = try FileWriter(path, .new)
                place = .temporary(path)
            }
        } catch {
            throw destination.error("can't be written: \(error.reason)")
        }
    }

    /// What came so far is dropped, for a body that is whole.
    func restart(_ version: DownloadVersion?) throws(APIError) {
        // In this order, so that a version never stands beside what isn't of it.
        self.version = nil
        if case .partial(let partial) = place { partial.forget() }
        try attempt { () throws(FileWriter.Failure) in try writer.truncate() }
        length = 0
        self.version = version
        if case .partial(let partial) = place, let version { partial.remember(version) }
    }

    func write(_ data: Data) throws(APIError) {
        try attempt { () throws(FileWriter.Failure) in try writer.write(data) }
        length += Int64(data.count)
    }

    /// The last step; after it the file is the caller's.
    func moveToDestination() throws(APIError) {
        guard !isMoved else { return }
        // After the move another call may begin anew in the directory: what is there then is that one's.
        if case .partial(let partial) = place { partial.forget() }
        guard FileSystem.move(place.path, to: destination.path) else {
            let reason = FileSystem.reason
            if case .partial(let partial) = place, let version { partial.remember(version) }
            throw destination.error("can't be written: \(reason)")
        }
        isMoved = true
        if case .partial(let partial) = place { partial.removeIfEmpty() }
    }

    deinit {
        if isMoved { return }
        switch place {
        case .temporary(let path): FileSystem.removeFile(path)
        case .partial(let partial): if version == nil || length == 0 { partial.remove() }
        }
    }

    private func attempt(_ step: () throws(FileWriter.Failure) -> Void) throws(APIError) {
        do { try step() } catch { throw destination.error("can't be written: \(error.reason)") }
    }
}

/// The file that a download becomes.
struct DownloadDestination: Sendable {
    let url: URL
    let path: String
    private let directory: String
    private let name: String

    /// Throws an ``APIError`` of code `file` where no file can be.
    init(_ url: URL) throws(APIError) {
        self.url = url
        let absolute = url.absoluteURL
        path = absolute.path(percentEncoded: false)
        name = absolute.lastPathComponent
        let parent = absolute.deletingLastPathComponent().path(percentEncoded: false)
        directory = parent.hasSuffix("/") ? parent : parent + "/"
        // C would take the path up to a zero, and so another file.
        guard url.isFileURL, !name.isEmpty, !path.utf8.contains(0) else {
            throw APIError(.file, "The download's URL \"\(Redaction.standard.redact(urlText: url.absoluteString))\" is not that of a file.")
        }
        if path.hasSuffix("/") { throw error("can't be written: its URL is that of a directory") }
        if case .directory = FileSystem.kind(of: path) { throw error("can't be written: there is a directory of that name") }
        // Without the slash, after which a file would be as good as nothing.
        switch FileSystem.kind(of: directory.count > 1 ? String(directory.dropLast()) : directory) {
        case .directory: break
        case .other: throw error("can't be written: \(directory) is not a directory")
        case nil: throw error("can't be written: the directory \(directory) does not exist")
        }
    }

    /// On the same file system, which moving in one step takes; of a name that nobody can guess.
    func temporaryPath() -> String {
        let random = [UInt64.random(in: .min ... .max), .random(in: .min ... .max)].map { String($0, radix: 36) }.joined()
        return "\(directory).\(random).download"
    }

    var partialPath: String { "\(directory).\(name).partial" }

    func error(_ problem: String) -> APIError { APIError(.file, "The file \(name) \(problem).") }
}
