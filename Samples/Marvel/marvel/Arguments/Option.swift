/// An option of a command. It takes a value, as the next argument or after `=`, unless it is a flag.
struct Option: Equatable {
    /// The name without dashes.
    var name: String
    var short: Swift.Character?
    /// The placeholder of the value in the help; empty for a flag.
    var value: String
    var summary: String

    init(_ name: String, short: Swift.Character? = nil, _ value: String, _ summary: String) {
        self.name = name
        self.short = short
        self.value = value
        self.summary = summary
    }

    init(flag name: String, _ summary: String) { self.init(name, "", summary) }

    var isFlag: Bool { value.isEmpty }

    func isNamed(_ argument: some StringProtocol) -> Bool {
        argument == "--\(name)" || short.map { argument == "-\($0)" } ?? false
    }
}
