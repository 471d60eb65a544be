internal import EndpointKit
internal import HTTPBinAPI

// Without `--live` a stand-in on this machine answers.
let arguments = CommandLine.arguments.dropFirst()
guard arguments.isEmpty || Array(arguments) == ["--live"] else {
    System.report("usage: httpbin [--live]")
    System.exit(64)
}
do {
    var standIn: StandIn?
    let configuration: APIConfiguration
    if arguments.isEmpty {
        let local = try StandIn()
        System.report("httpbin: calling a local stand-in at \(local.url.absoluteString); --live uses httpbin itself.")
        configuration = Program.configuration(of: local)
        standIn = local
    } else {
        // The file is that of whatever directory this is, so it can't name what it gets.
        var options = ConfigurationOptions()
        options.allowsReferences = false
        configuration = try APIConfiguration(contentsOf: URL(filePath: "Config/httpbin.json"), options: options)
        if !configuration.ignoredReferences.isEmpty {
            System.report("httpbin: ignored what Config/httpbin.json names: \(configuration.ignoredReferences.joined(separator: ", ")).")
        }
    }
    let client = HTTPBinClient(configuration: configuration, token: AccessToken(StandIn.refusedToken))
    let isAnswered = await Program(client: client, print: { print($0) }).run()
    withExtendedLifetime(standIn) {}
    System.exit(isAnswered ? 0 : 69)
} catch {
    System.report("httpbin: \((error as? APIError)?.message ?? "\(error)")")
    System.exit(69)
}
