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
