import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct CacheDirectoryTests {
    static let fresh = CachingTransportTests.fresh

    /// Every file below a folder, with its path.
    static func files(in folder: URL) -> [URL] {
        let contents = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        return (contents?.allObjects ?? []).compactMap { $0 as? URL }.filter {
            (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }
    }

    @Test func `CacheDirectory: caches share the responses of a folder, and see each other's changes`() async throws {
        let folder = try Folder()
        let one = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        let other = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        #expect(try await one.send().source == .network)
        #expect(try await other.send().source == .cache)
        // A copy in memory isn't used if the file is gone or has been replaced.
        try await one.send(.post)
        #expect(try await other.send().source == .network)
        #expect(try await one.send().source == .cache)
        try await one.send(use: .ignore)
        #expect(try await other.send().body == one.send().body)
        one.cache.removeAll()
        #expect(try await other.send().source == .network)
    }

    @Test func `CacheDirectory: files and folders are private, and their names contain no secret`() async throws {
        let folder = try Folder()
        let cache = folder.url.appending(path: "deep/cache")
        let stub = StubTransport { _ in
            HTTPResponse(headers: ["Cache-Control": "max-age=60", "Vary": "X-Token, X-A", "Set-Cookie": "planted-cookie"])
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
        let files = Self.files(in: cache)
        #expect(files.count == 1)
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

    @Test func `CacheDirectory: only folders of other versions are removed`() async throws {
        let folder = try Folder()
        for name in ["v0", "v99", "v1x", "other"] {
            try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
            try Data().write(to: folder.file(name).appending(path: "file"))
        }
        try await CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url)).send()
        #expect(folder.names == ["other", "v1", "v1x"])
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
            at: folder.file("v1"), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        let fixture = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        try await fixture.send()
        #expect(Self.files(in: folder.url).isEmpty)
    }
}
