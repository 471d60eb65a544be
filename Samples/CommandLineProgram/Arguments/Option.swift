/// An option of a command. It takes a value, as the next argument or after `=`, unless it is a flag.
package struct Option: Equatable, Sendable {
    /// The name without dashes.
    package var name: String
    package var short: Character?
    /// The placeholder of the value in the help; empty for a flag.
    package var value: String
    package var summary: String

    package init(_ name: String, short: Character? = nil, _ value: String, _ summary: String) {
        self.name = name
        self.short = short
        self.value = value
        self.summary = summary
    }

    package init(flag name: String, _ summary: String) { self.init(name, "", summary) }

    var isFlag: Bool { value.isEmpty }

    func isNamed(_ argument: some StringProtocol) -> Bool {
        argument == "--\(name)" || short.map { argument == "-\($0)" } ?? false
    }
}
