import EndpointKit
import TestSupport
import Testing

@testable import CommandLineProgram

@Suite struct ManualTests {
    @Test func `Manual: it has every command and every option`() {
        let manual = Tool.program.manual
        for command in Tool.program.root.commands where !command.isHidden {
            #expect(manual.contains(command.summary.replacing("-", with: "\\-")))
        }
        for option in ["\\-\\-limit <n>", "\\-o, \\-\\-file <file>", "\\-\\-color <word>"] { #expect(manual.contains("\\fB\(option)\\fR")) }
        #expect(manual.hasPrefix(".TH \"TOOL\" 1 \"\" \"tool 1.2.3\" \"User Commands\"\n.SH NAME\ntool \\- keeps things\n"))
        #expect(manual.contains(".SH \"EXIT STATUS\"") && manual.contains("TOOL_KEY") && !manual.contains("__complete"))
    }

    @Test func `Manual: no text is read as a command of the manual's format`() {
        #expect(Tool.program.manual.contains("\n\\&.5 of it, or C:\\ehalf\n"))
        let program = Program<Tool>("tool", version: "1", "it's `x` in ~/x^y", about: "") { _, _ in }
        #expect(program.manual.contains("\ntool \\- it\\(aqs \\(gax\\(ga in \\(ti/x\\(hay\n"))
    }

    @Test(.enabled(if: SystemProgram.isInstalled("groff"), "groff isn't installed."), arguments: ["marvel", "github", "httpbin"])
    func `Manual: groff formats it without a warning`(program: String) async throws {
        let page = try await SystemProgram.run(
            "bash", ["-c", #""$0" manual | groff -k -man -Tutf8 -ww 2>&1 >/dev/null"#, BuiltProgram.path(of: program)],
            environment: ["PATH": "/usr/bin:/bin"])
        #expect(String(decoding: page, as: UTF8.self).isEmpty)
    }
}
