import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// The program in a terminal with a given number of columns.
@Suite struct ConsoleTests {
    private static let heroes = [
        "Spider-Man", "A Hero Whose Name Has Many More Words Than Anybody Could Ever Want To Read In One Line Of A Table",
        "漫画家の長い長い長い名前のヒーロー、そしてその友人たちと敵たちとみんなの物語", "#O", "🕷️ Spider",
    ]

    private func run(_ arguments: [String], columns: UInt16) async throws -> String {
        let server = try Fixture.service { request in
            let offset = Int(request.query["offset"] ?? "") ?? 0
            let heroes = Self.heroes.enumerated().dropFirst(offset).prefix(Int(request.query["limit"] ?? "") ?? 0)
            let results = heroes.map { Fixture.character(id: 1_009_610 + $0.offset, name: $0.element) }
            return Fixture.page(results, offset: offset, total: Self.heroes.count)
        }
        let service = Terminal.keys.merging(["TERM": "xterm", "MARVEL_BASE_URL": server.url.absoluteString]) { $1 }
        let folder = try Folder()
        let process = try await ChildProcess.start(
            BuiltProgram.path(of: "marvel"), arguments, environment: service, directory: folder.url,
            columns: columns)
        return await process.result.outputText
    }

    @Test(
        arguments: [
            (["characters"], 40, "table-40"), (["characters"], 80, "table-80"), (["characters"], 120, "table-120"),
            (["--help"], 80, "help-program"), (["stories", "--help"], 80, "help-stories"), (["charcters"], 80, "error"),
            (["characters", "--all", "--limit", "2", "--output", "csv", "--fields", "id,name"], 80, "progress"),
        ] as [([String], UInt16, String)])
    func `marvel: the text of a file is shown on the terminal`(arguments: [String], columns: UInt16, name: String) async throws {
        // The speed depends on the machine, so no file contains it.
        let text = try await run(arguments, columns: columns).replacing(#/ of 5, [^\u{1B}]*/#, with: " of 5")
        try Golden(name).expect(Golden.escaped(text))
    }
}
