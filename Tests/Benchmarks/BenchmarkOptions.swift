/// The options of the benchmarks' command line: `benchmarks [--only NAME]... [--json] [--help]`.
public struct BenchmarkOptions: Equatable, Sendable {
    /// The selected rows in the order of the list; empty for the default rows.
    public var only: [String] = []
    public var isJSON = false
    /// The text to print instead of a measurement; nil if no help was requested.
    public var help: String?

    public struct Usage: Error, CustomStringConvertible {
        public var description: String
    }

    /// Throws a ``Usage`` that explains the problem. `names` are the existing rows.
    public init(_ arguments: some Sequence<String>, names: [String]) throws {
        let help = "benchmarks [--only NAME]... [--json] [--help], where NAME is one of \(names.joined(separator: ", "))"
        var chosen: Set<String> = []
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--json": isJSON = true
            case "--help", "-h": self.help = help
            case "--only":
                guard let name = rest.next() else { throw Usage(description: "--only takes the name of a row: \(help)") }
                guard names.contains(name) else { throw Usage(description: "There is no row \"\(name)\": \(help)") }
                chosen.insert(name)
            default: throw Usage(description: "There is no option \"\(argument)\": \(help)")
            }
        }
        only = names.filter(chosen.contains)
    }
}
