/// The examples in the documents, which templates take one by one. An example is a Swift block that must compile.
struct Examples {
    private var waiting: [Document.Block]
    private var taken: Set<[Substring]> = []

    init(_ documents: [Document]) {
        waiting = documents.flatMap(\.blocks).filter { $0.language == "swift" && $0.exception == nil }
    }

    /// Removes and returns the next example of a section.
    private mutating func next(at place: Substring) -> Document.Block? {
        guard let index = waiting.firstIndex(where: { $0.section == place }) else { return nil }
        taken.insert(waiting[index].lines)
        return waiting.remove(at: index)
    }

    /// The source of a template, with an example in place of each line `// Example: DOCUMENT#SECTION`. The compiler reports errors in an
    /// example by the line in its document.
    mutating func source(of template: String, at path: String) throws(Mistake) -> String {
        var imports: [Substring] = []
        var lines: [Substring] = [position(path, 1)]
        for (index, line) in template.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let text = line.drop { $0 == " " }
            guard text.hasPrefix("// Example: ") else {
                lines.append(line)
                continue
            }
            let place = text.dropFirst("// Example: ".count)
            guard let example = next(at: place) else { throw Mistake(path, index + 1, "\(place) has no further example.") }
            // An example may be inside a type, where nothing can be imported.
            imports += example.lines.filter { $0.hasPrefix("import ") }
            lines.append(position(example.path, example.line))
            lines += example.lines.map { $0.hasPrefix("import ") ? "" : $0 }
            lines.append(position(path, index + 2))
        }
        return (imports + lines).joined(separator: "\n")
    }

    private func position(_ path: String, _ line: Int) -> Substring { "#sourceLocation(file: \"\(path)\", line: \(line))" }

    /// The examples that no template took. An example that several documents repeat word for word is taken once.
    var rest: [Mistake] {
        waiting.filter { !taken.contains($0.lines) }.map {
            Mistake(
                $0.path, $0.line, "This example isn't compiled: add `// Example: \($0.section)` to a file in Tests/Documentation/Examples.")
        }
    }
}

/// An error in a line of a document or template, in the form in which compilers report errors.
struct Mistake: Error, CustomStringConvertible {
    let description: String

    init(_ path: String, _ line: Int, _ text: String) { description = "\(path):\(line):1: error: \(text)" }
}
