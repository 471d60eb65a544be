import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct DownloadFileTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private func error(_ file: URL, resuming: Bool = false) async throws -> APIError? {
        let transport = ChunkTransport([Data("a".utf8)])
        let error = await failure { try await APIClient.example(transport).download(.get("a"), to: file, resuming: resuming).value }
        // The call fails before it sends a request.
        #expect(transport.requests.isEmpty)
        return error
    }

    /// A folder in which nobody can create a file.
    private static let readOnly: [(URL, String)] = {
        #if os(Linux)
            return [(URL(filePath: "/proc/a"), "The file a can't be written: ")]
        #else
            return []
        #endif
    }()

    @Test(arguments: [false, true])
    func `Download: if no file can be created, nothing is sent and the error says why`(resuming: Bool) async throws {
        try FileManager.default.createDirectory(at: folder.file("folder"), withIntermediateDirectories: false)
        try Data().write(to: folder.file("file"))
        let web = try #require(URL(string: "https://user:password@example.com/a?token=T"))
        let directory = URL(filePath: folder.url.path + "/new/", directoryHint: .isDirectory)
        for (url, reason) in [
            (folder.file("missing/a"), "missing/ does not exist"), (folder.file("file/a"), "file/ is not a directory"),
            (folder.file("folder"), "a directory has that name"), (directory, "its URL names a directory"),
            (web, "is not a file URL"),
        ] + Self.readOnly {
            let error = try await error(url, resuming: resuming)
            #expect(error?.code == .file)
            #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
            #expect(error?.message.contains("password") != true && error?.message.contains("T\"") != true)
        }
        #expect(folder.names == ["file", "folder"])
    }

    @Test func `Download: the file's URL may be relative to another`() async throws {
        let client = try APIClient.example(ChunkTransport([Data("a".utf8)]))
        _ = try await client.download(.get("a"), to: URL(filePath: "b", relativeTo: folder.url)).value
        #expect(folder.names == ["b"])
    }

    @Test(arguments: [false, true])
    func `Download: a link at the destination stays, and its target is replaced`(resuming: Bool) async throws {
        let other = try Folder()
        try Data("old".utf8).write(to: other.file("target"))
        try FileManager.default.createSymbolicLink(at: folder.file("a"), withDestinationURL: other.file("target"))
        let client = try APIClient.example(ChunkTransport([Data("new".utf8)]))
        _ = try await client.download(.get("a"), to: folder.file("a"), resuming: resuming).value
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("a").path) == other.file("target").path)
        #expect(try Data(contentsOf: other.file("target")) == Data("new".utf8))
        #expect(other.names == ["target"] && folder.names == ["a"])
    }

    @Test(arguments: [false, true]) func `Download: a destination that isn't a file is rejected and stays`(resuming: Bool) async throws {
        try #require(mkfifo(folder.file("pipe").path, 0o600) == 0)
        // The device's file system doesn't allow a replacement. The superuser can replace `/dev/null`, which a broken download once did.
        let device = FileManager.default.fileExists(atPath: "/dev/pts/ptmx") ? "/dev/pts/ptmx" : "/dev/null"
        try FileManager.default.createSymbolicLink(at: folder.file("device"), withDestinationURL: URL(filePath: device))
        try FileManager.default.createSymbolicLink(at: folder.file("dangling"), withDestinationURL: folder.file("missing"))
        for (name, reason) in [
            ("pipe", "a device, a pipe or a socket has that name"), ("device", "a device, a pipe or a socket has that name"),
            ("dangling", "it is a symbolic link to a file that does not exist"),
        ] {
            let error = try await error(folder.file(name), resuming: resuming)
            #expect(error?.code == .file)
            #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        }
        #expect(try await error(URL(filePath: device), resuming: resuming)?.code == .file)
        #expect(folder.names == ["dangling", "device", "pipe"])
    }

    #if os(Linux)
        @Test(arguments: [false, true])
        func `Download: the bytes are on disk before the file gets its name, and the name is before the call ends`(
            resuming: Bool
        ) async throws {
            let calls = FileCalls(in: folder)
            let transport = ChunkTransport([Data(repeating: 65, count: 900), Data(repeating: 66, count: 100)])
            _ = try await APIClient.example(transport).download(.get("a"), to: folder.file("a"), resuming: resuming).value
            guard case .rename(let name, to: "a") = calls.calls.dropFirst().first else {
                Issue.record("\(calls.calls)")
                return
            }
            #expect(calls.calls == [.synchronize(name, size: 1000), .rename(name, to: "a"), .synchronize("", size: 0)])
            #expect((name == ".a.partial/body") == resuming)
        }

        // Runs in a separate process with a limit on the size of its files.
        @Test func `Download: a full disk is an error, and nothing is left behind`() async throws {
            await #expect(processExitsWith: .success) {
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
                try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
                let folder = try Folder()
                let transport = ChunkTransport { _, _ in
                    HTTPResponseStream(
                        headers: ["ETag": "\"1\"", "Accept-Ranges": "bytes"],
                        body: .chunks([Data(repeating: 65, count: 900), Data(count: 900)]))
                }
                let client = try APIClient.example(transport)
                let error = await failure { try await client.download(.get("a"), to: folder.file("a")).value }
                try #require(error?.code == .file)
                try #require(error?.message == "The file a can't be written: File too large.")
                try #require(folder.names.isEmpty)
            }
        }
    #endif

    @Test func `Download: a partial directory that others may write to isn't used`() async throws {
        let partial = folder.file(".a.partial")
        try FileManager.default.createDirectory(at: partial, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o777])
        try Data("theirs".utf8).write(to: partial.appending(path: "body"))
        _ = try await APIClient.example(ChunkTransport([Data("ours".utf8)])).download(.get("a"), to: folder.file("a"), resuming: true)
            .value
        #expect(try Data(contentsOf: folder.file("a")) == Data("ours".utf8))
        #expect(try Data(contentsOf: partial.appending(path: "body")) == Data("theirs".utf8))
    }

    @Test func `Download: a link in place of the partial directory isn't followed`() async throws {
        let other = try Folder()
        try FileManager.default.createSymbolicLink(at: folder.file(".a.partial"), withDestinationURL: other.url)
        _ = try await APIClient.example(ChunkTransport([Data("ours".utf8)])).download(.get("a"), to: folder.file("a"), resuming: true)
            .value
        #expect(try Data(contentsOf: folder.file("a")) == Data("ours".utf8))
        #expect(other.names.isEmpty)
    }

    struct Kill: ResponseDecision {
        func shouldApply<Value>(to context: DecisionContext<Value>) -> Bool { true }
        func apply<Value>(to context: DecisionContext<Value>) -> DecisionAction<Value> {
            raise(SIGKILL)
            return .restart(after: .zero)
        }
    }

    // The first download runs in a separate process, which ends before the download does.
    @Test func `Download: the partial data of a killed process is resumed by another`() async throws {
        let server = try RangeServer()
        server.change { $0.breaksOffAfter = 4 }
        let (base, path) = (server.configuration.baseURL, folder.url.path)
        await #expect(processExitsWith: .signal(SIGKILL)) { [base = base as URL, path = path as String] in
            let client = APIClient(configuration: APIConfiguration(baseURL: base, requestTimeout: .seconds(600)), decisions: [Kill()])
            let file = URL(filePath: path).appending(path: "a")
            _ = try await client.download(.get("file"), to: file, resuming: true).value
        }
        #expect(folder.names == [".a.partial"])
        server.change { $0.breaksOffAfter = nil }
        _ = try await server.client.download(.get("file"), to: folder.file("a"), resuming: true).value
        #expect(try String(contentsOf: folder.file("a"), encoding: .utf8) == "0123456789")
        #expect(server.requests.map { $0.headers["Range"] } == [nil, "bytes=4-"])
        #expect(folder.names == ["a"])
    }
}
