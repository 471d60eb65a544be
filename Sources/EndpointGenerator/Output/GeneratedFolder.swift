internal import EndpointHTTP

/// A folder of generated files. Files that aren't in its manifest are never touched, and generated files that were edited aren't overwritten.
package struct GeneratedFolder: Sendable {
    /// The changes that a run made.
    package struct Changes: Hashable, Sendable {
        /// The files that are new or different, sorted.
        package var written: [String] = []
        /// The files from the last run that this run didn't generate, sorted.
        package var deleted: [String] = []
        /// The number of files that didn't change.
        package var unchanged = 0
    }

    /// Why nothing was written: a reason for every file that is in the way.
    package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        /// One sentence for each file.
        package let reasons: [String]
        package var description: String { reasons.joined(separator: "\n") }
    }

    private let path: String

    /// Refers to a folder that may not exist yet.
    package init(_ path: String) { self.path = path }

    /// Writes the files that changed, and deletes those that are no longer generated. Throws a ``Refusal`` if a file is in the way; in that
    /// case, nothing was changed. If a run is interrupted, the next run completes the folder.
    package func write(_ generator: Generator, source: String) throws(Refusal) -> Changes {
        let manifest = Manifest(source: source, files: generator.files, notes: generator.notes)
        var old = try lastManifest()
        try check(generator.files, against: old)
        var changes = Changes()
        changes.written = generator.files.keys.sorted().filter { content(of: $0) != generator.files[$0].map { Data($0.utf8) } }
        changes.deleted = old.names.sorted().filter { generator.files[$0] == nil && content(of: $0) != nil }
        changes.unchanged = generator.files.count - changes.written.count
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            if !changes.written.isEmpty {
                // Files written from here on belong to the generator, even if the run is interrupted.
                for name in changes.written { old.pending[name] = manifest.digests[name] }
                try write(old.text, to: Manifest.name)
            }
            // Deleted first, because the name of a new file may differ from that of an old one only in case.
            for name in changes.deleted { try FileManager.default.removeItem(atPath: file(name)) }
            for name in changes.written { try write(generator.files[name] ?? "", to: name) }
            if manifest.text != content(of: Manifest.name).map({ String(decoding: $0, as: UTF8.self) }) {
                try write(manifest.text, to: Manifest.name)
            }
        } catch {
            throw Refusal(reasons: ["\(path) can't be written: \(error)"])
        }
        return changes
    }

    private func lastManifest() throws(Refusal) -> Manifest {
        if let kind = Self.kind(path), kind != .typeDirectory, kind != .typeSymbolicLink {
            throw Refusal(reasons: ["\(path) isn't a folder."])
        }
        if Self.kind(file(Manifest.name)) == .typeSymbolicLink {
            throw Refusal(reasons: ["\(file(Manifest.name)) is a link. Choose another folder."])
        }
        guard let text = content(of: Manifest.name) else { return Manifest() }
        guard let manifest = Manifest(parsing: text) else {
            throw Refusal(reasons: ["\(file(Manifest.name)) isn't a manifest of generated files. Choose another folder."])
        }
        return manifest
    }

    private func check(_ files: [String: String], against old: Manifest) throws(Refusal) {
        var reasons: [String] = []
        for name in Set(files.keys).union(old.names).sorted() {
            if name.utf8.count > 240 {
                reasons.append("\(file(name)) has a name that is too long for a file. Choose another.")
                continue
            }
            if let kind = Self.kind(file(name)), kind != .typeRegular {
                reasons.append("\(file(name)) is a link, a folder or something else. Move it.")
                continue
            }
            guard let content = content(of: name), content != files[name].map({ Data($0.utf8) }) else { continue }
            if !old.names.contains(name) {
                reasons.append("\(file(name)) wasn't generated, and would be overwritten. Rename it.")
            } else if !old.isOwn(name, content) {
                reasons.append("\(file(name)) was edited. Move the edits into an extension in another file, then delete this one.")
            }
        }
        if !reasons.isEmpty { throw Refusal(reasons: reasons) }
    }

    /// The type of the file at a path, without following a link; nil if there is none.
    private static func kind(_ path: String) -> FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    }

    private func file(_ name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }
    private func content(of name: String) -> Data? { FileManager.default.contents(atPath: file(name)) }
    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: file(name)), options: .atomic)
    }
}
