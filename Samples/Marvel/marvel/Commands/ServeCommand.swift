internal import CommandLineProgram
internal import EndpointKit
internal import MarvelGateway

/// The command `marvel serve`.
struct ServeCommand: Command {
    var port: UInt16

    static let spec = CommandSpec(
        program: Marvel.name, name: "serve", summary: "runs the local gateway until Ctrl-C",
        options: [Option("port", "<n>", "the port to listen on; 0 for any free one (8080)")])

    init(_ arguments: ParsedArguments) throws {
        port = UInt16(try arguments.integer("port", in: 0...65_535) ?? 8080)
    }

    func run(in marvel: Marvel) async throws {
        let configured = try Keys(environment: marvel.environment)
        let keys = configured ?? .madeUp()
        let gateway = try MarvelGateway.start(port: port, keys: keys)
        defer { gateway.stop() }
        // The variables for another shell. A private key that the user configured isn't shown.
        var lines = ["export MARVEL_BASE_URL=\(Service.text(of: gateway.url))", "export MARVEL_PUBLIC_KEY=\(keys.publicKey)"]
        if configured == nil { lines.append("export MARVEL_PRIVATE_KEY=\(keys.privateKey.reveal())") }
        try marvel.console.write(lines.joined(separator: "\n") + "\n")
        marvel.console.report("The gateway is running. Ctrl-C ends it.")
        try await untilCancelled()
    }

    private func untilCancelled() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        continuation.finish()
        try Task.checkCancellation()
    }
}
