internal import EndpointGenerator
internal import EndpointHTTP
internal import Foundation

/// The exit codes of the package's programs, taken from sysexits.h if one fits.
enum ExitCode: Int32 {
    case ok = 0
    case usage = 64
    case document = 65
    case notFound = 66
    case file = 74
    case choices = 78
}

/// Why the program ends, as lines for standard error and an exit code.
struct Failure: Error {
    let code: ExitCode
    let lines: String
}

/// The text with escapes for what would control a terminal or change the order of a line: it may come from the document.
func shown(_ text: String, keepsLines: Bool = false) -> String {
    text.unicodeScalars.map { scalar in
        switch scalar.properties.generalCategory {
        case .control where keepsLines && scalar == "\n": "\n"
        case .control, .format, .lineSeparator, .paragraphSeparator: scalar.escaped(asASCII: true)
        default: String(scalar)
        }
    }
    .joined()
}

/// Prints lines to standard error.
func report(_ text: String) { FileHandle.standardError.write(Data("\(shown(text, keepsLines: true))\n".utf8)) }

func generate(_ arguments: Arguments) throws(Failure) {
    guard FileManager.default.contents(atPath: arguments.document) != nil else {
        throw Failure(code: .notFound, lines: "endpoints: \(arguments.document) can't be read.")
    }
    let file = ChoicesFile(arguments.choices)
    let choices = try attempt(.choices) { try file.read() }
    let document: Document
    do { document = try Document(contentsOf: arguments.document) } catch {
        // A problem in another file already begins with that file's name.
        let lines = error.problems.map(\.description).map { $0.hasPrefix("#") ? arguments.document + $0 : $0 }
        throw Failure(code: .document, lines: lines.joined(separator: "\n"))
    }
    let source = URL(filePath: arguments.document).lastPathComponent
    let generator = Generator(
        document, source: source, service: arguments.service, selection: arguments.selection, chosen: choices)
    let unmatched = generator.unmatched
    let missing =
        unmatched.tags.sorted().map { "the tag \($0)" } + unmatched.paths.sorted().map { "the path \($0)" }
        + unmatched.operations.sorted().map { "the id \($0)" }
    if !missing.isEmpty {
        throw Failure(code: .notFound, lines: missing.map { "endpoints: no operation has \($0)." }.joined(separator: "\n"))
    }
    if generator.operationCount == 0 { throw Failure(code: .notFound, lines: "endpoints: \(arguments.document) has no operation.") }
    for note in generator.notes { report("note: \(shown("\(note)"))") }
    for note in generator.choiceNotes { report("note: \(arguments.choices)\(shown("\(note)"))") }
    let changes = try attempt(.file) { try GeneratedFolder(arguments.folder).write(generator, source: source) }
    let written = try attempt(.file) { try file.write(generator) }
    for name in changes.deleted { print("deleted \(shown(name))") }
    for name in changes.written + [written].compactMap(\.self) { print("wrote \(shown(name))") }
    if !generator.pagedLists.rows.isEmpty { print("\nLists in pages:\n\(shown("\(generator.pagedLists)", keepsLines: true))\n") }
    print("\(generator.operationCount) operations, \(generator.modelCount) models, \(changes.unchanged) files unchanged")
}

func attempt<Value>(_ code: ExitCode, _ body: () throws -> Value) throws(Failure) -> Value {
    do { return try body() } catch { throw Failure(code: code, lines: "\(error)") }
}

func run() -> ExitCode {
    do throws(Failure) {
        let texts = Array(CommandLine.arguments.dropFirst())
        if texts.contains("--help") || texts.contains("-h") {
            print(Arguments.help)
        } else if texts.contains("--version") {
            print("endpoints \(packageVersion)")
        } else {
            let given: Arguments
            do { given = try Arguments(texts) } catch {
                throw Failure(code: .usage, lines: "endpoints: \(error.message)\n\n\(Arguments.help)")
            }
            try generate(given)
        }
        return .ok
    } catch {
        report(error.lines)
        return error.code
    }
}

exit(run().rawValue)
