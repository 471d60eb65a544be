internal import CommandLineProgram

await RunningProcess.run { console, environment, arguments in
    await Marvel(console: console, environment: environment).run(arguments)
}
