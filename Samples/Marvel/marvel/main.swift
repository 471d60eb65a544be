internal import EndpointKit

System.prepareStreams()
let marvel = Marvel(console: .standard, environment: ProcessInfo.processInfo.environment)
System.exit(await Interrupt.cancelling { await marvel.run(Array(CommandLine.arguments.dropFirst())) })
