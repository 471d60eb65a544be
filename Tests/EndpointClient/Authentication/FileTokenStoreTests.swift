import EndpointKit
import Foundation
import TestSupport
import Testing

@Suite struct FileTokenStoreTests {
    private let folder: Folder
    private var file: URL { folder.file("session.json") }
    private var store: FileTokenStore<Pass> { FileTokenStore(file) }

    init() throws { folder = try Folder() }

    private func write(_ text: String, mode: Int = 0o600) throws {
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }

    private func code(of step: () throws -> some Any) -> APIError.Code? {
        do {
            _ = try step()
            return nil
        } catch {
            return (error as? APIError)?.code
        }
    }

    private func loadFailure() -> APIError? {
        do {
            _ = try store.load()
            return nil
        } catch {
            return error as? APIError
        }
    }

    @Test func `FileTokenStore: the temporary file of a process that was killed is removed by the next save and by a sign-out`() throws {
        let store = store
        try store.save(Pass("t1", expiresIn: 60))
        for step in ["save", "sign out"] {
            // A process that was killed has written its token, but holds no lock any more.
            try Data(#"{"token": "secret"}"#.utf8).write(to: folder.file("session.json.3w5e11264sgsf.new"))
            if step == "save" { try store.save(Pass("t2", expiresIn: 60)) } else { try store.save(nil) }
            #expect(folder.names.filter { $0.hasSuffix(".new") } == [], "\(step)")
        }
    }

    @Test func `FileTokenStore: a saved token is loaded, and only its owner can read the file`() throws {
        let pass = Pass("t1", expiresIn: 0.123456789)
        #expect(try store.load() == nil)
        try store.save(pass)
        #expect(try store.load() == pass)
        #expect(try folder.permissions("session.json") == 0o600)
        #expect(folder.names == ["session.json"])
    }

    @Test func `FileTokenStore: a file is replaced as a whole, even if others could read it`() throws {
        try write("{}", mode: 0o644)
        let reader = try FileHandle(forReadingFrom: file)
        try store.save(Pass("t1"))
        #expect(try folder.permissions("session.json") == 0o600)
        // A reader that has the old file open still reads the old content.
        #expect(try reader.readToEnd() == Data("{}".utf8))
        #expect(try store.load() == Pass("t1"))
    }

    #if os(Linux)
        @Test func `FileTokenStore: the bytes of a token are on disk before the file gets its name`() throws {
            let calls = FileCalls(in: folder)
            try store.save(Pass("t1"))
            let size = try Data(contentsOf: file).count
            guard case .synchronize(let name, _) = calls.calls.first else {
                Issue.record("\(calls.calls)")
                return
            }
            #expect(calls.calls == [.synchronize(name, size: size), .rename(name, to: "session.json"), .synchronize("", size: 0)])
        }
    #endif

    @Test func `FileTokenStore: without a token there is no file`() throws {
        try store.save(nil)
        try store.save(Pass("t1"))
        try store.save(nil)
        #expect(folder.names == [])
        #expect(try store.load() == nil)
    }

    @Test func `FileTokenStore: a token behind a link is removed, and the link stays`() throws {
        let link = folder.file("link.json")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        let linked = FileTokenStore<Pass>(link)
        try linked.save(Pass("t1"))
        #expect(try store.load() == Pass("t1"))
        try linked.save(nil)
        #expect(folder.names == ["link.json"])
        #expect(try linked.load() == nil)
        try linked.save(Pass("t2"))
        #expect(try store.load() == Pass("t2"))
    }

    @Test(arguments: [
        "", "{", #"{"text":5}"#, #"{"hunter2":"hunter2"}"#, "hunter2", #""hunter2""#, #"{"text":"hunter2","expiry":"hunter2"}"#,
    ])
    func `FileTokenStore: a damaged file is an error that names it without showing its content`(text: String) throws {
        try write(text)
        let error = try #require(loadFailure())
        #expect(error.code == .file)
        #expect(error.message.contains("session.json") && error.message.contains("Pass"))
        for text in everyText(of: error) { #expect(!text.contains("hunter2")) }
    }

    @Test func `FileTokenStore: its own token doesn't count as a change, but any other token does`() throws {
        let (own, other) = (store, store)
        for pass in [Pass("t1"), nil] {
            try own.save(pass)
            #expect(try !own.hasChanged())
            try other.save(Pass("t2"))
            #expect(try own.hasChanged())
            #expect(try own.load() == Pass("t2"))
            #expect(try !own.hasChanged())
        }
    }

    @Test(arguments: [0o644, 0o640, 0o606, 0o660, 0o601])
    func `FileTokenStore: a file that others may access is rejected`(mode: Int) throws {
        try store.save(Pass("t1"))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        let error = try #require(loadFailure())
        #expect(error.code == .file)
        #expect(error.message.contains("chmod 600"))
    }

    @Test func `FileTokenStore: a directory, a pipe or anything else that isn't a file is an error`() async throws {
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        #expect(loadFailure()?.message.contains("not a regular file") == true)
        #expect(code { try store.save(Pass("t1")) } == .file)
        #expect(folder.names == ["session.json"])

        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        let error = await failure { try await onOwnThread { try FileTokenStore<Pass>(pipe).load() } }
        #expect(error?.code == .file)
        for text in ["https://example.com/a", "file:///tmp/a%00b", ""] {
            let url = URL(string: text) ?? URL(filePath: "")
            #expect(code { try FileTokenStore<Pass>(url).load() } == .file)
            #expect(code { try FileTokenStore<Pass>(url).save(Pass("t1")) } == .file)
            #expect(code { try FileTokenStore<Pass>(url).save(nil) } == .file)
        }
    }

    @Test func `FileTokenStore: if the file can't be written, the error says why and nothing is left behind`() throws {
        let missing = FileTokenStore<Pass>(folder.url.appending(path: "none/session.json"))
        #expect(try missing.load() == nil)
        let error = #expect(throws: APIError.self) { try missing.save(Pass("hunter2")) }
        #expect(error?.message == "The token file session.json can't be written: No such file or directory.")
        #expect(folder.names == [])
    }

    @Test func `FileTokenStore: a token that JSON can't represent is an error, and the old token stays`() throws {
        struct Odd: Codable, Sendable { var name = "hunter2"; var number: Double }
        let odd = FileTokenStore<Odd>(file)
        try odd.save(Odd(number: 1))
        let error = try #require(#expect(throws: APIError.self) { try odd.save(Odd(number: .nan)) })
        for text in everyText(of: error) { #expect(!text.contains("hunter2")) }
        #expect(try odd.load()?.number == 1)
    }

    @Test func `FileTokenStore: a refresher continues with the saved token in the next run`() async throws {
        let issuer = Issuer()
        for _ in 1...2 {
            let refresher = TokenRefresher(store: FileTokenStore<Pass>(file)) { try await issuer.issue(for: $0) }
            #expect(try await refresher.token() == Pass("t1"))
        }
        #expect(issuer.count == 1)
    }
}
