import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct DownloadTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private func text(_ name: String) throws -> String { try String(contentsOf: folder.file(name), encoding: .utf8) }

    @Test(arguments: [0o664, 0o6755]) func `Download: a replaced file keeps its permissions, but not setuid`(mode: Int) async throws {
        try folder.write(Array("older".utf8), to: "a")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.file("a").path)
        _ = try await APIClient.example(ChunkTransport([Data("new".utf8)])).download(.get("a"), to: folder.file("a")).value
        #expect(try text("a") == "new")
        #expect(try folder.permissions("a") == mode & 0o777)
    }

    @Test func `Download: the body goes to the file, which is private to its owner, and nothing else is left`() async throws {
        let transport = ChunkTransport(["one", "", "two"].map { Data($0.utf8) })
        let call = try APIClient.example(transport).download(.get("a"), to: folder.file("ü a"))
        #expect(transport.requests.isEmpty && folder.names.isEmpty)
        let reply = try await call.response
        #expect(reply.value == folder.file("ü a"))
        #expect(reply.status == .ok)
        #expect(try text("ü a") == "onetwo")
        #expect(try folder.permissions("ü a") == 0o600)
        #expect(folder.names == ["ü a"])
        #expect(transport.requests.first?.headers["Accept"] == "*/*")
    }

    @Test(arguments: [200, 206, 404, 500]) func `Download: the error for a body that is lost has the status of the response`(
        status: Int
    ) async throws {
        let transport = ChunkTransport { _, _ in
            HTTPResponseStream(
                status: HTTPStatus(rawValue: status), body: HTTPResponseStream.Body { throw APIError(.connection, "The body is lost.") })
        }
        let client = try APIClient.example(transport)
        let error = await failure { try await client.download(.get("a"), to: folder.file("a")).value }
        #expect(error?.code == .connection && error?.status?.rawValue == status)
    }

    @Test func `Download: it may exceed the body limit, be empty, or be repeated`() async throws {
        let client = try APIClient.example(ChunkTransport { _, _ in HTTPResponseStream(body: .text("longer")) }) {
            $0.policies.bodyLimit = 3
        }
        let call = client.download(.get("a"), to: folder.file("a"))
        _ = try await call.value
        _ = try await call.value
        #expect(try text("a") == "longer")
        _ = try await APIClient.example(ChunkTransport([])).download(.get("a"), to: folder.file("a")).value
        #expect(try text("a").isEmpty)
        #expect(folder.names == ["a"])
    }

    @Test(arguments: [
        ("a.tar.gz", "a 2.tar.gz"), ("A.Tar.XZ", "A 2.Tar.XZ"), ("a.b.gz", "a.b 2.gz"), ("tar.gz", "tar 2.gz"), ("a.tar", "a 2.tar"),
    ]) func `Download: the number of a second file precedes its extension, even if the extension has two parts`(
        name: String, second: String
    ) async throws {
        let named = ChunkTransport { _, _ in
            HTTPResponseStream(headers: ["Content-Disposition": "attachment; filename=\"\(name)\""], body: .text("one"))
        }
        let client = try APIClient.example(named)
        for expected in [name, second] {
            #expect(try await client.download(.get("a"), into: folder.url).value.lastPathComponent == expected)
        }
    }

    @Test func `Download: a folder gets a new file with the name that the service suggests`() async throws {
        let named = ChunkTransport { _, _ in
            HTTPResponseStream(headers: ["Content-Disposition": "attachment; filename=\"../film.mp4\""], body: .text("one"))
        }
        let client = try APIClient.example(named)
        for name in ["film.mp4", "film 2.mp4", "film 3.mp4"] {
            #expect(try await client.download(.get("a"), into: folder.url).value.lastPathComponent == name)
        }
        #expect(
            try await APIClient.example(ChunkTransport([Data("x".utf8)])).download(.get("images/7"), into: folder.url).value
                == folder.file("7"))
        #expect(folder.names.sorted() == ["7", "film 2.mp4", "film 3.mp4", "film.mp4"])
        #expect(try text("film.mp4") == "one")
        #expect(try folder.permissions("film 2.mp4") == 0o600)
        let error = await #expect(throws: APIError.self) { try await client.download(.get("a"), into: folder.file("missing")).value }
        #expect(error?.code == .file)
    }

    @Test(arguments: [
        "a." + String(repeating: "b", count: 253), String(repeating: "a", count: 255), String(repeating: "\u{1F431}", count: 63) + ".jpg",
        "." + String(repeating: "h", count: 254), String(repeating: "a", count: 250) + ".jpeg",
    ])
    func `Download: a second file with a long name gets a number, too`(_ name: String) async throws {
        let field = "attachment; filename*=UTF-8''" + (name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        let client = try APIClient.example(
            ChunkTransport { _, _ in HTTPResponseStream(headers: ["Content-Disposition": field], body: .text("one")) })
        let first = try await client.download(.get("a"), into: folder.url).value.lastPathComponent
        let second = try await client.download(.get("a"), into: folder.url).value.lastPathComponent
        #expect(folder.names.sorted() == [first, second].sorted())
        #expect(second.contains(" 2") && second.utf8.count <= 255)
        #expect(!first.hasSuffix(".jpg") || second.hasSuffix(" 2.jpg"))
    }

    @Test func `Download: the body of a redirect isn't downloaded`() async throws {
        let transport = ChunkTransport { number, _ in
            number == 1
                ? HTTPResponseStream(status: 307, headers: ["Location": "b"], body: .text("moved"))
                : HTTPResponseStream(body: .text("here"))
        }
        _ = try await APIClient.example(transport).download(.get("a"), to: folder.file("a")).value
        #expect(try text("a") == "here")
        #expect(folder.names == ["a"])
    }

    struct Lost: Error {}

    @Test func `Download: if the new file is incomplete, only the old file is left`() async throws {
        try Data("old".utf8).write(to: folder.file("a"))
        let answers: [HTTPResponseStream] = [
            HTTPResponseStream(status: 404, body: .text("not there")), HTTPResponseStream(body: .text("half", then: Lost())),
            HTTPResponseStream(headers: ["Content-Length": "5"], body: .text("half")),
            HTTPResponseStream(headers: ["Content-Length": "3"], body: .text("half")),
        ]
        for answer in answers {
            let client = try APIClient.example(ChunkTransport { _, _ in answer })
            await #expect(throws: (any Error).self) { try await client.download(.get("a"), to: folder.file("a")).value }
            #expect(try text("a") == "old")
            #expect(folder.names == ["a"])
        }
    }

    @Test func `Download: an error keeps the whole body of a bad status`() async throws {
        let client = try APIClient.example(ChunkTransport { _, _ in HTTPResponseStream(status: 404, body: .text("not there")) })
        let error = await failure { try await client.download(.get("a"), to: folder.file("a")).value }
        #expect(error?.code == .badStatus)
        #expect(error?.response?.body == Data("not there".utf8))
        #expect(folder.names.isEmpty)
    }

    @Test func `Download: no file remains if a decision rejects a good response, even while the error is retained`() async throws {
        let refuse = Restarting { _, result in .fail(APIError(.undecided, "Refused.", response: try result.get())) }
        let client = try APIClient.example(ChunkTransport([Data("a".utf8)]), decisions: [refuse])
        let error = await failure { try await client.download(.get("a"), to: folder.file("a")).value }
        #expect(error?.response?.status == .ok)
        #expect(folder.names.isEmpty)
    }

    @Test func `Download: a decision that restarts starts the file again`() async throws {
        let again = Restarting { attempt, _ in attempt == 1 ? .restart : .pass }
        let transport = ChunkTransport { number, _ in HTTPResponseStream(body: .text(number == 1 ? "first, longer" : "second")) }
        let client = try APIClient.example(transport, decisions: [again, ParseDecision()])
        _ = try await client.download(.get("a"), to: folder.file("a")).value
        #expect(try text("a") == "second")
        #expect(folder.names == ["a"])
    }

    @Test func `Download: a response substituted by a decision is written`() async throws {
        let instead = Restarting { _, _ in .replace(HTTPResponse(body: Data("kept".utf8))) }
        let client = try APIClient.example(ChunkTransport([Data("new".utf8)]), decisions: [instead, ParseDecision()])
        _ = try await client.download(.get("a"), to: folder.file("a")).value
        #expect(try text("a") == "kept")
        #expect(folder.names == ["a"])
    }

    @Test func `Download: its progress is the progress of the body`() async throws {
        let seen = Recorder<Int64>()
        let client = try APIClient.example(
            ChunkTransport(["one", "two"].map { Data($0.utf8) }, headers: ["Content-Length": "6"]), clock: ManualClock())
        _ = try await client.download(.get("a"), to: folder.file("a")).onProgress { progress in
            if progress.totalBytes == 6 { seen.record(progress.completedBytes) }
        }.value
        #expect(seen.values == [0, 6])
    }
}
