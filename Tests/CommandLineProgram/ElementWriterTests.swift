import EndpointKit
import TestSupport
import Testing

@testable import CommandLineProgram

@Suite struct ElementWriterTests {
    private struct Thing {
        var id: Int
        var name: String?
        var weight: Double?
        var made: Date?
    }

    private static let fields: [Field<Thing>] = [
        .number("id") { $0.id }, .text("fullName") { $0.name }, .number("weight") { $0.weight }, .date("made") { $0.made },
        .text("note", isInTable: false) { _ in "a note" },
    ]
    private static let things = [
        Thing(id: 7, name: "漫画家, \"the\nartist\"", weight: 1.5, made: Date(timeIntervalSince1970: 1_398_729_600)),
        Thing(id: 1_000_000, name: nil, weight: 3, made: nil),
    ]

    private let output = Output()

    private func writer(_ arguments: [String], columns: Int? = nil, isWhole: Bool = false) throws -> ElementWriter<Thing> {
        let options = OutputFormat.options(Self.fields, members: isWhole ? ["parts"] : [])
        let program = Program<Tool>("tool", version: "1", "", about: "", options: options) { _, _ in }
        let arguments = try CommandLineReading(program, arguments).result().arguments
        guard isWhole else { return try ElementWriter(Self.fields, arguments, output.console(columns: columns)) }
        return try ElementWriter(Self.fields, arguments, output.console(columns: columns)) { thing in
            var object = JSON.Object()
            (object["id"], object["parts"], object["weight"]) = (JSON(thing.id), ["a", "b\u{9B}"], "\(JSON(thing.weight ?? 0)) kg")
            return object
        }
    }

    private func write(_ arguments: String..., columns: Int? = nil, pages: [[Thing]] = [things]) throws {
        var writer = try writer(arguments, columns: columns)
        for page in pages { try writer.write(page, head: ["total": 2]) }
        try writer.end(["done": true])
    }

    @Test(arguments: MarkedTexts.lines(beside: "\",;"))
    func `ElementWriter: a reader of CSV gets each cell's bytes, although a mark is beside a quote or a comma`(name: String) throws {
        try write("--output", "csv", "--fields", "id,fullName", pages: [[Thing(id: 1, name: name), Thing(id: 2, name: "b")]])
        let rows = try CSV.rows(output.text)
        #expect(rows.map(\.count) == [2, 2, 2] && rows[1][1].isExactly(name), "\(output.text.debugDescription)")
        #expect(rows[2] == ["2", "b"])
    }

