internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI

extension Marvel {
    /// Shows one resource, with its picture if that is requested and the terminal can show it.
    func show<Resource: ListedResource>(_ type: Resource.Type, _ arguments: Arguments) async throws {
        let id = arguments.integer("id") ?? 0
        var writer = try Resource.writer(arguments, console)
        if arguments.has("image"), writer.format != .table {
            try arguments.refuse("--image needs --output table. marvel image \(id) --of \(Resource.name) -o <file> saves the picture.")
        }
        try await withClient(arguments) { client, _ in
            let page = try await client.page(of: type, id: id)
            let resource = try page.only(id)
            defer { console.reportRest(of: page, leftOut: page.leftOut.map(\.description)) }
            if arguments.has("image") { try await showPicture(of: resource, client) }
            try writer.writeOne(resource)
        }
    }

    private func showPicture(of resource: some ListedResource, _ client: MarvelClient) async throws {
        guard console.isTerminal, let terminal = TerminalPicture(environment: environment) else {
            return console.note(
                "marvel: a picture is shown only in the terminals kitty, iTerm2 and WezTerm, and not inside tmux or screen; "
                    + "marvel image -o <file> saves it.")
        }
        let image: Data
        do { image = try await client.picture(of: resource, .portraitUncanny) } catch {
            // The resource itself has been loaded, so a missing picture isn't a failure.
            let failure = Failure(error)
            if failure.code == .interrupted { throw error }
            return console.note("marvel: no picture is shown: \(failure.lines.joined(separator: " "))")
        }
        guard let text = terminal.text(image) else {
            return console.note("marvel: this terminal can't show pictures of that format; marvel image -o <file> saves it.")
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
        // The path is checked before the call, because the service counts calls.
        let file = try OutputFile(path)
        if file.isStandardOutput, console.isTerminal {
            try arguments.refuse("A picture's bytes would disturb the terminal: name a file, or use marvel character <id> --image.")
        }
        let id = arguments.integer("id") ?? 0
        let (page, image) = try await withClient(arguments) { client, _ in
            let page = try await client.page(of: type, id: id)
            return (page, try await client.picture(of: page.only(id), arguments.choice("variant") ?? .full))
        }
        defer { console.reportRest(of: page, leftOut: page.leftOut.map(\.description)) }
        try file.write(image, console: console)
        console.note("\(image.count) bytes in \(path == "-" ? "the standard output" : path).")
    }
}

extension MarvelClient {
    fileprivate func page<Resource: ListedResource>(of type: Resource.Type, id: Int) async throws -> DataWrapper<Resource> {
        try await call(Resource.one(id: id)).value
    }

    /// Throws a ``Failure`` if the service names no picture, if its address is invalid, or if the response isn't a picture.
    fileprivate func picture<Resource: ListedResource>(of resource: Resource, _ variant: ImageVariant) async throws -> Data {
        let name = "\(Resource.singular) \(resource.id)"
        guard let thumbnail = resource.thumbnail, !thumbnail.path.isEmpty else {
            throw Failure(.notFound, "There is no image of \(name).")
        }
        guard thumbnail.url(variant) != nil else {
            throw Failure(.service, "The service gave no usable address for the image of \(name).")
        }
        let response = try await image(of: thumbnail, variant: variant).response
        // A network's own page, such as a hotel's sign-in page, also has the status 200.
        guard PictureFormat(response.value) != nil else {
            let type = response.headers["Content-Type"].map { " of type \($0)" } ?? ""
            throw Failure(.decoding, "The answer isn't an image of \(name), but \(response.value.count) bytes\(type).")
        }
        return response.value
    }
}
