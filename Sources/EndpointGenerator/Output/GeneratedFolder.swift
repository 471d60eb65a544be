internal import EndpointHTTP

/// A folder of generated files. Files that aren't in its manifest are never touched, and edited ones aren't overwritten.
public struct GeneratedFolder: Sendable {
    /// What a run did.
    public struct Changes: Hashable, Sendable {
        /// The files that are new or different, sorted.
        public var written: [String] = []
        /// The files of the last run that this one doesn't have, sorted.
        public var deleted: [String] = []
        /// The number of files that stayed as they were.
        public var unchanged = 0
    }

    /// Why nothing was written: each file that stands in the way.
    public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        /// One sentence for each file.
        public let reasons: [String]
        public var description: String { reasons.joined(separator: "\n") }
    }

    private let path: String

    /// A folder that may not exist yet.
    public init(_ path: String) { self.path = path }

    /// Writes the files that changed and deletes those that are no longer generated; or throws a ``Refusal``, and then has changed nothing.
    public func write(_ generator: Generator, source: String) throws -> Changes {
        let manifest = Manifest(source: source, files: generator.files, notes: generator.notes)
        let old = try lastManifest()
        try check(generator.files, against: old)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        var changes = Changes()
        for (name, text) in generator.files.sorted(by: { $0.key < $1.key }) {
            if content(of: name) == Data(text.utf8) {
                changes.unchanged += 1
            } else {
                try write(text, to: name)
                changes.written.append(name)
            }
        }
        for name in old.digests.keys.sorted() where generator.files[name] == nil && content(of: name) != nil {
            try FileManager.default.removeItem(atPath: file(name))
            changes.deleted.append(name)
        }
        // The last, so that an interrupted run can be repeated: files with the new content count as this generator's own.
        if manifest.text != content(of: Manifest.name).map({ String(decoding: $0, as: UTF8.self) }) {
            try write(manifest.text, to: Manifest.name)
        }
        return changes
    }

    private func lastManifest() throws(Refusal) -> Manifest {
        guard let text = content(of: Manifest.name) else { return Manifest() }
        guard let manifest = Manifest(parsing: text) else {
            throw Refusal(reasons: ["\(file(Manifest.name)) isn't a manifest of generated files. Choose another folder."])
        }
        return manifest
    }

    private func check(_ files: [String: String], against old: Manifest) throws(Refusal) {
        var reasons: [String] = []
        for name in Set(files.keys).union(old.digests.keys).sorted() {
            guard let content = content(of: name), content != files[name].map({ Data($0.utf8) }) else { continue }
            guard let digest = old.digests[name] else {
                reasons.append("\(file(name)) wasn't generated, and would be overwritten. Rename it.")
                continue
            }
            if SHA256Hash.hexadecimal(SHA256Hash.digest(of: content)) != digest {
                reasons.append("\(file(name)) was edited. Move the edits into an extension in another file, then delete this one.")
            }
        }
        if !reasons.isEmpty { throw Refusal(reasons: reasons) }
    }

    private func file(_ name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }
    private func content(of name: String) -> Data? { FileManager.default.contents(atPath: file(name)) }
    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: file(name)), options: .atomic)
    }
}