    @Test func `ElementWriter: JSON on a terminal has no raw control characters, even in its head and its end`() throws {
        let text = "\u{9B}31m \u{202E}txt \u{61C}"
        var writer = try writer(["--output", "json"], columns: 80)
        try writer.write(Self.things, head: ["attribution": JSON(text)])
        try writer.end(["note": JSON(text)])
        let isShown = output.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && ![0x9B, 0x202E, 0x61C].contains($0.value) }
        #expect(isShown)
        #expect(try JSON(parsing: Data(output.text.utf8))["attribution"]?.string?.isExactly(text) == true)
    }

    @Test func `ElementWriter: a table has its default columns`() throws {
        try write()
        #expect(
            output.text == """
                     ID  FULL NAME             WEIGHT  MADE
                      7  漫画家, "the artist"     1.5  2014-04-29
                1000000                             3  -

                """)
    }

    @Test func `ElementWriter: a table has the requested columns, in their order`() throws {
        try write("--fields", "note,id")
        #expect(output.text == "NOTE         ID\na note        7\na note  1000000\n")
    }

    @Test func `ElementWriter: requested columns are kept on a narrow terminal`() throws {
        try write("--fields", "id,fullName,made,note,weight", columns: 20)
        #expect(output.text.split(separator: "\n").first?.hasSuffix("NOTE    WEIGHT") == true, "\(output.text)")
    }

    @Test func `ElementWriter: a table without rows shows its titles, and nothing on a terminal`() throws {
        try write(pages: [[]])
        #expect(output.text.hasPrefix("ID  FULL NAME"))
        let terminal = ElementWriterTests()
        try terminal.write(columns: 80, pages: [[]])
        #expect(terminal.output.text.isEmpty)
    }

    @Test(arguments: ["table", "csv", "json", "ndjson"])
    func `ElementWriter: an integer is written exactly, even if a Double would round it`(form: String) throws {
        try write("--output", form, "--fields", "id", pages: [[Thing(id: 9_007_199_254_740_993)]])
        #expect(output.text.contains("9007199254740993"))
    }

    @Test func `ElementWriter: JSON is one document, however many pages there are`() throws {
        let lines = [
            #"{"id":7,"fullName":"漫画家, \"the\nartist\"","weight":1.5,"made":"2014-04-29T00:00:00Z","note":"a note"}"#,
            #"{"id":1000000,"fullName":null,"weight":3,"made":null,"note":"a note"}"#,
        ]
        for pages in [[Self.things], Self.things.map { [$0] }, [[], Self.things, []]] {
            let one = ElementWriterTests()
            try one.write("--output", "json", pages: pages)
            #expect(
                one.output.text == "{\n  \"total\": 2,\n  \"results\": [\n    \(lines[0]),\n    \(lines[1])\n  ],\n  \"done\": true\n}\n")
        }
        try write("--output", "json", pages: [[]])
        #expect(output.text == "{\n  \"total\": 2,\n  \"results\": [],\n  \"done\": true\n}\n")
    }

    @Test func `ElementWriter: JSON has the complete element, or only its selected members and fields`() throws {
        for (arguments, line) in [
            ([], #"{"id":7,"parts":["a","b\u{9B}"],"weight":"1.5 kg"}"#),
            (["--fields", "note,parts,weight"], #"{"note":"a note","parts":["a","b\u{9B}"],"weight":"1.5 kg"}"#),
        ] {
            let line = line.replacing(#"\u{9B}"#, with: "\u{9B}")
            let (document, lines) = (ElementWriterTests(), ElementWriterTests())
            var writer = try document.writer(["--output", "json"] + arguments, isWhole: true)
            try writer.writeOne(Self.things[0])
            #expect(document.output.text == line + "\n", "One is a document by itself.")
            writer = try lines.writer(["--output", "ndjson"] + arguments, isWhole: true)
            try writer.write([Self.things[0]])
            #expect(lines.output.text == line + "\n")
        }
    }

    @Test(arguments: ["table", "csv"])
    func `ElementWriter: a name that isn't a column is rejected in formats with columns`(form: String) throws {
        #expect(throws: Failure.usage("--fields parts is for --output json and ndjson; a table has no such column. See tool --help.")) {
            try self.writer(["--output", form, "--fields", "id,parts"], isWhole: true)
        }
    }

    @Test func `ElementWriter: details have no line that the terminal would wrap`() throws {
        let thing = Thing(id: 7, name: "a name of many words, and of more than there is room for")
        for (columns, lines) in [(30, ["a name of many", "words, and of more", "than there is room", "for"]), (nil, [thing.name ?? ""])] {
            let one = ElementWriterTests()
            var writer = try one.writer(["--fields=id,fullName"], columns: columns)
            try writer.writeOne(thing)
            let text = one.output.text
            #expect(text == "ID         7\nFull name  " + lines.joined(separator: "\n           ") + "\n")
        }
    }

    @Test func `ElementWriter: JSON on a terminal is indented, and can't control the terminal`() throws {
        var writer = try writer(["--output=json", "--fields=id,parts"], columns: 80, isWhole: true)
        try writer.write([Self.things[0]])
        try writer.end()
        #expect(
            output.text == #"""
                {
                  "results": [
                    {
                      "id": 7,
                      "parts": [
                        "a",
                        "b\u009b"
                      ]
                    }
                  ]
                }

                """#)
    }

    @Test func `ElementWriter: a failure before the first page writes no document`() throws {
        try write("--output", "json", pages: [])
        #expect(output.text.isEmpty)
    }

    @Test func `ElementWriter: ndjson has one line per element`() throws {
        try write("--output=ndjson", "--fields=id,weight", pages: Self.things.map { [$0] })
        #expect(output.text == "{\"id\":7,\"weight\":1.5}\n{\"id\":1000000,\"weight\":3}\n")
    }

    @Test func `ElementWriter: CSV has one header line, and quotes where needed`() throws {
        try write("--output=csv", pages: Self.things.map { [$0] })
        #expect(
            output.text == """
                id,fullName,weight,made,note
                7,"漫画家, ""the
                artist""\",1.5,2014-04-29T00:00:00Z,a note
                1000000,,3,,a note

                """)
    }

    @Test func `ElementWriter: an empty cell that is alone in its row is quoted, because an empty line isn't a row`() throws {
        try write("--output=csv", "--fields=fullName", pages: [[Thing(id: 1), Thing(id: 2, name: "a")]])
        #expect(output.text == "fullName\n\"\"\na\n")
    }

    @Test func `ElementWriter: CSV can't control the terminal`() throws {
        let thing = Thing(id: 1, name: "a\u{1B}[31mred\u{07}")
        try write("--output=csv", "--fields=fullName", columns: 80, pages: [[thing]])
        #expect(output.text == "fullName\na [31mred\n")
        let piped = ElementWriterTests()
        try piped.write("--output=csv", "--fields=fullName", pages: [[thing]])
        #expect(piped.output.text == "fullName\na\u{1B}[31mred\u{07}\n")
    }
}

/// Reads CSV byte by byte (RFC 4180), with LF or CRLF between rows.
private enum CSV {
    struct Malformed: Error {}

    static func rows(_ text: String) throws -> [[String]] {
        var (rows, row, cell): ([[String]], [String], [UInt8]) = ([], [], [])
        var (isQuoted, wasQuoted) = (false, false)
        let bytes = Array(text.utf8)
        var index = 0
        func end() {
            row.append(String(decoding: cell, as: UTF8.self))
            (cell, wasQuoted) = ([], false)
        }
        while index < bytes.count {
            defer { index += 1 }
            switch (bytes[index], isQuoted) {
            case (UInt8(ascii: "\""), true):
                if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\"") {
                    cell.append(bytes[index])
                    index += 1
                } else {
                    (isQuoted, wasQuoted) = (false, true)
                }
            case (_, true): cell.append(bytes[index])
            case (UInt8(ascii: "\""), _):
                guard cell.isEmpty, !wasQuoted else { throw Malformed() }
                isQuoted = true
            case (UInt8(ascii: ","), _): end()
            case (UInt8(ascii: "\n"), _):
                end()
                rows.append(row)
                row = []
            case (UInt8(ascii: "\r"), _): throw Malformed()
            default:
                guard !wasQuoted else { throw Malformed() }
                cell.append(bytes[index])
            }
        }
        guard row.isEmpty, !isQuoted else { throw Malformed() }
        return rows
    }
}
