// examples OUTPUT FILE...: writes a source for each template, with the examples of the documents. A file in `Examples` is a template, and any
// other file is a document. Stops with an error if no template has a place for an example.
import Foundation

let files = CommandLine.arguments.dropFirst(2).map { URL(filePath: $0) }
let isTemplate = { (file: URL) in file.path.contains("/Tests/Documentation/Examples/") }
do {
    var examples = Examples(try files.filter { !isTemplate($0) }.map { try Document($0) })
    for file in files.filter(isTemplate) {
        let name = file.deletingPathExtension().lastPathComponent + "Examples.swift"
        let output = URL(filePath: CommandLine.arguments[1]).appending(path: name)
        let source = try examples.source(of: String(contentsOf: file, encoding: .utf8), at: file.path)
        // A source that isn't rewritten isn't compiled again.
        if source != (try? String(contentsOf: output, encoding: .utf8)) { try source.write(to: output, atomically: true, encoding: .utf8) }
    }
    guard examples.rest.isEmpty else {
        examples.rest.forEach { print($0) }
        exit(1)
    }
} catch {
    print(error)
    exit(1)
}
