internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI

extension Marvel {
    /// Shows one resource, with its picture where that is wanted and the terminal can show it.
    func show<Resource: ListedResource>(_ type: Resource.Type, _ arguments: Arguments) async throws {
        let id = arguments.integer("id") ?? 0
        var writer = try Resource.writer(arguments, console)
        if arguments.has("image"), writer.format != .table {
            try arguments.refuse("--image needs --output table. marvel image \(id) --of \(Resource.name) -o <file> saves the picture.")
        }
        try await withClient(arguments) { client, _ in
            let page = try await client.page(of: type, id: id)
            let resource = try page.only(id)
            defer { console.reportRest(of: page, leftOut: page.leftOut) }
            if arguments.has("image") { try await showPicture(of: resource, client) }
            try writer.writeOne(resource)
        }
    }

    private func showPicture(of resource: some ListedResource, _ client: MarvelClient) async throws {
        guard console.isTerminal, let terminal = TerminalPicture(environment: environment) else {
            return console.note(
                "marvel: a picture is shown only in the terminals kitty, iTerm2 and WezTerm; marvel image -o <file> saves it.")
        }
        guard let thumbnail = resource.thumbnail else {
            return console.note("marvel: there is no picture of \(resource.title).".visibleWords)
        }
        let image = try await client.image(of: thumbnail, variant: .portraitUncanny).value
        guard let text = terminal.text(image) else {
            return console.note("marvel: this terminal shows PNG only; marvel image -o <file> saves it.")
        }
        try console.write(text)
    }

    /// Saves the picture of a resource.
    func saveImage(_ arguments: Arguments) async throws {
        guard let path = arguments["file"] else { try arguments.refuse("marvel image needs -o <file>.") }
        let type = Self.resources.first { [$0.name, $0.singular].contains(arguments["of"]) } ?? MarvelAPI.Character.self
        try await saveImage(of: type, arguments, to: path)
    }

    private func saveImage<Resource: ListedResource>(of type: Resource.Type, _ arguments: Arguments, to path: String) async throws {
        // Before the service is asked, which counts its calls.
        let file = try OutputFile(path)
        if file.isStandardOutput, console.isTerminal {
            try arguments.refuse("A picture's bytes would disturb the terminal: name a file, or use marvel character <id> --image.")
        }
        let id = arguments.integer("id") ?? 0
        let (page, image) = try await withClient(arguments) { client, _ in
            let page = try await client.page(of: type, id: id)
            guard let thumbnail = try page.only(id).thumbnail else {
                throw Failure(.notFound, "There is no image of \(type.singular) \(id).")
            }
            return (page, try await client.image(of: thumbnail, variant: arguments.choice("variant") ?? .full).value)
        }
        defer { console.reportRest(of: page, leftOut: page.leftOut) }
        try file.write(image, console: console)
        console.note("\(image.count) bytes in \(path == "-" ? "the standard output" : path).")
    }
}

extension MarvelClient {
    fileprivate func page<Resource: ListedResource>(of type: Resource.Type, id: Int) async throws -> DataWrapper<Resource> {
        try await call(Resource.one(id: id)).value
    }
}
