internal import EndpointHTTP

/// The list of generated files with their digests, beside them in `manifest.json`.
struct Manifest: Hashable {
    static let name = "manifest.json"

    var source = ""
    /// The SHA-256 of each file, by its name.
    var digests: [String: String] = [:]
    var notes: [String] = []

    init() {}

    init(source: String, files: [String: String], notes: [Finding]) {
        self.source = source
        digests = files.mapValues(SHA256Hash.hexDigest)
        self.notes = notes.map(\.description)
    }

    /// Reads a manifest; nil if it isn't one. A name with a folder in it isn't one that was written.
    init?(parsing text: some Sequence<UInt8>) {
        guard let json = try? JSON(parsing: text), let files = json["files"]?.object else { return nil }
        source = json["source"]?.string ?? ""
        notes = (json["notes"]?.array ?? []).compactMap(\.string)
        for (name, digest) in files where name.hasSuffix(".swift") && !name.contains("/") && !name.contains("\\") {
            digests[name] = digest.string ?? ""
        }
    }

    var text: String {
        var files = JSON.Object()
        for (name, digest) in digests.sorted(by: { $0.key < $1.key }) { files[name] = .string(digest) }
        var root = JSON.Object()
        root["source"] = .string(source)
        root["files"] = .object(files)
        root["notes"] = .array(notes.map { .string($0) })
        return JSON.object(root).indentedText + "\n"
    }
}
