internal import CommandLineProgram

await RunningProcess.run { console, environment, arguments in
    await GitHub(console: console, environment: environment).run(arguments)
}
