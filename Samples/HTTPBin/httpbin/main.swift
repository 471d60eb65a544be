internal import CommandLineProgram

await RunningProcess.run { console, environment, arguments in
    await HTTPBin(console: console, environment: environment).run(arguments)
}
