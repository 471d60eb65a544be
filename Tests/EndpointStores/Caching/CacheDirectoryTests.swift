import EndpointKit
import EndpointKitTesting
@testable import EndpointStores
import Foundation
import TestSupport
import Testing

@Suite struct CacheDirectoryTests {
    static let fresh = ResponseCacheTests.fresh

    /// The stored responses below a folder, without the file that grows with each invalidation.
    static func files(in folder: URL) -> [URL] { allFiles(in: folder).filter { $0.lastPathComponent != "invalidations" } }

    /// Every file below a folder, with its path.
    private static func allFiles(in folder: URL) -> [URL] {
        let contents = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        return (contents?.allObjects ?? []).compactMap { $0 as? URL }.filter {
            (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }
    }

    /// A cache whose responses arrive on demand. One signal reports a request, and the other releases its response.
    private static func slow(_ text: String, in folder: Folder) -> (CacheFixture, asked: Signal, mayAnswer: Signal) {
        let (asked, mayAnswer) = (Signal(), Signal())
        let fixture = CacheFixture(CachePolicy(directory: folder.url)) { _ in
            asked.give()
            await mayAnswer.wait()
            return HTTPResponse(headers: fresh, body: Data(text.utf8))
        }
        return (fixture, asked, mayAnswer)
    }

    @Test func `CacheDirectory: caches share the responses of a folder, and see each other's changes`() async throws {
        let folder = try Folder()
        let one = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        let other = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        #expect(try await one.send().source == .network)
        #expect(try await other.send().source == .cache)
        // A copy in memory isn't used if the file has been deleted or replaced.
        try await one.send(.post)
        #expect(try await other.send().source == .network)
        #expect(try await one.send().source == .cache)
        try await one.send(use: .ignore)
        #expect(try await other.send().body == one.send().body)
        one.cache.removeAll()
        #expect(try await other.send().source == .network)
    }

    @Test(arguments: ["post", "clear"])
    func `CacheDirectory: a response whose request began before another cache's invalidation isn't stored`(way: String) async throws {
        let folder = try Folder()
        let (slow, asked, mayAnswer) = Self.slow("old", in: folder)
        let other = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        let reading = Task { try await slow.send() }
        await asked.wait()
        if way == "post" { try await other.send(.post) } else { other.cache.removeAll() }
        mayAnswer.give()
        _ = try await reading.value
        #expect(try await other.send().source == .network)
        // The response to a request that begins later is stored.
        mayAnswer.give()
        try await slow.send(use: .ignore)
        #expect(try await slow.send().source == .cache)
    }

    // The writer has checked the log, and keeps the folder's lock until its file is in place.
    @Test(arguments: ["post", "clear"])
    func `CacheDirectory: an invalidation that can't get the lock keeps the writer's response from being stored`(way: String) async throws {
        let folder = try Folder()
        let fixture = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        try await fixture.send(.get, "/b")
        let request = try CacheFixture.request()
        let key = RequestKey(request, of: .nobody, over: ConnectionPolicy())
        let stored = try #require(
            StoredResponse(
                HTTPResponse(headers: Self.fresh), to: request, sentAs: request, key, requestTime: 0, responseTime: 0, heuristicFraction: 0,
                lacksBody: false))
        let (writer, other) = try (Self.directory(in: folder), Self.directory(in: folder))
        guard case .written = writer.write(stored, if: { true }) else { throw Complaint("nothing was written") }
        let outcome = writer.write(stored) {
            other.noteInvalidation(of: way == "post" ? key.resource : nil)
            if way == "post" { other.removeAll(of: key.resource) } else { other.removeAll() }
            return true
        }
        guard case .failed = outcome else { throw Complaint("the response was stored") }
        #expect(other.find(key.resource, nil, where: { _ in true }) == nil)
        // What remains belongs to other resources.
        #expect(Self.files(in: folder.url).count == (way == "post" ? 1 : 0))
        guard case .written = writer.write(stored, if: { true }) else { throw Complaint("nothing was written afterwards") }
    }

