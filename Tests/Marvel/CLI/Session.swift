import CommandLineProgram
import EndpointKit
import Foundation
import TestSupport

@testable import marvel

/// A golden file with commands, each followed by its effects: the calls that reach the service (`>`), the text on a terminal's last line
/// (`~`), its output, the lines on its error stream (`!`), and an exit code that isn't 0 (`=`). An output without a final line end is
/// marked.
///
/// `marvel` runs in this process. `export` and `unset` change its environment, and a shell runs all other commands in the session's folder.
/// FOLDER is that folder, PORT the port of the service or of any other server on this machine, PROGRAM this process, VERSION the package's
/// version, and YEAR this year.
struct Session {
    private let golden: Golden
    private let service: RecordingServer?
    private let port: String
    private let columns: Int?
    private let folder: Folder
    private let environment: [String: String]

    /// Creates a session, which has keys if there is a service or a `url`.
    ///
    /// - Parameter columns: the width of the terminal for both streams; nil if they aren't a terminal.
    init(_ name: String, against service: RecordingServer? = nil, url: URL? = nil, columns: Int? = nil) throws {
        golden = Golden(name)
        folder = try Folder()
        self.service = service
        self.columns = columns
        let url = service?.url ?? url
        port = url?.port.map { "\($0)" } ?? "PORT"
        environment = url.map { Terminal.keys.merging(["MARVEL_BASE_URL": $0.absoluteString]) { $1 } } ?? [:]
    }

    /// Compares the effects of each command with the file.
    func check() async throws {
        var environment = environment
        try await golden.check { try await outcome(of: $0, in: &environment) }
    }

    private func outcome(of command: String, in environment: inout [String: String]) async throws -> String {
        let line = command.replacing("PORT", with: port).replacing("FOLDER", with: folder.url.path)
        // Single quotes hold a word together.
        var words = line.matches(of: /(?:'[^']*'|[^ '])+/).map { String($0.output.replacing("'", with: "")) }[...]
        func assignments() -> [String: String] {
            words.prefix { $0.contains(/^[A-Z_]+=/) }.reduce(into: [:]) { all, word in
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                all[parts[0]] = parts[1]
            }
        }
        if words.first == "export" {
            words.removeFirst()
            environment.merge(assignments()) { $1 }
            return ""
        }
        if words.first == "unset" {
            for name in words { environment[name] = nil }
            return ""
        }
        let own = assignments()
        words = words.dropFirst(own.count)
        guard words.popFirst() == "marvel" else {
            let result = try await ChildProcess.run("/bin/sh", ["-c", line], environment: ["PATH": "/usr/bin:/bin"], directory: folder.url)
            return normalized(result.outputText + result.errorText)
        }
        let (terminal, earlier) = (Terminal(columns: columns, outputColumns: columns), service?.requests.count ?? 0)
        let code = await terminal.run(Array(words), environment: environment.merging(own) { $1 }, in: folder.url)
        let asked = service?.requests.dropFirst(earlier) ?? []
        var shown = asked.map { "> \($0.method) \($0.path.encoded)\(Self.parameters(of: $0))\n" }.joined()
        shown += terminal.statuses.map { "~ \($0)\n" }.joined()
        shown += terminal.data + (terminal.data.isEmpty || terminal.data.hasSuffix("\n") ? "" : "(no line end)\n")
        shown += terminal.reports.map { "! \($0)\n" }.joined() + (code == .ok ? "" : "= \(code.rawValue)\n")
        return normalized(shown)
    }

    /// The query without its signature, which differs each time.
    private static func parameters(of request: HTTPRequest) -> String {
        var query: Query = [:]
        for item in request.query where !["ts", "apikey", "hash"].contains(item.name) { query.append(item.name, item.value) }
        return query.isEmpty ? "" : "?\(query.encoded)"
    }

    private func normalized(_ text: String) -> String {
        text.replacing(folder.url.path, with: "FOLDER").replacing(/127\.0\.0\.1:\d+/, with: "127.0.0.1:PORT")
            .replacing(packageVersion, with: "VERSION").replacing(/EndpointKit\/VERSION [^ \/]+/, with: "EndpointKit/VERSION PROGRAM")
            .replacing(/© \d{4}/, with: "© YEAR")
    }
}

extension Fixture {
    /// A service for sessions:
    ///
    /// - 7 characters, two on each page; the second and the fourth can't be decoded.
    /// - Character 8 is sent as 7, 9 doesn't exist, and 10 can't be read. Character 7 has a picture of five bytes, and 11 has one that
    ///   begins like a PNG. The pictures of the others can't be loaded: 12 names a script, 13 a path, 14 nothing, 15 a missing picture, and
    ///   16 a page.
    /// - Comics 21 and 22, the second with HTML in its text; no series.
    /// - Events and creators are like characters, except that at offset 4 the quota rejects events, and creators aren't JSON.
    static func stage() throws -> RecordingServer {
        let html = comic.replacing("\"id\": 21", with: "\"id\": 22").replacing("First #1", with: "Cloak &amp; <i>Dagger</i>&#8217;s #1")
            .replacing("null, \"mod", with: "\"a<BR/>b<p class='x'>c &lt; d &unknown;\", \"mod")
        return try RecordingServer { request in
            let words = request.path.encoded.split(separator: "/").map(String.init)
            if words[0] == "i" {
                if words[1].hasPrefix("gone") { return HTTPResponse(status: 404) }
                return words[1].hasPrefix("page")
                    ? HTTPResponse(headers: ["Content-Type": "text/html"], body: Data("<html>".utf8))
                    : HTTPResponse(body: words[1].hasPrefix("png") ? Data([0x89, 0x50, 0x4E, 0x47]) : Data("GIF87".utf8))
            }
            let offset = Int(request.query["offset"] ?? "") ?? 0
            func list(_ element: (Int) -> String) -> HTTPResponse {
                let results = offset < 7 ? (offset..<min(offset + 2, 7)).map { [1, 3].contains($0) ? "4" : element($0 + 1) } : []
                return HTTPResponse(body: Data(page(results, offset: offset, total: 7).utf8))
            }
            func some(_ results: String...) -> HTTPResponse { HTTPResponse(body: Data(page(results).utf8)) }
            switch (words.count == 5 ? words[4] : words[2], words.count == 4 ? Int(words[3]) : nil) {
            case ("characters", nil): return list { character(id: $0) }
            case ("characters", 8): return some(character(id: 7))
            case ("characters", 9): return some()
            case ("characters", 10): return some("{}")
            case ("characters", let id?):
                let images = [
                    11: "\(request.origin)/i/png", 12: "javascript:alert(1)", 13: "/i/1", 14: "", 15: "\(request.origin)/i/gone",
                    16: "\(request.origin)/i/page",
                ]
                return some(character(id: id, image: images[id] ?? "\(request.origin)/i/1"))
            case ("comics", nil): return some(comic, html)
            case ("comics", let id): return some(id == 22 ? html : comic)
            case ("events", _) where offset == 4: return HTTPResponse(status: 429)
            case ("creators", _) where offset == 4: return HTTPResponse(body: Data("{".utf8))
            case ("events", _): return list { event.replacing("\"id\": 8", with: "\"id\": \($0)") }
            case ("creators", _): return list { creator.replacing("\"id\": 6", with: "\"id\": \($0)") }
            default: return some()
            }
        }
    }
}
