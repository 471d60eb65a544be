/// What is kept of a download that broke off, for another call to go on from: a directory of the owner's alone, beside the destination,
/// with the bytes so far and what they are bytes of.
final class PartialDownload: Sendable {
    let bodyPath: String
    private let directory: String
    private let notePath: String
    private let source: String

    /// nil where such a directory can't be.
    init?(of source: String, for destination: DownloadDestination) {
        directory = destination.partialPath
        bodyPath = directory + "/body"
        notePath = directory + "/source.json"
        self.source = source
        guard FileSystem.makePrivateDirectory(directory) else { return nil }
    }

    /// Of the bytes that are there; nil where they are of something else, or the note is damaged.
    var version: DownloadVersion? {
        guard let text = try? Data(contentsOf: URL(filePath: notePath)), let note = try? JSON(parsing: text),
            note["source"]?.string == source, let validator = note["validator"]?.string, let length = note["length"]
        else { return nil }
        if length == .null { return DownloadVersion(validator: validator, length: nil) }
        return length.int.flatMap { DownloadVersion(validator: validator, length: Int64($0)) }
    }

    func remember(_ version: DownloadVersion) {
        let note: JSON = [
            "source": .string(source), "validator": .string(version.validator), "length": version.length.map { JSON($0) } ?? .null,
        ]
        // Without it nothing is resumed.
        guard let writer = try? FileWriter(notePath, .new), let text = try? note.data() else { return }
        try? writer.write(text)
    }

    func forget() { FileSystem.removeFile(notePath) }

    /// For the call that has the bytes open: no other can begin before they are gone.
    func remove() {
        forget()
        FileSystem.removeFile(bodyPath)
        removeIfEmpty()
    }

    /// The directory stays where another call has begun anew in it.
    func removeIfEmpty() { FileSystem.removeDirectory(directory) }
}
