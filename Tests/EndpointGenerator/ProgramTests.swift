import EndpointGenerator
import Foundation
import TestSupport
import Testing

@testable import EndpointGeneratorProgram

@Suite struct ProgramTests {
    @Test("Arguments: an option's value is the next argument, or follows =")
    func options() throws {
        let one = try Arguments(["--to", "Out", "api.json", "--tag", "pets", "--tag=a=b", "--path", "/orders", "--operation", "getPet"])
        let other = try Arguments(["api.json", "--to=Out", "--tag=pets", "--tag", "a=b", "--path=/orders", "--operation=getPet"])
        for arguments in [one, other] {
            #expect(arguments.document == "api.json")
            #expect(arguments.folder == "Out")
            #expect(arguments.selection == Selection(tags: ["pets", "a=b"], paths: ["/orders"], operations: ["getPet"]))
            #expect(arguments.choices == "api.names.json")
        }
        #expect(try Arguments(["api.yaml", "--names=my.json"]).choices == "my.json")
    }

    @Test(
        "Arguments: the message says what is wrong",
        arguments: [
            ([], "The document is missing."), (["a", "b"], "There is more than one document: a and b."),
            (["a", "--to"], "The option --to needs a value."), (["a", "--to="], "The option --to needs a value."),
            (["a", "--form=x"], "The option --form is unknown."),
        ])
    func mistakes(texts: [String], message: String) throws {
        do {
            _ = try Arguments(texts)
            Issue.record("the arguments are accepted")
        } catch {
            #expect(error.message == message)
        }
    }

    @Test("The program: a tag, path or id without operations is an error, and nothing is written")
    func unmatched() throws {
        let folder = try Folder()
        let texts = [
            Golden.all[0].document.path, "--to", folder.file("Out").path, "--names", folder.file("names.json").path, "--tag=orders",
            "--tag=order", "--path=/nothing", "--operation=getPets",
        ]
        let failure = #expect(throws: Failure.self) { try generate(Arguments(texts)) }
        #expect(failure?.code == .notFound)
        let lines = ["the tag order", "the path /nothing", "the id getPets"].map { "endpoints: no operation has \($0)." }
        #expect(failure?.lines == lines.joined(separator: "\n"))
        #expect(folder.names.isEmpty)
    }

    @Test("The program: a message escapes what could control a terminal, wherever it comes from")
    func messages() throws {
        let folder = try Folder()
        let odd = "\u{1B}[2J\u{9B}31m\r\u{7}\u{202E}\u{2028}"
        try Data(#"{ "openapi": "3.0.3", "paths": { "/\u001B\u202E": { "$ref": "\u001B[2J\u202E" } } }"#.utf8)
            .write(to: folder.file("odd.json"))
        let document = [folder.file("odd.json").path, "--to", folder.file("Out").path]
        let arguments = [Golden.all[0].document.path, "--to", folder.file("Out").path, "--tag=\(odd)"]
        for texts in [document, arguments, [odd, "--to", folder.file("Out").path]] {
            let failure = try #require(throws: Failure.self) { try generate(Arguments(texts)) }
            let message = shown(failure.lines, keepsLines: true)
            #expect(!message.unicodeScalars.contains(where: odd.unicodeScalars.filter { !$0.isASCII || $0.value < 32 }.contains))
            #expect(message.contains("[2J"), "\(message)")
        }
        #expect(shown("a\nb", keepsLines: true) == "a\nb" && !shown("a\nb").contains("\n"))
    }

    @Test(
        "The program: a document that can't be read exits with EX_NOINPUT, and one that can't be used with EX_DATAERR",
        arguments: [("none.json", 66), ("folder.json", 66), ("empty.json", 65)])
    func unusable(name: String, code: Int32) throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(at: folder.file("folder.json"), withIntermediateDirectories: true)
        try Data().write(to: folder.file("empty.json"))
        let texts = [folder.file(name).path, "--to", folder.file("Out").path]
        let failure = #expect(throws: Failure.self) { try generate(Arguments(texts)) }
        #expect(failure?.code.rawValue == code)
    }

    @Test("The program: if the file of choices can't be written, nothing is written")
    func missingFolder() throws {
        let folder = try Folder()
        let texts = [Golden.all[0].document.path, "--to", folder.file("Out").path, "--names", folder.file("none/names.json").path]
        let failure = #expect(throws: Failure.self) { try generate(Arguments(texts)) }
        #expect(failure?.code == .choices)
        #expect(failure?.lines.hasSuffix("none/names.json can't be written: its folder doesn't exist.") == true)
        #expect(folder.names.isEmpty)
    }
}
