import EndpointKit
import Foundation
import TestSupport
import Testing

@Suite struct FileBodyTests {
    @Test(arguments: [
        ("a.png", "image/png"), ("A.JPG", "image/jpeg"), ("a.tar.gz", "application/gzip"), ("a.json", "application/json"),
        ("a", "application/octet-stream"), ("a.unheard", "application/octet-stream"), (".png", "application/octet-stream"),
    ])
    func `FileBody: the content type is guessed from a common extension`(name: String, type: String) throws {
        let file = try TemporaryFile(name: name)
        #expect(try FileBody(file.url).entity().contentType == type)
        #expect(try FileBody(file.url, contentType: "x/y").entity().contentType == "x/y")
    }

    @Test func `FileBody: a file of a terabyte is read only as far as requested`() async throws {
        let file = try TemporaryFile(zeros: 1 << 40)
        let entity = try FileBody(file.url).entity()
        #expect(entity.length == 1 << 40)
        var chunks = try entity.chunks().makeAsyncIterator()
        for _ in 1...100 { #expect(try await chunks.next()?.count == 65_536) }
    }

    @Test func `FileBody: a file that is missing or unreadable is rejected before anything is sent`() throws {
        let file = try TemporaryFile()
        let folder = file.url.deletingLastPathComponent()
        let missing = folder.appending(path: "missing.txt")
        for (url, reason) in [
            (missing, "No such file"), (folder, "not a regular file"), (URL(filePath: "/dev/zero"), "not a regular file"),
            (URL(string: "https://example.com/a"), "not the URL of a file"),
            (URL(string: "file:///etc/hosts%00.txt"), "not the URL of a file"),
        ] {
            let url = try #require(url)
            let error = #expect(throws: APIError.self) { try FileBody(url).entity() }
            #expect(error?.code == .bodyEncoding)
            #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
            let entity = HTTPBodyEntity(contentType: nil, content: .file(url))
            #expect(entity.length == nil)
        }
    }

    @Test func `FileBody: a named pipe is rejected without waiting`() async throws {
        let file = try TemporaryFile(name: "a")
        let pipe = file.url.deletingLastPathComponent().appending(path: "pipe")
        try #require(mkfifo(pipe.path(percentEncoded: false), 0o600) == 0)
        await #expect(throws: APIError.self) { try await onOwnThread { try FileBody(pipe).entity() } }
    }

    @Test(arguments: [0, 99_999, 100_001, 200_000] as [UInt64])
    func `FileBody: a file that changed its length after it was measured isn't sent as a whole`(_ count: UInt64) async throws {
        let file = try TemporaryFile(zeros: 100_000)
        let entity = try FileBody(file.url).entity()
        try file.resize(to: count)
        let error = await failure { try await entity.bytes() }
        #expect(error?.code == .bodyEncoding)
        #expect(error?.message.contains("file.bin does not have its announced length") == true)
    }

    @Test func `FileBody: a file that shrinks while it is read is an error`() async throws {
        let file = try TemporaryFile(zeros: 200_000)
        var chunks = try FileBody(file.url).entity().chunks().makeAsyncIterator()
        _ = try await chunks.next()
        try file.resize(to: 100_000)
        _ = try await chunks.next()
        #expect(await failure { try await chunks.next() }?.code == .bodyEncoding)
    }

    @Test func `FileBody: a file that disappears between two attempts is an error`() async throws {
        let file = try TemporaryFile(Data("x".utf8))
        let entity = try FileBody(file.url).entity()
        _ = try await entity.bytes()
        try FileManager.default.removeItem(at: file.url)
        #expect(await failure { try await entity.bytes() }?.message.contains("No such file") == true)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/mem")))
    func `FileBody: a failed read is an error`() async throws {
        let error = await failure { try await FileBody(URL(filePath: "/proc/self/mem")).entity().bytes() }
        #expect(error?.code == .bodyEncoding)
        #expect(error?.message.contains("can't be read") == true)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")))
    func `FileBody: a file is closed after it was read, abandoned or rejected`() async throws {
        let file = try TemporaryFile(zeros: 200_000)
        let entity = try FileBody(file.url).entity()
        do {
            _ = try await entity.bytes()
            var chunks = try entity.chunks().makeAsyncIterator()
            _ = try await chunks.next()
            #expect(openDescriptor(of: file.url) != nil)
        }
        #expect(openDescriptor(of: file.url) == nil)
        let folder = file.url.deletingLastPathComponent()
        #expect(throws: APIError.self) { try FileBody(folder).entity() }
        #expect(openDescriptor(of: folder) == nil)
    }

    @Test func `FileBody: a file without read permission is rejected`() throws {
        let file = try TemporaryFile()
        try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: file.url.path(percentEncoded: false))
        let folder = file.url.deletingLastPathComponent()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(percentEncoded: false))
        // The superuser may read everything. Only this thread gives up that right, and the code below stays on this thread.
        let setUser = unsafeBitCast(try #require(dlsym(nil, "setfsuid")), to: (@convention(c) (uid_t) -> CInt).self)
        let user = setUser(65_534)
        defer { _ = setUser(uid_t(user)) }
        let error = #expect(throws: APIError.self) { try FileBody(file.url).entity() }
        #expect(error?.message.contains("Permission denied") == true)
    }
}
