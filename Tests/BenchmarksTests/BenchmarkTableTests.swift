import EndpointKit
import Foundation
import TestSupport
import Testing

@testable import benchmarks

@Suite struct BenchmarkTableTests {
    @Test func `Benchmarks: a goal is reached at its limit, but not beyond it`() {
        #expect(Figure(3, "times", goal: .atLeast(3)).isReached == true)
        #expect(Figure(2.98, "times", goal: .atLeast(3)).isReached == false)
        #expect(Figure(1.15, "times", goal: .atMost(1.15)).isReached == true)
        #expect(Figure(1.16, "times", goal: .atMost(1.15)).isReached == false)
        #expect(Figure(2, "times").isReached == nil)
        #expect(Figure(nil, "instructions", goal: .atMost(3)).isReached == nil)
    }

    @Test func `Benchmarks: a table row marks the goals that were not reached`() {
        let row = BenchmarkRow(
            "a page | typed",
            [
                Figure(1.2345, "times plain C's time", goal: .atMost(1.15)), Figure(29_328.4, "calls/s"),
                Figure(2, "allocations", goal: .atMost(3)), Figure(nil, "instructions", goal: .atMost(14_000)),
            ], note: "valgrind isn't there")
        #expect(
            row.tableLine(command: "benchmarks --only page") == """
                | `benchmarks --only page` | a page \\| typed | 1.23 times plain C's time; 29,328 calls/s; 2 allocations; instructions: not \
                measured; valgrind isn't there | at most 1.15 times plain C's time: **not reached**; at most 3 allocations: reached; at most \
                14,000 instructions: not measured |
                """)
        #expect(BenchmarkRow("nothing").tableLine(command: "c") == "| `c` | nothing |  | none |")
    }

    @Test func `Benchmarks: the JSON of a row is one line with its figures, units and goals`() throws {
        struct Line: Decodable, Equatable {
            struct Figure: Decodable, Equatable {
                var value: Double?
                var unit: String
                var goal: String?
                var isReached: Bool?
            }
            var name, command, title: String
            var figures: [Figure]
            var goal, note: String?
            var isReached: Bool?
        }
        func line(_ row: BenchmarkRow) throws -> Line {
            let text = try row.jsonLine(name: "page", command: "run page")
            #expect(!text.contains("\n"))
            return try JSONDecoder().decode(Line.self, from: Data(text.utf8))
        }
        let reached = Figure(2, "allocations", goal: .atMost(3))
        let missed = Figure(1.2, "times", goal: .atMost(1.15))
        #expect(
            try line(BenchmarkRow("a page", [reached, missed, Figure(5, "us")]))
                == Line(
                    name: "page", command: "run page", title: "a page",
                    figures: [
                        Line.Figure(value: 2, unit: "allocations", goal: "at most 3 allocations", isReached: true),
                        Line.Figure(value: 1.2, unit: "times", goal: "at most 1.15 times", isReached: false),
                        Line.Figure(value: 5, unit: "us"),
                    ], goal: "at most 3 allocations; at most 1.15 times", isReached: false))
        #expect(try line(BenchmarkRow("a page", [reached])).isReached == true)
        #expect(try line(BenchmarkRow("a page", [reached, Figure(nil, "calls/s", goal: .atLeast(1))])).isReached == nil)
        #expect(try line(BenchmarkRow("a page", note: "not built")).note == "not built")
    }

    @Test func `Benchmarks: a line is recovered from sizes of any magnitude`() throws {
        let fit = try #require(LinearFit([1, 10, 100, 10_000].map { LinearFit.Point(size: $0, cost: 30 + 0.5 * $0) }))
        #expect(abs(fit.slope - 0.5) < 1e-9)
        #expect(abs(fit.start - 30) < 1e-6)
        #expect(fit.departure(unit: "KB") == nil)
    }

    @Test func `Benchmarks: a nonlinear cost is reported with the size that is farthest from the line`() throws {
        let fit = try #require(LinearFit([1, 2, 4, 8, 16, 32].map { LinearFit.Point(size: $0, cost: $0 * $0) }))
        let departure = try #require(fit.departure(unit: "calls"))
        #expect(departure.hasPrefix("not linear: the line is "))
        #expect(departure.hasSuffix("the cost of \(Int(fit.worst.point.size)) calls"))
        for size in [1.0, 2, 4, 8, 16, 32] {
            #expect(abs((fit.start + fit.slope * size) / (size * size) - 1) <= abs(fit.worst.deviation) + 1e-9)
        }
    }

    @Test func `Benchmarks: fewer than four sizes, or costs of zero, define no line`() {
        #expect(LinearFit([1, 2, 3, 3].map { LinearFit.Point(size: $0, cost: 1) }) == nil)
        #expect(LinearFit([1, 2, 3, 4].map { LinearFit.Point(size: $0, cost: 0) }) == nil)
    }

    @Test func `Benchmarks: rows are selected by name, in list order and once each`() throws {
        let names = ["decode", "json", "million"]
        #expect(try BenchmarkOptions([], names: names).only == [])
        let options = try BenchmarkOptions(["--only", "million", "--json", "--only", "decode", "--only", "million"], names: names)
        #expect(options.only == ["decode", "million"])
        #expect(options.isJSON)
        #expect(options.help == nil)
        #expect(try BenchmarkOptions(["--help"], names: names).help?.contains("decode, json, million") == true)
    }

    @Test(arguments: [
        (["--only", "page"], "There is no row \"page\": "), (["--only"], "--only takes the name of a row: "),
        (["--jsn"], "There is no option \"--jsn\": "), (["decode"], "There is no option \"decode\": "),
    ])
    func `Benchmarks: an invalid option is an error that lists the valid ones`(arguments: [String], message: String) {
        let help = "benchmarks [--only NAME]... [--json] [--help], where NAME is one of decode, json"
        #expect {
            try BenchmarkOptions(arguments, names: ["decode", "json"])
        } throws: {
            "\($0)" == message + help
        }
    }

    #if os(Linux)
        @Test func `Benchmarks: an invalid option exits with 64 before anything is measured`() async throws {
            let result = try await ChildProcess.run(BuiltProgram.path(of: "benchmarks"), ["--json", "--only", "nothing"])
            #expect(result.exit == .code(64))
            #expect(result.outputText.isEmpty)
            #expect(result.errorText.hasPrefix("benchmarks: There is no row \"nothing\": benchmarks [--only NAME]... [--json] [--help]"))
        }

        @Test func `Benchmarks: with --json, standard output contains only objects`() async throws {
            let result = try await ChildProcess.run(BuiltProgram.path(of: "benchmarks"), ["--json", "--only", "cancel"])
            #expect(result.exit == .code(0))
            let lines = result.outputText.split(separator: "\n")
            #expect(!lines.isEmpty)
            for line in lines { #expect(try JSONDecoder().decode([String: JSON].self, from: Data(line.utf8))["name"]?.string == "cancel") }
        }
    #endif
}
