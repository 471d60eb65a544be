internal import EndpointKit

let program = Program(environment: ProcessInfo.processInfo.environment, print: { print($0) }, report: System.report)
System.exit(await program.run(Array(CommandLine.arguments.dropFirst())))
