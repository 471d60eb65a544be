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

    /// Of the bytes that are there; nil where they are of something else.
    var validator: String? {
        guard let text = try? Data(contentsOf: URL(filePath: notePath)), let note = try? JSON(parsing: text),
            note["source"]?.string == source
        else { return nil }
        return note["validator"]?.string
    }

    func remember(_ validator: String) {
        let note: JSON = ["source": .string(source), "validator": .string(validator)]
        // Without it nothing is resumed.
        guard let writer = try? FileWriter(notePath, .new), let text = try? note.data() else { return }
        try? writer.write(text)
    }

    func forget() { FileSystem.removeFile(notePath) }

    func remove() {
        FileSystem.removeFile(bodyPath)
        FileSystem.removeFile(notePath)
        // Stays where another call has begun anew in it.
        FileSystem.removeDirectory(directory)
    }
}
