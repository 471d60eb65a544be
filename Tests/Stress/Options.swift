/// The options of the command line.
struct Options {
    var only: [String] = []
    var seed: UInt64 = 42
    var isList = false
    /// The run that this process performs.
    var child: String?

    struct Usage: Error, CustomStringConvertible {
        var description: String
    }

    init(_ arguments: some Sequence<String>) throws {
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--list": isList = true
            case "--only": only.append(try Self.value(of: argument, rest.next()))
            case "--run": child = try Self.value(of: argument, rest.next())
            case "--seed":
                let text = try Self.value(of: argument, rest.next())
                guard let number = UInt64(text) else { throw Usage(description: "--seed takes a whole number, and not \(text).") }
                seed = number
            default: throw Usage(description: "There is no option \(argument): stress [--only NAME]... [--seed N] [--list]")
            }
        }
    }

    private static func value(of option: String, _ value: String?) throws -> String {
        guard let value else { throw Usage(description: "\(option) takes a value.") }
        return value
    }
}
