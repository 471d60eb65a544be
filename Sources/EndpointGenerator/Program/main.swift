internal import EndpointGenerator
internal import Foundation

/// Prints a line on the standard error.
func report(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

func generate() -> Int32 {
    let arguments: Arguments
    do {
        guard let given = try Arguments(Array(CommandLine.arguments.dropFirst())) else {
            print(Arguments.help)
            return 0
        }
        arguments = given
    } catch {
        report("endpoints: \(error.message)\n\n\(Arguments.help)")
        return 64
    }
    guard FileManager.default.isReadableFile(atPath: arguments.document) else {
        report("endpoints: \(arguments.document) can't be read.")
        return 66
    }
    do {
        let source = URL(filePath: arguments.document).lastPathComponent
        let generator = Generator(
            try Document(contentsOf: arguments.document), source: source, service: arguments.service, selection: arguments.selection)
        for note in generator.notes { report("note: \(note)") }
        if generator.operationCount == 0 {
            report("endpoints: no operation is selected.")
            return 1
        }
        let changes = try GeneratedFolder(arguments.folder).write(generator, source: source)
        for name in changes.deleted { print("deleted \(name)") }
        for name in changes.written { print("wrote \(name)") }
        print("\(generator.operationCount) operations, \(generator.modelCount) models, \(changes.unchanged) files unchanged")
        return 0
    } catch {
        report("\(error)")
        return 1
    }
}

exit(generate())
