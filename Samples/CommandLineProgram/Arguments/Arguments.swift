package import EndpointKit

/// The values of a command's options and arguments. Each is valid for its kind.
package struct Arguments: Sendable {
    /// The command with the program's name.
    private let title: String
    private let given: [String: [String]]
    private let standards: [String: String]

    init(title: String, given: [String: [String]], standards: [String: String]) {
        self.title = title
        self.given = given
        self.standards = standards
    }

    private var hint: String { "See \(title) --help." }

    /// Whether the command line contains the option or the argument.
    package func has(_ name: String) -> Bool { given[name] != nil }

    /// The text of an option or an argument, or otherwise the option's default value; nil if there is neither.
    package subscript(name: String) -> String? { given[name]?.first ?? standards[name] }

    /// All values of a repeated argument.
    package func all(_ name: String) -> [String] { given[name] ?? [] }

    package func boolean(_ name: String) -> Bool? { self[name].flatMap { Bool($0) } }
    package func integer(_ name: String) -> Int? { self[name].flatMap { Int($0) } }
    package func number(_ name: String) -> Double? { self[name].flatMap { Double($0) } }
    package func ids(_ name: String) -> [Int] { self[name].flatMap(ValueKind.ids) ?? [] }
    package func list(_ name: String) -> [String]? { self[name].map(ValueKind.list) }
    package func date(_ name: String) -> Date? { self[name].flatMap(ISO8601.date) }
    package func dates(_ name: String) -> ClosedRange<Date>? { self[name].flatMap(ValueKind.dates) }
    package func duration(_ name: String) -> Duration? { self[name].flatMap { Duration(configurationText: $0) } }
    /// The share of failures, from 0 to 1, and the status if the value contains one.
    package func failures(_ name: String) -> (share: Double, status: Int?)? { self[name].flatMap(ValueKind.failures) }
    package func choice<Choice: RawRepresentable>(_ name: String, of type: Choice.Type = Choice.self) -> Choice?
    where Choice.RawValue == String {
        self[name].flatMap { Choice(rawValue: $0) }
    }

    /// Throws a usage ``Failure`` with this message.
    package func refuse(_ sentence: String) throws -> Never { throw Failure.usage("\(sentence) \(hint)") }

    /// Throws a usage ``Failure`` if two of these options are given.
    package func checkOnlyOne(of names: String...) throws {
        let both = names.filter(has)
        if both.count > 1 { try refuse("--\(both[0]) and --\(both[1]) can't be used together.") }
    }
}
