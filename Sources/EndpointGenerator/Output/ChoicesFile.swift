internal import EndpointHTTP

/// The file next to a document in which a person chooses names and pages, and in which the generator lists the names that it had to invent.
package struct ChoicesFile: Sendable {
    private let path: String

    /// Why the file can't be used, with its path.
    package struct Problem: Error, CustomStringConvertible {
        package let description: String
    }

    /// Refers to a file that may not exist yet.
    package init(_ path: String) { self.path = path }

    /// The choices, which are empty if there is no file. Throws a ``Problem`` that lists everything wrong with the file, or if its folder is
    /// missing.
    package func read() throws -> ChosenNames {
        guard FileManager.default.fileExists(atPath: path) else {
            let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
            if FileManager.default.fileExists(atPath: folder) { return ChosenNames() }
            throw Problem(description: "\(path) can't be written: its folder doesn't exist.")
        }
        guard let text = FileManager.default.contents(atPath: path) else { throw Problem(description: "\(path) can't be read.") }
        do {
            return try ChosenNames(parsing: text)
        } catch {
            throw Problem(description: error.problems.map { "\(path)\($0)" }.joined(separator: "\n"))
        }
    }

    /// Rewrites the choices with the invented names, unless the file already contains them. Returns the path if the file was written. Throws
    /// a ``Problem`` if it can't be written.
    package func write(_ generator: Generator) throws -> String? {
        let known = FileManager.default.contents(atPath: path)
        guard let text = generator.choices, Data(text.utf8) != known else { return nil }
        // A file that wouldn't change keeps the person's formatting.
        if let known, let old = try? JSON(parsing: known), let new = try? JSON(parsing: text.utf8), old == new { return nil }
        do {
            try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw Problem(description: "\(path) can't be written.")
        }
        return path
    }
}
