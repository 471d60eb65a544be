import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EndpointStores

/// A response to a request that was sent before a clearing doesn't bring a cookie back.
@Suite struct CookieClearingTests {
    enum Clearing: String, CaseIterable {
        case all, host, session, cookie, replacement

        func apply(to jar: CookieJar) async throws {
            switch self {
            case .all: try await jar.removeAll()
            case .host: try await jar.removeAll(for: "example.com")
            case .session: try await jar.removeSessionCookies()
            case .cookie: try await jar.remove(CookieClearingTests.cookie("none"))
            case .replacement: try await jar.set(CookieClearingTests.cookie("b"))
            }
        }
    }

    private static func cookie(_ value: Secret, name: String = "session") -> Cookie {
        Cookie(name: name, value: value, domain: "api.example.com", path: "/")
    }

    /// Answers with cookies when the test allows it.
    private struct Server {
        let asked = Signal()
        let mayAnswer = Signal()
        var transport: StubTransport {
            StubTransport { _ in
                asked.give()
                await mayAnswer.wait()
                return HTTPResponse(headers: ["Set-Cookie": "session=a; Path=/", "Cache-Control": "no-store"])
            }
        }
    }

    private static func names(_ jar: CookieJar) async throws -> [String] {
        try await jar.cookies().map { "\($0.name)=\($0.value.reveal())" }
    }

    @Test(.timeLimit(.minutes(4)), arguments: Clearing.allCases, [false, true])
    func `Cookie clearing: the response to an earlier request doesn't set a cleared cookie again`(
        clearing: Clearing, shares: Bool
    ) async throws {
        let (jar, server) = (CookieJar(), Server())
        let client = try APIClient.example(server.transport) {
            $0.policies.cookies = jar
            $0.policies.sharesEqualRequests = shares
        }
        async let first = client.data(.get("items")).value
        await server.asked.wait()
        try await clearing.apply(to: jar)
        server.mayAnswer.give()
        _ = try await first
        #expect(try await Self.names(jar) == (clearing == .replacement ? ["session=b"] : []))
        // A call that begins afterwards stores its cookie.
        server.mayAnswer.give()
        _ = try await client.data(.get("items")).value
        #expect(try await Self.names(jar) == ["session=a"])
    }

    @Test(.timeLimit(.minutes(4))) func `Cookie clearing: a cookie that isn't cleared is set`() async throws {
        let (jar, server) = (CookieJar(), Server())
        let client = try APIClient.example(server.transport) { $0.policies.cookies = jar }
        async let first = client.data(.get("items")).value
        await server.asked.wait()
        try await jar.removeAll(for: "example.org")
        try await jar.remove(Self.cookie("none", name: "other"))
        server.mayAnswer.give()
        _ = try await first
        #expect(try await Self.names(jar) == ["session=a"])
    }

    @Test(.timeLimit(.minutes(4))) func `Cookie clearing: after very many clearings, the response to an earlier request sets nothing`()
        async throws
    {
        let (jar, server) = (CookieJar(), Server())
        let client = try APIClient.example(server.transport) { $0.policies.cookies = jar }
        async let first = client.data(.get("items")).value
        await server.asked.wait()
        try await jar.removeAll()
        for _ in 0..<2000 { try await jar.remove(Self.cookie("none", name: "other")) }
        server.mayAnswer.give()
        _ = try await first
        #expect(try await Self.names(jar).isEmpty)
    }

