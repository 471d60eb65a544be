/// The file of an incomplete download, next to its destination. When the download is complete, the file is moved to the destination
/// atomically. Otherwise it is deleted with the last reference to this object, unless another call may resume the download.
///
/// Sendable because a download has a single writer, which writes one chunk after another.
final class DownloadFile: @unchecked Sendable {
    let destination: DownloadDestination
    /// The number of bytes so far.
    private(set) var length: Int64 = 0
    /// The version that the bytes so far belong to; nil if the download can't be resumed.
    private(set) var version: DownloadVersion?
    /// The users of the requests that led to the bytes so far: of the first request, and of one for each redirect.
    private var owners: [DownloadOwner]
    /// The users of the current requests; nil if unknown.
    private var senders: [DownloadOwner?] = []

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

    /// If another call may resume the download, `source` identifies it. Throws an ``APIError`` of code `file`.
    init(for destination: DownloadDestination, resuming source: String?) throws(APIError) {
        self.destination = destination
        do {
            // A download can't be resumed while another call writes the file, or if the directory isn't private.
            if let source, let partial = PartialDownload(of: source, for: destination),
                let writer = try? FileWriter(partial.bodyPath, .shared)
            {
                self.writer = writer
                place = .partial(partial)
                let count = writer.seekToEnd()
                // A file that is longer than the whole download can't be part of it.
                version = partial.version.flatMap { count <= $0.length ?? count ? $0 : nil }
                length = version == nil ? 0 : count
                owners = partial.owners
            } else {
                let path = destination.temporaryPath()
                writer = try FileWriter(path, .new)
                place = .temporary(path)
                owners = []
            }
        } catch {
            throw destination.error("can't be written: \(error.reason)")
        }
    }

    /// Notes the user of the next request, and discards the bytes so far if they belong to another user, because a server may use the same
    /// version for the content of different users.
    ///
    /// - Parameters:
    ///   - owner: nil if the user is unknown.
    ///   - hop: the number of redirects before the request.
    func keep(for owner: DownloadOwner?, atHop hop: Int) throws(APIError) {
        senders = Array(senders.prefix(hop)) + [owner]
        if version != nil, !owners.starts(with: senders, by: { $0 == $1 }) { try restart(nil) }
    }

    /// Whether the response to the current request may continue the bytes so far: if as many redirects led to it.
    var isOfSameUsers: Bool { senders.count == owners.count }

    /// Discards the bytes so far, because the complete body follows.
    func restart(_ version: DownloadVersion?) throws(APIError) {
        // In this order, a version is never stored next to another version's bytes.
        self.version = nil
        if case .partial(let partial) = place { partial.forget() }
        try attempt { () throws(FileWriter.Failure) in try writer.truncate() }
        length = 0
        // An unknown user could be another one the next time.
        guard let version, senders.allSatisfy({ $0 != nil }) else { return }
        self.version = version
        owners = senders.compactMap(\.self)
        if case .partial(let partial) = place { partial.remember(version, of: owners) }
    }

    func write(_ data: Data) throws(APIError) {
        try attempt { () throws(FileWriter.Failure) in try writer.write(data) }
        length += Int64(data.count)
    }

    /// Completes the download. The file then belongs to the caller.
    func moveToDestination() throws(APIError) {
        guard !isMoved else { return }
        // Otherwise, after a power failure, the destination could name a file without its bytes.
        try attempt { () throws(FileWriter.Failure) in try writer.synchronize() }
        // After the move, another call may start to use the directory, and its files must remain.
        if case .partial(let partial) = place { partial.forget() }
        FileSystem.copyPermissions(of: destination.path, to: place.path)
        guard FileSystem.move(place.path, to: destination.path) else {
            let reason = FileSystem.reason
            if case .partial(let partial) = place, let version { partial.remember(version, of: owners) }
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

/// The file to which a complete download is moved. A symbolic link is followed: its target is replaced, and the link stays.
struct DownloadDestination: Sendable {
    let url: URL
    let path: String
    private let directory: String
    private let name: String

    /// Throws an ``APIError`` of code `file` if no file can be created.
    init(_ url: URL) throws(APIError) {
        self.url = url
        let named = url.absoluteURL.path(percentEncoded: false)
        let isLink = if case .link = FileSystem.kind(of: named, followingLinks: false) { true } else { false }
        let target = isLink ? FileSystem.canonicalPath(named) : nil
        let absolute = target.map { URL(filePath: $0) } ?? url.absoluteURL
        path = target ?? named
        name = absolute.lastPathComponent
        let parent = absolute.deletingLastPathComponent().path(percentEncoded: false)
        directory = parent.hasSuffix("/") ? parent : parent + "/"
        // C functions read a path only up to a zero byte, which would then name another file.
        guard url.isFileURL, !name.isEmpty, !path.utf8.contains(0) else {
            throw APIError(.file, "The download's URL \"\(Redaction.standard.redact(urlText: url.absoluteString))\" is not a file URL.")
        }
        if path.hasSuffix("/") { throw error("can't be written: its URL names a directory") }
        switch FileSystem.kind(of: path) {
        case .directory: throw error("can't be written: a directory has that name")
        case .special: throw error("can't be written: a device, a pipe or a socket has that name, which a download would replace")
        case nil where isLink: throw error("can't be written: it is a symbolic link to a file that does not exist")
        case .file, .link, nil: break
        }
        // With a trailing slash, a path that names a file would seem not to exist.
        switch FileSystem.kind(of: directory.utf8.count > 1 ? String(directory.unicodeScalars.dropLast()) : directory) {
        case .directory: break
        case .file, .link, .special: throw error("can't be written: \(directory) is not a directory")
        case nil: throw error("can't be written: the directory \(directory) does not exist")
        }
    }

    /// A path with an unguessable name, on the same file system, as an atomic move requires.
    func temporaryPath() -> String {
        let random = [UInt64.random(in: .min ... .max), .random(in: .min ... .max)].map { String($0, radix: 36) }.joined()
        return "\(directory).\(random).download"
    }

    var partialPath: String { "\(directory).\(name).partial" }

    func error(_ problem: String) -> APIError { APIError(.file, "The file \(name) \(problem).") }
}