    @Test func `CacheDirectory: a response that was found during a clearing isn't stored again`() async throws {
        let folder = try Folder()
        try await CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url)).send()
        let (clearing, reader) = try (Self.directory(in: folder), Self.directory(in: folder))
        let key = try RequestKey(CacheFixture.request(), of: .nobody, over: ConnectionPolicy())
        clearing.noteInvalidation(of: nil)
        let moment = reader.prepare()
        let (found, _) = try #require(reader.find(key.resource, nil, where: { _ in true }))
        clearing.removeAll()
        let outcome = reader.write(found) { reader.allowsStoring(key.resource, since: moment) }
        guard case .failed = outcome else { throw Complaint("the response was stored") }
        #expect(Self.files(in: folder.url).isEmpty)
    }

    private static func directory(in folder: Folder) throws -> CacheDirectory {
        try #require(CacheDirectory(folder.url, limit: 1 << 20, heuristicFraction: 0))
    }

    @Test func `CacheDirectory: an invalidation of another resource doesn't keep a response from being stored`() async throws {
        let folder = try Folder()
        let (slow, asked, mayAnswer) = Self.slow("new", in: folder)
        let other = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        let reading = Task { try await slow.send() }
        await asked.wait()
        for number in 1...3 { try await other.send(.post, "/elsewhere/\(number)") }
        mayAnswer.give()
        _ = try await reading.value
        #expect(try await other.send().body == Data("new".utf8))
    }

    @Test(arguments: ["pipe", "folder"])
    func `CacheDirectory: with a pipe or a folder in place of its log, it neither hangs nor keeps what another process has changed`(
        kind: String
    ) async throws {
        let folder = try Folder()
        let files = folder.url.appending(path: "EndpointKit-cache-v2")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let log = files.appending(path: "invalidations")
        if kind == "pipe" {
            #expect(mkfifo(log.path, 0o600) == 0)
        } else {
            try FileManager.default.createDirectory(at: log, withIntermediateDirectories: false)
            try Data().write(to: log.appending(path: "a"))
        }
        let (slow, asked, mayAnswer) = Self.slow("old", in: folder)
        let other = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        let reading = Task { try await slow.send() }
        await asked.wait()
        try await other.send(.post)
        mayAnswer.give()
        _ = try await reading.value
        #expect(try await other.send().source == .network)
        other.cache.removeAll()
    }

    @Test(arguments: ["EndpointKit-cache-v2", "subfolder"])
    func `CacheDirectory: a folder that others may read is emptied, too`(name: String) async throws {
        let folder = try Folder()
        let fixture = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        try await fixture.send()
        let file = try #require(Self.files(in: folder.url).first)
        let open = name == "subfolder" ? file.deletingLastPathComponent() : folder.url.appending(path: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: open.path)
        #expect((fixture.cache.directoryProblem == nil) == (name == "subfolder") && fixture.cache.usage.count == 1)
        fixture.cache.removeAll()
        #expect(Self.files(in: folder.url).isEmpty)
    }

    @Test func `CacheDirectory: a response that was stored while the folder wasn't usable isn't used afterwards`() async throws {
        let folder = try Folder()
        let files = folder.url.appending(path: "EndpointKit-cache-v2")
        try folder.write([], to: "EndpointKit-cache-v2")
        let one = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        for source in [.network, .cache] as [ResponseSource] { #expect(try await one.send().source == source) }
        try FileManager.default.removeItem(at: files)
        let other = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        try await other.send(.get, "/b")
        try await other.send(.post)
        #expect(try await one.send().source == .network)
    }

    @Test func `ResponseCache: it says why a directory isn't used`() throws {
        let folder = try Folder()
        #expect(ResponseCache(CachePolicy(directory: folder.url)).directoryProblem == nil)
        #expect(ResponseCache().directoryProblem == nil)
        try folder.write([], to: "file")
        #expect(ResponseCache(CachePolicy(directory: folder.file("file"))).directoryProblem?.hasSuffix("file isn't a folder") == true)
        #expect(ResponseCache(CachePolicy(directory: folder.file("file/cache"))).directoryProblem?.hasSuffix("file isn't a folder") == true)
        #expect(ResponseCache(CachePolicy(directory: URL(string: "https://a.example"))).directoryProblem != nil)
        #expect(ResponseCache(CachePolicy(directory: folder.file("none/cache"))).directoryProblem == nil)
        #expect(folder.names == ["file"])
    }

    @Test func `ResponseCache: it says if another process keeps the folder locked`() async throws {
        let folder = try Folder()
        let fixture = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        try await fixture.send()
        let files = folder.file("EndpointKit-cache-v2").path
        let problem = try #require(FolderLock.exclusively(files) { fixture.cache.directoryProblem })
        #expect(problem?.hasSuffix("EndpointKit-cache-v2 is kept locked by another process") == true)
        #expect(fixture.cache.directoryProblem == nil)
    }

    #if os(Linux)
        // Runs in a separate process, whose user and limits can change.
        @Test func `ResponseCache: it says if the disk is full or the directory can't be written`() async throws {
            await #expect(processExitsWith: .success) {
                let folder = try Folder()
                let caches = ["", "none"].map { ResponseCache(CachePolicy(directory: folder.file($0))) }
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 10, rlim_max: 1 << 20)
                try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
                for cache in caches { try #require(cache.directoryProblem?.hasSuffix(" can't be written: File too large") == true) }
                limit.rlim_cur = limit.rlim_max
                try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
                for cache in caches { try #require(cache.directoryProblem == nil) }
                try #require(chmod(folder.url.path(percentEncoded: false), 0o555) == 0)
                if geteuid() == 0 { try #require(seteuid(65534) == 0) }
                for cache in caches { try #require(cache.directoryProblem?.hasSuffix(" can't be written: Permission denied") == true) }
                _ = seteuid(getuid())
            }
        }
    #endif

    @Test func `CacheDirectory: an unwritable response isn't kept in memory, where no other cache could remove it`() async throws {
        let folder = try Folder()
        let fixture = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        let files = folder.url.appending(path: "EndpointKit-cache-v2")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // Files in place of the folders.
        for number in 0..<256 {
            let digits = String(number, radix: 16)
            try Data().write(to: files.appending(path: digits.count == 1 ? "0\(digits)" : digits))
        }
        for _ in 1...2 { #expect(try await fixture.send().source == .network) }
    }

    @Test func `CacheDirectory: a cache with a smaller size leaves the files of others`() async throws {
        let folder = try Folder()
        let large = CacheFixture(CachePolicy(directory: folder.url)) { _ in HTTPResponse(headers: Self.fresh, body: Data(count: 10_000)) }
        let small = CacheFixture.counting(Self.fresh, CachePolicy(size: 1000, directory: folder.url))
        try await large.send()
        await #expect(throws: APIError.self) { try await small.send(use: .only) }
        #expect(try await large.send().source == .cache)
        #expect(try await CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url)).send().source == .cache)
    }

    @Test func `CacheDirectory: a cookie that changes with each request leaves only a limited number of files`() async throws {
        let folder = try Folder()
        let client = try APIClient.example(StubTransport { _ in HTTPResponse(headers: ["Cache-Control": "max-age=3600"]) }) {
            $0.policies.cache = CachePolicy(directory: folder.url)
        }
        for number in 0..<100 { try await client.call(.get("items", headers: ["Cookie": "sid=\(number)"])).value }
        #expect(Self.files(in: folder.url).count == 64)
    }

    @Test func `CacheDirectory: files and folders are private, and their names contain no secret`() async throws {
        let folder = try Folder()
        let cache = folder.url.appending(path: "deep/cache")
        let stub = StubTransport { _ in
            HTTPResponse(headers: ["Cache-Control": "max-age=3600", "Vary": "X-Token, X-A", "Set-Cookie": "planted-cookie"])
        }
        let client = try APIClient.example(stub) {
            $0.authentication = .query(["apikey": "planted-key"])
            $0.policies.cache = CachePolicy(directory: cache)
        }
        struct Planted: AuthenticatedEndpoint {
            var path: Path { "planted-path" }
            var query: Query { ["token": "planted-token"] }
            var headers: HTTPHeaders { ["Cookie": "planted-cookie", "X-Token": "planted-field", "X-A": "planted-value"] }
        }
        try await client.call(Planted()).value
        #expect(try await client.call(Planted()).response.source == .cache)
        #expect(Self.files(in: cache).count == 1)
        let files = Self.allFiles(in: cache)
        #expect(files.count == 2)
        for file in files {
            #expect(!file.path.contains("planted"))
            #expect(!String(decoding: try Data(contentsOf: file), as: UTF8.self).contains("planted"))
            #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
            let parent = file.deletingLastPathComponent().path
            #expect(try FileManager.default.attributesOfItem(atPath: parent)[.posixPermissions] as? Int == 0o700)
        }
        #expect(try FileManager.default.attributesOfItem(atPath: cache.path)[.posixPermissions] as? Int == 0o700)
        let error = await #expect(throws: APIError.self) { try await client.call(.get("other?", query: [:])).cached(.only).value }
        #expect(!"\(String(describing: error))".contains("planted"))
        let missing = await #expect(throws: APIError(.notCached, "")) {
            try await client.data(.get("planted", query: ["token": "planted-token"])).cached(.only).value
        }
        var text = ""
        dump(missing, to: &text)
        #expect(!"\(String(describing: missing))\(text)".contains("planted-token"))
    }

    @Test(arguments: ["empty", "short", "flipped", "longer", "shared", "text"])
    func `CacheDirectory: a damaged file is a miss, and is removed`(damage: String) async throws {
        let folder = try Folder()
        let policy = CachePolicy(directory: folder.url)
        try await CacheFixture.counting(Self.fresh, policy).send()
        let file = try #require(Self.files(in: folder.url).first)
        var bytes = try Data(contentsOf: file)
        switch damage {
        case "empty": bytes = Data()
        case "short": bytes.removeLast()
        case "flipped": bytes[bytes.count - 1] ^= 1
        case "longer": bytes.append(0)
        case "text": bytes = Data("a text".utf8)
        default: break
        }
        try bytes.write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: damage == "shared" ? 0o644 : 0o600], ofItemAtPath: file.path)
        let fixture = CacheFixture.counting(Self.fresh, policy)
        await #expect(throws: APIError(.notCached, "")) { try await fixture.send(use: .only) }
        #expect(Self.files(in: folder.url).isEmpty)
        #expect(try await fixture.send().source == .network)
        #expect(try await CacheFixture.counting(Self.fresh, policy).send().source == .cache)
    }

    @Test func `CacheDirectory: files stay within the limit, and the oldest are removed first`() async throws {
        let folder = try Folder()
        let fixture = CacheFixture(CachePolicy(size: 100_000, directory: folder.url)) { _ in
            HTTPResponse(headers: Self.fresh, body: Data(count: 1000))
        }
        var most = 0
        for number in 0..<200 {
            try await fixture.send(.get, Path("/\(number)"))
            most = max(most, fixture.cache.usage.bytes)
        }
        #expect(most <= 100_000)
        #expect(fixture.cache.usage.bytes > 50_000)
        let other = CacheFixture(CachePolicy(directory: folder.url)) { _ in HTTPResponse() }
        #expect(try await other.send(.get, "/199", use: .only).source == .cache)
        await #expect(throws: APIError(.notCached, "")) { try await other.send(.get, "/0", use: .only) }
    }

    private static func makePrivate(_ folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for url in [folder, folder.deletingLastPathComponent()] {
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: url.path)
        }
    }

    @Test func `CacheDirectory: files in lower versions' formats are removed, and files in a higher version's format stay`() async throws {
        let folder = try Folder()
        let file = "00/\(String(repeating: "0", count: 64)).\(String(repeating: "a", count: 32)).\(String(repeating: "f", count: 32))"
        for name in ["EndpointKit-cache-v1", "EndpointKit-cache-v3", "EndpointKit-cache-v00", "v0"] {
            try Self.makePrivate(folder.file(name).appending(path: "00"))
            try Data().write(to: folder.file(name).appending(path: file))
        }
        try await CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url)).send()
        #expect(folder.names == ["EndpointKit-cache-v00", "EndpointKit-cache-v2", "EndpointKit-cache-v3", "v0"])
        #expect(Self.files(in: folder.url).filter { $0.path.hasSuffix(file) }.count == 3)
    }

    @Test func `CacheDirectory: a file that no cache wrote is never removed, whatever its folder is named`() async throws {
        let folder = try Folder()
        var paths = ["v1/a", "v2/a", "v1/src/a", "EndpointKit-cache-v0/a", "EndpointKit-cache-v0/00/a"]
        for path in ["a", "00/a", "00/.a", "00/.1-", "00/.2147483646-a b", "mine/a", "00/\(String(repeating: "0", count: 64))"] {
            paths.append("EndpointKit-cache-v2/\(path)")
        }
        // Paths with the name of a response that are in the wrong place, or that aren't files.
        let name = "\(String(repeating: "0", count: 64)).\(String(repeating: "a", count: 32)).\(String(repeating: "f", count: 32))"
        paths += ["EndpointKit-cache-v2/\(name)", "EndpointKit-cache-v2/00/\(name)/a", "EndpointKit-cache-v2/mine/\(name)"]
        for path in paths {
            let url = folder.url.appending(path: path)
            try Self.makePrivate(url.deletingLastPathComponent())
            try Data("a".utf8).write(to: url)
        }
        // Links lead out of the cache's folder.
        let outside = try Folder()
        try outside.write([0x61], to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: outside.url.path)
        try FileManager.default.createSymbolicLink(
            at: folder.file("EndpointKit-cache-v2").appending(path: "01"), withDestinationURL: outside.url)
        let fixture = CacheFixture(CachePolicy(size: 40_000, directory: folder.url)) { _ in
            HTTPResponse(headers: Self.fresh, body: Data(count: 4000))
        }
        for number in 0..<30 { try await fixture.send(.get, Path("/\(number)")) }
        #expect(fixture.cache.usage.count > 0)
        fixture.cache.removeAll()
        #expect(fixture.cache.usage.count == 0)
        #expect(paths.filter { !FileManager.default.fileExists(atPath: folder.url.appending(path: $0).path) } == [])
        #expect(outside.names == [name])
        #expect(Self.files(in: folder.url).count == paths.count)
    }

    @Test func `CacheDirectory: only the log remains after the cache was cleared`() async throws {
        let folder = try Folder()
        let fixture = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        for number in 0..<5 { try await fixture.send(.get, Path("/\(number)")) }
        fixture.cache.removeAll()
        let files = folder.url.appending(path: "EndpointKit-cache-v2")
        #expect(try FileManager.default.contentsOfDirectory(atPath: files.path) == ["invalidations"])
    }

    @Test(.timeLimit(.minutes(4)), arguments: [0, 1, 5], [false, true])
    func `CacheDirectory: a response in flight isn't stored after another process has cleared the cache`(
        earlier: Int, deletesFolder: Bool
    ) async throws {
        let folder = try Folder()
        let other = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        for _ in 0..<earlier {
            try await other.send()
            other.cache.removeAll()
        }
        let (slow, asked, mayAnswer) = Self.slow("old", in: folder)
        let reading = Task { try await slow.send() }
        await asked.wait()
        other.cache.removeAll()
        if deletesFolder { try FileManager.default.removeItem(at: folder.url.appending(path: "EndpointKit-cache-v2")) }
        mayAnswer.give()
        _ = try await reading.value
        #expect(try await other.send().source == .network)
    }

    @Test func `CacheDirectory: a path with a zero byte names no folder`() async throws {
        let folder = try Folder()
        try Self.makePrivate(folder.file("keep"))
        try folder.write([0x61], to: "keep/file")
        for url in [URL(filePath: folder.url.path + "/keep\0b"), try #require(URL(string: "file://\(folder.url.path)/keep%00b"))] {
            let fixture = CacheFixture.counting(Self.fresh, CachePolicy(directory: url))
            try await fixture.send()
            #expect(try await fixture.send().source == .cache)
            #expect(fixture.cache.usage.count == 1)
            fixture.cache.removeAll()
        }
        #expect(folder.names == ["keep"])
        #expect(Self.files(in: folder.url).count == 1)
    }

    @Test(arguments: ["file:", "https://example.com/cache"])
    func `CachePolicy: a URL that names no folder leaves the cache in memory`(url: String) async throws {
        let fixture = CacheFixture.counting(Self.fresh, CachePolicy(directory: URL(string: url)))
        try await fixture.send()
        #expect(try await fixture.send().source == .cache)
        #expect(fixture.cache.usage.count == 1)
        #expect(!FileManager.default.fileExists(atPath: "/EndpointKit-cache-v2"))
    }

    @Test func `CachePolicy: the largest size causes no overflow`() async throws {
        let folder = try Folder()
        let fixture = CacheFixture.counting(Self.fresh, CachePolicy(size: .max, directory: folder.url, entryLimit: .max))
        for number in 0..<3 { try await fixture.send(.get, Path("/\(number)")) }
        #expect(fixture.cache.usage.count == 3)
        #expect(try await CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url)).send(.get, "/1").source == .cache)
    }

    @Test(.enabled(if: getuid() != 0, "The superuser may write everywhere."))
    func `CacheDirectory: a file that can't be removed isn't read again`() async throws {
        let folder = try Folder()
        try await CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url)).send()
        let parent = try #require(Self.files(in: folder.url).first).deletingLastPathComponent().path
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: parent)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: parent) }
        let fixture = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        #expect(try await fixture.send().source == .cache)
        try await fixture.send(.post)
        #expect(Self.files(in: folder.url).count == 1)
        #expect(try await fixture.send().source == .network)
    }

    @Test func `CacheDirectory: a file that an ended process left behind is removed`() async throws {
        let folder = try Folder()
        let fixture = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        try await fixture.send()
        let file = try #require(Self.files(in: folder.url).first)
        let left = file.deletingLastPathComponent().appending(path: ".2147483646-abc")
        try Data(count: 10).write(to: left)
        #expect(fixture.cache.usage.count == 1)
        #expect(Self.files(in: folder.url).count == 1)
    }

    @Test(arguments: ["/proc/nothing/here", "/dev/null/cache"])
    func `CacheDirectory: if the folder can't be created, the cache is in memory only`(path: String) async throws {
        let fixture = CacheFixture.counting(Self.fresh, CachePolicy(directory: URL(filePath: path)))
        try await fixture.send()
        #expect(try await fixture.send().source == .cache)
        #expect(fixture.cache.usage.count == 0)
    }

    @Test func `CacheDirectory: a folder that others can read isn't used`() async throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(
            at: folder.file("EndpointKit-cache-v2"), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        let fixture = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        try await fixture.send()
        #expect(Self.files(in: folder.url).isEmpty)
    }
}
