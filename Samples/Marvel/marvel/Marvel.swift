internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI

/// The program: it takes arguments and returns an exit code.
struct Marvel: ProgramContext {
    static let name = "marvel"

    var console: Console
    var environment: [String: String]
    /// The clock for the waits between two attempts.
    var clock: any Clock<Duration> = ContinuousClock()
    /// The folder to which the paths of settings files are relative; nil for the working directory.
    var folder: URL?

    static let program = Program<Marvel>(
        name, "shows Marvel's characters, comics, creators, events, series and stories",
        about: """
            Shows Marvel's characters, comics, creators, events, series and stories. Without keys, or with --local, it uses its own \
            gateway on this machine, whose data is made up.
            Settings are read from ~/.config/marvel/config.json, if it exists; otherwise they are built in.
            """,
        environment: [
            ("MARVEL_PUBLIC_KEY", "your public key"), ("MARVEL_PRIVATE_KEY", "your private key; it is never sent"),
            ("MARVEL_BASE_URL", "the service's address (https://gateway.marvel.com)"),
            ("MARVEL_CONFIG", "the settings file, instead of --config"),
            ("MARVEL_REQUEST_TIMEOUT…", "any key of the settings, after MARVEL_"),
            ("XDG_CONFIG_HOME", "the folder of marvel/config.json, instead of ~/.config"), ("NO_COLOR", "no colors, if it isn't empty"),
        ],
        commands: resources.flatMap { $0.commands } + [
            Command(
                "image", "saves the picture of a character, or of another resource", arguments: [Argument("id", .id, "the id")],
                options: [
                    Option("of", .choice(resourceWords), "what the id belongs to", standard: MarvelAPI.Character.name),
                    Option("variant", .choice(ImageVariant.self), "the size", standard: ImageVariant.full.rawValue),
                    Option(
                        "file", short: "o", .file, "the file, which is replaced atomically, a device or a pipe; - is standard output"),
                    messageOption,
                ] + callOptions
            ) { try await $1.saveImage($0) },
            Command(
                "serve", "runs the local gateway until Ctrl-C",
                options: [
                    Option("port", .integer(0...65_535), "the port to listen on; 0 for any free port", standard: "8080"),
                    Option("quota", .integer(0...Int.max), "how many calls are answered per day", standard: "3000"),
                    Option("fail", .failures, "how many calls fail, with a 500 or another status, such as 5% or 5%:429"),
                    Option("latency", .duration, "how long each call waits for its answer"), messageOption,
                ]
            ) { try await $1.serve($0) },
            Command(
                "quota", "shows how many calls the settings' quota allows, and how many are left",
                options: OutputFormat.options(quotaFields) + settingsOptions
            ) { try await $1.showQuota($0) },
            Command(
                "config", "shows and checks settings",
                commands: [
                    Command(
                        "show", "shows the settings without secrets",
                        options: [
                            Option(flag: "origins", "also show where each setting comes from"),
                            OutputFormat.option("the format of the output"),
                        ] + settingsOptions
                    ) { try await $1.showSettings($0) },
                    Command(
                        "check", "checks a settings file and its profiles", arguments: [Argument("file", .file, "the file")],
                        options: [OutputFormat.option("the format of the problems")]
                    ) { try await $1.checkSettings($0) },
                ]),
            Command(
                "cache", "shows and removes the stored answers",
                commands: [
                    Command(
                        "info", "shows how much is stored, and where",
                        options: [OutputFormat.option("the form of the output")] + settingsOptions
                    ) { try await $1.showCache($0) },
                    Command(
                        "clear", "removes all stored answers", options: [messageOption] + settingsOptions
                    ) { try await $1.clearCache($0) },
                ]),
        ])

    /// The option of a command whose own output has only one format.
    private static let messageOption = OutputFormat.option("the format of notes and failures", [.table, .json])

    private static let settingsOptions = NamedSettings.options(name)

    /// The options of commands that call the service.
    static let callOptions =
        settingsOptions + [Option(flag: "local", "use a local gateway with made-up data")].section(.calls)
        + CallOptions.options

    nonisolated(nonsending) func run(_ arguments: [String]) async -> ExitCode {
        await Self.program.run(arguments, in: self) { Failure(asking: $0) }
    }
}
