internal import CommandLineProgram

await RunningProcess.run { console, environment, arguments in
    await Program(console: console, environment: environment).run(arguments)
}
