/// A command of the program.
protocol Command: Sendable {
    static var spec: CommandSpec { get }
    /// Throws a usage ``Failure`` for invalid arguments.
    init(_ arguments: ParsedArguments) throws
    func run(in marvel: Marvel) async throws
}
