/// A file and the files that it extends.
struct ConfigurationChain {
    /// The files that could be read, from the lowest layer to the highest.
    private(set) var files: [ConfigurationFile] = []
    /// Whether all files could be read, so that an absent key is really missing.
    private(set) var isWhole = true

    private struct Link {
        let path: String
        /// The file's name in messages.
        let name: String
        /// The location of the `extends` key that names the file; nil for the first file.
        var origin: ConfigurationOrigin?

        func problem(_ expected: String, _ found: String) -> ConfigurationProblem {
            ConfigurationProblem(
                origin: origin ?? .file(name), key: origin == nil ? "" : "extends", message: "expected \(expected), found \(found)")
        }
    }

    init(from file: URL, home: String, root: ConfigurationGroup = .root, _ problems: inout [ConfigurationProblem]) {
        var seen: [(canonical: String, name: String)] = []
        var next: Link? = Link(path: file.path(percentEncoded: false), name: file.relativePath)
        if !file.isFileURL {
            let link = Link(path: "", name: Redaction.standard.redact(urlText: file.absoluteString))
            problems.append(link.problem("a file URL", "another URL"))
            next = nil
        }
        while let link = next {
            next = nil
            let canonical = FileSystem.canonicalPath(link.path) ?? link.path
            if let start = seen.firstIndex(where: { $0.canonical == canonical }) {
                let circle = (seen[start...].map(\.name) + [link.name]).joined(separator: " -> ")
                problems.append(link.problem("a file that doesn't extend this one", circle))
                isWhole = false
                break
            }
            seen.append((canonical, link.name))
            guard let file = Self.read(link, home: home, root: root, &problems) else {
                isWhole = false
                break
            }
            files.append(file)
            isWhole = isWhole && file.isWhole
            if let base = file.base {
                next = Link(
                    path: ConfigurationPaths(folder: Self.folder(of: link.path), home: home).absolute(base.path),
                    name: ConfigurationPaths(folder: Self.folder(of: link.name), home: home).absolute(base.path), origin: base.origin)
            }
        }
        files.reverse()
    }

    /// Reads a file; nil if it can't be read or parsed.
    private static func read(
        _ link: Link, home: String, root: ConfigurationGroup, _ problems: inout [ConfigurationProblem]
    ) -> ConfigurationFile? {
        do {
            let text = try SmallFile(link.path, limit: ConfigurationFile.sizeLimit)
            let paths = ConfigurationPaths(folder: folder(of: link.path), home: home)
            var file = ConfigurationFile(name: link.name, bytes: text.bytes, paths: paths, root: root, &problems)
            file?.exposure = text.exposure
            return file
        } catch {
            let what = link.origin == nil ? "a settings file" : "a settings file at \(ConfigurationNode.quotedPath(link.name))"
            problems.append(link.problem(what, "that it can't be read: \(error.reason)"))
            return nil
        }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

/// The directories to which paths in settings are relative.
struct ConfigurationPaths: Sendable {
    /// The folder of the file that contains the paths.
    let folder: String
    let home: String

    /// The absolute path, if `folder` and `home` are absolute.
    func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        if path == "~" { return home }
        if path.hasPrefix("~/") { return home + path.trimmingPrefix("~") }
        return folder.isEmpty ? path : folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
    }

    func resolved(_ value: ConfigurationValue, _ kind: ConfigurationKind) -> ConfigurationValue {
        switch (kind, value) {
        case (.file, .text(let path)): .text(absolute(path))
        case (_, .secret(.file(let path))): .secret(.file(absolute(path)))
        default: value
        }
    }
}
