/// A command of a program. `Context` is what it runs in: mostly the program with its console and environment.
package protocol Command<Context>: Sendable {
    associatedtype Context

    static var spec: CommandSpec { get }
    /// Throws a usage ``Failure`` for invalid arguments.
    init(_ arguments: ParsedArguments) throws
    func run(in context: Context) async throws
}
