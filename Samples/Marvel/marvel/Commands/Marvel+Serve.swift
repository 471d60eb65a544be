internal import CommandLineProgram
internal import EndpointKit
internal import EndpointKitTesting
internal import MarvelGateway

extension Marvel {
    /// Runs the local gateway until Ctrl-C.
    func serve(_ arguments: Arguments) async throws {
        let configured = try Keys(environment: environment)
        let keys = configured ?? .madeUp()
        let failures = arguments.failures("fail")
        let faults = Faults(
            latency: arguments.duration("latency").map { $0...$0 }, status: failures?.share ?? 0,
            statuses: [HTTPStatus(rawValue: failures?.status ?? 500)])
        let gateway = try MarvelGateway.start(
            keys, port: UInt16(arguments.integer("port") ?? 0), quota: arguments.integer("quota") ?? 3000, faults: faults
        ) { [console] in console.note("\($0)") }
        defer { gateway.stop() }
        // The variables for another shell. A private key that the user configured isn't shown.
        var variables = [("MARVEL_BASE_URL", Service.text(of: gateway.url)), ("MARVEL_PUBLIC_KEY", keys.publicKey)]
        if configured == nil { variables.append(("MARVEL_PRIVATE_KEY", keys.privateKey.reveal())) }
        if arguments["output"] == OutputFormat.json.rawValue {
            let object = variables.reduce(into: JSON.Object()) { $0[$1.0] = JSON($1.1) }
            try console.write("\(JSON.object(object))\n")
        } else {
            try console.write(variables.map { "export \($0.0)=\(Self.quoted($0.1))\n" }.joined())
        }
        console.note("The gateway is running. Ctrl-C ends it.")
        try await untilCancelled()
    }

    /// One word of a shell command, whatever the user's key contains.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ":/.-_".contains($0)) }
        return isPlain ? text : "'" + text.replacing("'", with: #"'\''"#) + "'"
    }

    private func untilCancelled() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        continuation.finish()
        try Task.checkCancellation()
    }
}
