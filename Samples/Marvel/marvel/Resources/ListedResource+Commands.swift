internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI

// The commands of a kind of resource: its list, a single resource by its id, and that resource's lists.
extension ListedResource {
    static var commands: [Command<Marvel>] {
        let lists = Marvel.resources.filter { has($0) }.map { $0.command(of: self) }
        let list = Command<Marvel>(
            name, "lists \(name), or shows one", arguments: [Argument("id", .id, "shows the \(singular) with this id", isOptional: true)],
            options: listOptions(of: nil).without("id", "is for a list, not for one \(singular)") + [pictureOption(.with("id"))]
                + outputOptions, commands: lists
        ) { arguments, marvel in
            if arguments.has("id") { return try await marvel.show(Self.self, arguments) }
            try await marvel.list(Self.self, of: nil, arguments)
        }
        if singular == name { return [list] }
        let one = Command<Marvel>(
            singular, "shows one \(singular)", arguments: [Argument("id", .id, "the \(singular)'s id")],
            options: [pictureOption()] + outputOptions
        ) { try await $1.show(Self.self, $0) }
        return [list, one]
    }

    /// The list of this kind for a parent: `marvel characters <id> comics`.
    private static func command(of parent: any ListedResource.Type) -> Command<Marvel> {
        Command(name, "lists the \(name) of one \(parent.singular)", options: listOptions(of: parent) + outputOptions) {
            arguments, marvel in
            try await marvel.list(Self.self, of: parent, arguments)
        }
    }

    private static func listOptions(of parent: (any ListedResource.Type)?) -> [Option] {
        [
            Option(
                "limit", .integer(MarvelEndpoint.limits), "how many; with --all, how many per page, by default 100", standard: "20"
            ),
            Option("offset", .integer(0...Int.max), "how many to skip", standard: "0"),
            Option(flag: "all", "all pages, written as they arrive; each uses one call of the daily quota"),
            Option("max-items", .integer(1...Int.max), "with --all, stop after this many, without loading more pages than needed"),
            Option("prefetch", .integer(0...10), "with --all, load this many pages ahead; unused pages use calls too", standard: "0"),
        ] + filters(of: parent).map(\.option).section(.filters)
    }

    private static var outputOptions: [Option] { OutputFormat.options(fields, members: members) + Marvel.callOptions }

    private static func pictureOption(_ use: Option.Use = .always) -> Option {
        var option = Option(flag: "image", "also show the picture, in a terminal that can: kitty, iTerm2, WezTerm")
        option.use = use
        return option
    }
}
