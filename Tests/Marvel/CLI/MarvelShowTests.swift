import CommandLineProgram
import EndpointKit
import TestSupport
import Testing

@testable import marvel

@Suite struct MarvelShowTests {
    /// Character 7 with its picture, for which any other path is asked.
    private func service(
        _ picture: HTTPResponse = HTTPResponse(body: Data("image".utf8)), path: String = "ORIGIN/i/1"
    ) throws
        -> RecordingServer
    {
        try RecordingServer { request in
            if request.path.encoded.hasPrefix("/i/") { return picture }
            let page = Fixture.page([Fixture.character(id: 7, image: path.replacing("ORIGIN", with: "\(request.origin)"))])
            return HTTPResponse(body: Data(page.utf8))
        }
    }

    @Test func `one resource is shown with all its fields`() async throws {
        let server = try Fixture.service(Fixture.character(id: 7))
        let terminal = await Terminal.run(["character", "7"], against: server.url, expecting: .ok)
        #expect(
            terminal.data == """
                ID           7
                Name         Hero 7
                Comics       3
                Series       0
                Stories      1
                Events       0
                Modified     2014-04-29
                Description  A line and another
                Image        https://images.test/i/1.jpg
                Links        http://host/1 http://host/2

                """)
        #expect(terminal.reports == ["Data by the fixture"])
    }

    @Test(arguments: [["character", "8"], ["characters", "8", "--output=csv"], ["image", "8", "-o", "-"]])
    func `a resource with another id is refused`(arguments: [String]) async throws {
        let (terminal, server) = (Terminal(), try service())
        #expect(await terminal.run(arguments, against: server.url) == .decoding)
        #expect(terminal.data.isEmpty && terminal.reports == ["marvel: The service sent character 7 instead of character 8."])
    }

    @Test(arguments: [
        ([], ExitCode.notFound, "The service has no character 7."), (["{}"], .decoding, "The answer could not be read: character 7 has a "),
    ])
    func `a page without the resource is an error`(results: [String], code: ExitCode, start: String) async throws {
        let (terminal, server) = (Terminal(), try Fixture.service { _ in Fixture.page(results) })
        #expect(await terminal.run(["character", "7"], against: server.url) == code)
        #expect(terminal.reports.count == 1 && terminal.reports[0].hasPrefix("marvel: \(start)"))
    }

    @Test func `a picture of the chosen size replaces a file`() async throws {
        let (terminal, server, file) = (Terminal(), try service(), try TemporaryFile("older and longer".utf8))
        let path = file.url.path(percentEncoded: false)
        #expect(await terminal.run(["image", "7", "--variant", "portrait_xlarge", "-o", path], against: server.url) == .ok)
        #expect(try Data(contentsOf: file.url) == Data("image".utf8))
        #expect(server.requests.last?.path.encoded == "/i/1/portrait_xlarge.jpg" && server.requests.last?.query.isEmpty == true)
        #expect(terminal.data.isEmpty && terminal.reports == ["5 bytes in \(path).", "Data by the fixture"])
    }

    @Test(arguments: [
        (["image", "7", "-o", "/no/such/place"], "/no/such/place could not be written: No such file or directory."),
        (["image", "7", "-o", "/dev/full"], "/dev/full could not be written: No space left on device."),
    ])
    func `a file that can't be written is an error before the service is asked`(arguments: [String], message: String) async throws {
        let (terminal, server) = (Terminal(), try service())
        #expect(await terminal.run(arguments, against: server.url) == .file)
        #expect(terminal.reports == ["marvel: \(message)"] && server.requests.isEmpty)
    }

    @Test func `a picture's bytes never go to a terminal`() async throws {
        let (terminal, server) = (Terminal(columns: 80, outputColumns: 80), try service())
        #expect(await terminal.run(["image", "7", "-o", "-"], against: server.url) == .usage)
        #expect(terminal.data.isEmpty && terminal.reports.first?.contains("--image") == true && server.requests.isEmpty)
    }

    @Test(
        arguments: [
            (["KITTY_WINDOW_ID": "1"], 80, "\u{1B}_Ga=T,f=100,m=0;", nil),
            (["TERM_PROGRAM": "iTerm.app"], 80, "\u{1B}]1337;File=inline=1;size=", nil),
            ([:], 80, "", "a picture is shown only in the terminals kitty, iTerm2 and WezTerm, and not inside tmux or screen; "),
            (["KITTY_WINDOW_ID": "1"], nil, "", "a picture is shown only in "),
        ] as [([String: String], Int?, String, String?)])
    func `--image shows the picture in a terminal that can show it`(
        environment: [String: String], columns: Int?, start: String, note: String?
    ) async throws {
        let server = try service(HTTPResponse(body: Data([0x89, 0x50, 0x4E, 0x47])))
        let terminal = Terminal(outputColumns: columns)
        #expect(await terminal.run(["character", "7", "--image"], against: server.url, environment: environment) == .ok)
        #expect(terminal.data.hasPrefix(start) && terminal.data.contains("Hero 7"))
        #expect(terminal.reports.count == (note == nil ? 1 : 2) && note.map { terminal.reports[0].hasPrefix("marvel: \($0)") } != false)
    }

    @Test(arguments: [
        ("javascript:alert(1)", ExitCode.service, "The service gave no usable address for the image of character 7."),
        ("/images/a", .service, "The service gave no usable address for the image of character 7."),
        ("", .notFound, "There is no image of character 7."), ("ORIGIN/i/gone", .notFound, "The server answered 404 Not Found."),
    ])
    func `a picture that can't be had is an error, but not of the resource`(path: String, code: ExitCode, reason: String) async throws {
        let server = try service(HTTPResponse(status: 404), path: path)
        let (image, resource) = (Terminal(), Terminal(outputColumns: 80))
        #expect(await image.run(["image", "7", "-o", "/dev/null"], against: server.url) == code)
        #expect(image.reports.first == "marvel: \(reason)")
        #expect(await resource.run(["character", "7", "--image"], against: server.url, environment: ["KITTY_WINDOW_ID": "1"]) == .ok)
        #expect(resource.data.contains("Hero 7"))
        #expect(resource.reports == ["marvel: no picture is shown: \(reason)", "Data by the fixture"])
    }
}
