/// One thing the program does.
protocol Command: Sendable {
    static var spec: CommandSpec { get }
    /// Throws a usage ``Failure``.
    init(_ arguments: ParsedArguments) throws
    func run(in marvel: Marvel) async throws
}