    @Test(.timeLimit(.minutes(4)), arguments: Clearing.allCases)
    func `Cookie clearing: it reaches another jar with the same file`(clearing: Clearing) async throws {
        let folder = try Folder()
        let file = folder.file("cookies.json")
        let (jar, other) = (CookieJar(file: file, keepsSessionCookies: true), CookieJar(file: file, keepsSessionCookies: true))
        try await other.set(Self.cookie("x", name: "first"))
        let server = Server()
        let client = try APIClient.example(server.transport) { $0.policies.cookies = jar }
        async let first = client.data(.get("items")).value
        await server.asked.wait()
        try await clearing.apply(to: other)
        server.mayAnswer.give()
        _ = try await first
        let kept = clearing == .cookie || clearing == .replacement ? ["first=x"] : []
        let expected = kept + (clearing == .replacement ? ["session=b"] : [])
        for jar in [jar, other, CookieJar(file: file)] { #expect(try await Self.names(jar) == expected) }
    }

    @Test(.timeLimit(.minutes(4))) func `Cookie clearing: another jar's clearings affect only the cookies that they cover`() async throws {
        let folder = try Folder()
        let file = folder.file("cookies.json")
        let (jar, other) = (CookieJar(file: file, keepsSessionCookies: true), CookieJar(file: file, keepsSessionCookies: true))
        try await other.set(Self.cookie("x", name: "first"))
        let server = Server()
        let client = try APIClient.example(server.transport) { $0.policies.cookies = jar }
        async let first = client.data(.get("items")).value
        await server.asked.wait()
        try await other.removeAll(for: "example.org")
        server.mayAnswer.give()
        _ = try await first
        #expect(try await Self.names(other) == ["first=x", "session=a"])
    }

    @Test func `Cookie clearing: all cookies are covered if a file lists too few clearings, or has another count`() {
        var (shared, known) = (SharedClearings(), SharedClearings())
        #expect(shared.new(since: known) == [])
        shared.add([.session])
        #expect(shared.new(since: known) == [.session])
        known = shared
        shared.add(Array(repeating: .host("example.org"), count: 100))
        #expect(shared.new(since: known) == Array(repeating: .host("example.org"), count: 100))
        shared.add([.session])
        #expect(shared.new(since: known) == [.everything])
        // The file was deleted, so the counting begins again.
        #expect(SharedClearings().new(since: known) == [.everything])
        var other = SharedClearings()
        other.add([.session, .session])
        #expect(other.new(since: known) == [.everything])
    }

    @Test(.timeLimit(.minutes(4)), arguments: Clearing.allCases)
    func `Cookie clearing: a sign-in after another jar's clearing is kept`(clearing: Clearing) async throws {
        let folder = try Folder()
        let file = folder.file("cookies.json")
        let (jar, other) = (CookieJar(file: file, keepsSessionCookies: true), CookieJar(file: file, keepsSessionCookies: true))
        try await other.set(Self.cookie("x", name: "first"))
        _ = try await jar.cookies()
        try await clearing.apply(to: other)
        let stub = StubTransport(HTTPResponse(headers: ["Set-Cookie": "session=a; Path=/"]))
        _ = try await APIClient.example(stub) { $0.policies.cookies = jar }.data(.get("items")).value
        #expect(try await Self.names(other).contains("session=a"))
    }

    enum Restart: CaseIterable {
        case absent, deleted, older
    }

    @Test(.timeLimit(.minutes(4)), arguments: Restart.allCases)
    func `Cookie clearing: it reaches another jar even if the file's count starts again`(restart: Restart) async throws {
        let folder = try Folder()
        let file = folder.file("cookies.json")
        let (jar, other) = (CookieJar(file: file, keepsSessionCookies: true), CookieJar(file: file, keepsSessionCookies: true))
        if restart != .absent {
            for number in 0..<5 { try await other.set(Self.cookie("x", name: "c\(number)")) }
            try await other.removeAll()
            _ = try await jar.cookies()
        }
        switch restart {
        case .absent: break
        case .deleted: try FileManager.default.removeItem(at: file)
        case .older:
            // Version 0.2.0 writes such a file.
            try Data(#"{"version":1,"cookies":[]}"#.utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        }
        let server = Server()
        let client = try APIClient.example(server.transport) { $0.policies.cookies = jar }
        async let first = client.data(.get("items")).value
        await server.asked.wait()
        try await other.removeAll()
        server.mayAnswer.give()
        _ = try await first
        for jar in [jar, other] { #expect(try await Self.names(jar).isEmpty) }
    }

    @Test(.timeLimit(.minutes(4)), arguments: [false, true])
    func `Cookie clearing: many changes to another host's cookies cover only those cookies`(sharesFile: Bool) async throws {
        let folder = try Folder()
        let file = folder.file("cookies.json")
        let jar = sharesFile ? CookieJar(file: file, keepsSessionCookies: true) : CookieJar()
        let other = sharesFile ? CookieJar(file: file, keepsSessionCookies: true) : jar
        try await other.set(Self.cookie("x", name: "first"))
        let server = Server()
        let client = try APIClient.example(server.transport) { $0.policies.cookies = jar }
        async let first = client.data(.get("items")).value
        await server.asked.wait()
        for number in 0..<(sharesFile ? 20 : 600) { try await other.remove(Self.cookie("none", name: "c\(number)")) }
        server.mayAnswer.give()
        _ = try await first
        #expect(try await Self.names(jar).contains("session=a"))
    }

    @Test(.timeLimit(.minutes(4))) func `Cookie clearing: a call that ended before its shared run began sends nothing`() async throws {
        let hook = Mutex<(@Sendable () -> Void)?>(nil)
        let jar = CookieJar {
            hook.withLock { $0.take() }?()
            return Date()
        }
        let stub = StubTransport(HTTPResponse(headers: ["Set-Cookie": "session=a; Path=/"]))
        let client = try APIClient.example(stub) {
            $0.policies.cookies = jar
            $0.policies.sharesEqualRequests = true
        }
        // The client cancels the call while the call looks for an identical one.
        hook.withLock { $0 = { client.cancelAll() } }
        #expect(await failure { try await client.data(.get("items")).value }?.code == .cancelled)
        await client.shutDown(gracePeriod: .seconds(60))
        #expect(stub.requests.isEmpty)
    }

    /// Returns the call's response even if the call has been cancelled.
    private struct Deaf: Transport, AwaitedInPlace {
        let asked = Signal()
        let mayAnswer = Signal()
        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
            asked.give()
            await mayAnswer.wait()
            return HTTPResponse(headers: ["Set-Cookie": "session=a; Path=/", "Cache-Control": "max-age=600"])
        }

        func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
            HTTPResponseStream(try await send(request, in: context))
        }
    }

    @Test(.timeLimit(.minutes(4))) func `Cookie clearing: a cancelled call stores nothing`() async throws {
        let (jar, transport) = (CookieJar(), Deaf())
        let client = try APIClient.example(transport) {
            $0.policies.cookies = jar
            $0.policies.cache = CachePolicy()
        }
        async let first = client.data(.get("items")).result
        await transport.asked.wait()
        client.cancelAll()
        transport.mayAnswer.give()
        #expect(await first.isFailure)
        #expect(try await Self.names(jar).isEmpty)
        #expect(client.cache?.usage.count == 0)
    }
}

extension Result {
    fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
