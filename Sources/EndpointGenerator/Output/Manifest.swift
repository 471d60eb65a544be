internal import EndpointHTTP

/// The list of generated files with their digests. It is stored next to them in `.manifest.json`, which a package doesn't treat as a
/// resource.
struct Manifest: Hashable {
    static let name = ".manifest.json"

    var source = ""
    /// The SHA-256 of each file, by file name.
    var digests: [String: String] = [:]
    /// If a run was interrupted, the SHA-256 of each file that it was about to write.
    var pending: [String: String] = [:]
    var notes: [String] = []

    init() {}

    init(source: String, files: [String: String], notes: [Finding]) {
        self.source = source
        digests = files.mapValues(SHA256Hash.hexDigest)
        self.notes = notes.map(\.description)
    }

    /// Reads a manifest; nil if the text isn't one. A name that contains a folder is ignored, because the generator doesn't write such files.
    init?(parsing text: some Sequence<UInt8>) {
        guard let json = try? JSON(parsing: text), let files = json["files"]?.object else { return nil }
        source = json["source"]?.string ?? ""
        notes = (json["notes"]?.array ?? []).compactMap(\.string)
        digests = Self.digests(files)
        pending = Self.digests(json["pending"]?.object ?? JSON.Object())
    }

    private static func digests(_ files: JSON.Object) -> [String: String] {
        var digests: [String: String] = [:]
        for (name, digest) in files where name.hasSuffix(".swift") && !name.contains("/") && !name.contains("\\") {
            digests[name] = digest.string ?? ""
        }
        return digests
    }

    /// Whether this generator wrote the file, and nobody has edited it since.
    func isOwn(_ name: String, _ content: Data) -> Bool {
        let digest = SHA256Hash.hexadecimal(SHA256Hash.digest(of: content))
        return digests[name] == digest || pending[name] == digest
    }

    /// The names of all files that this generator may have written.
    var names: Set<String> { Set(digests.keys).union(pending.keys) }

    var text: String {
        func files(_ digests: [String: String]) -> JSON {
            var files = JSON.Object()
            for (name, digest) in digests.sorted(by: { $0.key < $1.key }) { files[name] = .string(digest) }
            return .object(files)
        }
        var root = JSON.Object()
        root["source"] = .string(source)
        root["files"] = files(digests)
        if !pending.isEmpty { root["pending"] = files(pending) }
        root["notes"] = .array(notes.map { .string($0) })
        return JSON.object(root).indentedText + "\n"
    }
}
