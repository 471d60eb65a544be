import EndpointKit
import Foundation
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct CookieFileTests {
    private let folder: Folder
    private var file: URL { folder.file("cookies") }

    init() throws { folder = try Folder() }

    private func exchange(domains: Set<String> = [], keepsSessionCookies: Bool = false) -> CookieExchange {
        CookieExchange(domains: domains, file: file, keepsSessionCookies: keepsSessionCookies)
    }

    private var text: String { get throws { try String(contentsOf: file, encoding: .utf8) } }

    @Test func `CookieJar: another jar with the same file has all cookies, complete and in order`() async throws {
        let first = exchange(domains: ["example.com"])
        try await first.receive([
            "b=\"2\" \\ é; Max-Age=86400; Path=/a", "a=1; Max-Age=86400; Domain=example.com; Path=/; Secure; HttpOnly",
            "=none; Max-Age=86400",
            "c=3; Max-Age=86400",
        ])
        let second = exchange()
        #expect(try await second.jar.cookies() == first.jar.cookies())
        #expect(try await second.sent() == first.sent())
        #expect(try await second.sent(to: "https://other.example.com/") == "a=1")
    }

    @Test func `CookieJar: the file is created with the first cookie, and only its owner may read it`() async throws {
        let exchange = exchange()
        #expect(try await exchange.sent() == nil)
        #expect(folder.names == [])
        try await exchange.receive(["a=1; Max-Age=86400"])
        #expect(folder.names == ["cookies", "cookies.lock"])
        #expect(try folder.permissions("cookies") == 0o600)
        #expect(try folder.permissions("cookies.lock") == 0o600)
    }

    @Test("CookieJar: session cookies are in the file only if the jar keeps them", arguments: [false, true])
    func sessions(keeps: Bool) async throws {
        let first = exchange(keepsSessionCookies: keeps)
        try await first.receive(["a=1", "b=2; Max-Age=86400"])
        #expect(try await first.sent() == "a=1; b=2")
        #expect(try text.contains("\"a\"") == keeps)
        #expect(try await exchange().sent() == (keeps ? "a=1; b=2" : "b=2"))
        try await first.jar.removeSessionCookies()
        #expect(try await first.sent() == "b=2")
        #expect(try await exchange().sent() == "b=2")
    }

    @Test func `CookieJar: session cookies don't cause a write`() async throws {
        let exchange = exchange()
        try await exchange.receive(["a=1", "b=; Max-Age=0"])
        #expect(folder.names == [])
        try await exchange.receive(["a=1; Max-Age=86400"])
        let written = try text
        // A session cookie that replaces a cookie in the file changes the file.
        try await exchange.receive(["a=2"])
        #expect(try text != written)
        #expect(try await exchange.sent() == "a=2")
        #expect(try await self.exchange().sent() == nil)
    }

    @Test func `CookieJar: a process's next request sees another process's changes, and no change is lost`() async throws {
        let (one, two) = (exchange(), exchange())
        try await one.receive(["a=1; Max-Age=86400", "s=session"])
        #expect(try await two.sent() == "a=1")
        two.advance(by: 1)
        try await two.receive(["a=2; Max-Age=86400", "b=1; Max-Age=86400"])
        one.advance(by: 2)
        try await one.receive(["c=1; Max-Age=86400"])
        #expect(try await one.sent() == "a=2; s=session; b=1; c=1")
        #expect(try await two.sent() == "a=2; b=1; c=1")
        try await two.receive(["a=; Max-Age=0"])
        #expect(try await one.sent() == "s=session; b=1; c=1")
        try await one.jar.removeAll()
        #expect(try await two.sent() == nil)
        #expect(try text.contains("\"cookies\":[]"))
    }

    @Test func `CookieJar: if the file is deleted, its cookies are gone, but session cookies stay`() async throws {
        let exchange = exchange()
        try await exchange.receive(["a=1; Max-Age=86400", "s=session"])
        try FileManager.default.removeItem(at: file)
        #expect(try await exchange.sent() == "s=session")
        try await exchange.receive(["b=1; Max-Age=86400"])
        #expect(try await exchange.sent() == "s=session; b=1")
    }

    @Test func `CookieJar: expired cookies aren't in the file after the next write`() async throws {
        let exchange = exchange()
        try await exchange.receive(["a=1; Max-Age=10"])
        exchange.advance(by: 20)
        try await exchange.receive(["b=1; Max-Age=86400"])
        #expect(try !text.contains("\"a\""))
    }

    @Test func `CookieJar: concurrent calls and jars lose no cookie`() async throws {
        let exchanges = (0..<4).map { _ in exchange() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { try await exchanges[number % 4].receive(["c\(number)=x; Max-Age=86400"]) }
            }
            try await group.waitForAll()
        }
        // A response waits only briefly for the file.
        try await eventually(asking: { Set(try await self.exchange().jar.cookies().map(\.name)) == Set((0..<40).map { "c\($0)" }) })
    }

    @Test func `CookieJar: with a file, too, the cookie that was sent last is evicted last`() async throws {
        let exchange = exchange()
        for number in 0..<50 { try await exchange.receive(["c\(number)=x; Max-Age=60000; Path=/\(number)"]) }
        exchange.advance(by: 1)
        #expect(try await exchange.sent(to: "https://www.example.com/0") == "c0=x")
        exchange.advance(by: 1)
        for number in 50..<52 { try await exchange.receive(["c\(number)=x; Max-Age=60000; Path=/\(number)"]) }
        #expect(try await exchange.sent(to: "https://www.example.com/0") == "c0=x")
        #expect(try await exchange.sent(to: "https://www.example.com/1") == nil)
        #expect(try await self.exchange().sent(to: "https://www.example.com/0") == "c0=x")
    }

    // MARK: Failures

    @Test(
        "CookieJar: a file with other content is an error, and stays unchanged",
        arguments: [
            "", "{", "# Netscape HTTP Cookie File\n.example.com\tTRUE\t/\tTRUE\t0\ta\thunter2\n", "[]", "{\"version\":1}",
            "{\"version\":2,\"cookies\":[]}",
            "{\"cookies\":[]}", "{\"version\":1,\"cookies\":[{\"name\":\"hunter2\"}]}", "{\"version\":1,\"cookies\":[],",
        ])
    func foreign(content: String) async throws {
        try folder.write(Array(content.utf8), to: "cookies")
        chmod(file.path, 0o600)
        let stub = StubTransport(HTTPResponse(headers: ["Set-Cookie": "a=1; Max-Age=86400"]))
        let transport = StepTransport(around: stub, cookies: CookieJar(file: file))
        let error = await failure { try await transport.send(CookieExchange.request("https://a.example/")) }
        #expect(error?.code == .file)
        #expect(error?.message.hasPrefix("The cookie file cookies ") == true)
        #expect(!"\(String(describing: error))".contains("hunter2"))
        #expect(stub.requests.isEmpty)
        #expect(try text == content)
    }

    @Test func `CookieJar: a file that others may read is an error`() async throws {
        try folder.write(Array("{\"version\":1,\"cookies\":[]}".utf8), to: "cookies")
        chmod(file.path, 0o644)
        let error = await failure { try await exchange().sent() }
        #expect(error?.code == .file)
        #expect(error?.message.contains("chmod 600") == true)
    }

    @Test(
        "CookieJar: a file that can't be created is an error before anything is sent",
        arguments: ["missing/cookies", "", "cookies\0x"])
    func unwritable(path: String) async throws {
        let stub = StubTransport()
        let transport = StepTransport(around: stub, cookies: CookieJar(file: folder.url.appending(path: path)))
        let error = await failure { try await transport.send(CookieExchange.request("https://a.example/")) }
        #expect(error?.code == .file)
        #expect(stub.requests.isEmpty)
    }

    #if os(Linux)
        // Runs in a separate process, whose user can change.
        @Test func `CookieJar: a file in a read-only folder is used, and the jar says that it can't be written`() async throws {
            await #expect(processExitsWith: .success) {
                let test = try CookieFileTests()
                try await test.exchange().receive(["a=1; Max-Age=86400"])
                let path = test.folder.url.path(percentEncoded: false)
                try #require(chmod(path, 0o555) == 0)
                if geteuid() == 0 {
                    for name in test.folder.names { try #require(chown(path + name, 65534, 65534) == 0) }
                    // The real user changes too, because `access` checks that user's permissions.
                    try #require(setreuid(65534, uid_t.max) == 0 && seteuid(65534) == 0)
                }
                let exchange = test.exchange()
                try #require(try await exchange.sent() == "a=1")
                try await exchange.receive(["b=2; Max-Age=86400"])
                let failure = exchange.jar.saveFailure
                try #require(failure?.message == "The cookie file cookies can't be written: Permission denied.")
                try #require(try await exchange.sent() == "a=1; b=2")
                try #require(try await test.exchange().sent() == "a=1")
                _ = seteuid(0)
            }
        }
    #endif

    @Test func `CookieJar: cookies in a file that can't be sent are skipped`() async throws {
        let document = """
            {"version": 1, "cookies": [
              {"name": "a", "value": "x\\r\\nInjected: y", "domain": "www.example.com", "path": "/", "created": 1, "sent": 1},
              {"name": "b", "value": "x", "domain": "WWW.example.com", "path": "/", "created": 1, "sent": 1},
              {"name": "c", "value": "x", "domain": "www.example.com", "path": "", "created": 1, "sent": 1},
              {"name": "d", "value": "x", "domain": "www.example.com", "path": "/", "created": 1, "sent": 1}
            ]}
            """
        try folder.write(Array(document.utf8), to: "cookies")
        chmod(file.path, 0o600)
        #expect(try await exchange().sent() == "d=x")
    }

    @Test func `CookieJar: a call succeeds even if its cookies can't be written, and the next write has them`() async throws {
        let exchange = exchange()
        try await exchange.receive(["a=1; Max-Age=86400"])
        let moved = folder.url.appendingPathExtension("moved")
        try FileManager.default.moveItem(at: folder.url, to: moved)
        let stub = StubTransport(HTTPResponse(headers: ["Set-Cookie": "b=2; Max-Age=86400"]))
        // A missing file isn't an error, because it may have been deleted.
        _ = try await StepTransport(around: stub, cookies: exchange.jar).send(CookieExchange.request("https://www.example.com/a/b"))
        #expect(exchange.jar.saveFailure?.code == .file)
        #expect(try await exchange.sent() == "b=2")
        let cookie = Cookie(name: "c", value: "3", domain: "www.example.com", expires: CookieExchange.start + 60)
        #expect(await failure { try await exchange.jar.set(cookie) }?.code == .file)
        try FileManager.default.moveItem(at: moved, to: folder.url)
        try await exchange.receive(["d=4; Max-Age=86400"])
        #expect(exchange.jar.saveFailure == nil)
        #expect(try await self.exchange().sent() == "a=1; b=2; d=4; c=3")
    }

    @Test func `CookieJar: a response isn't lost while another process has the lock`() async throws {
        let exchange = exchange()
        try await exchange.receive(["a=1; Max-Age=86400"])
        let lock = open(file.path + ".lock", O_WRONLY)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        var configuration = APIConfiguration(baseURL: try #require(URL(string: "https://www.example.com/a/")))
        configuration.policies.cookies = exchange.jar
        let client = APIClient(
            configuration: configuration, transport: StubTransport(HTTPResponse(headers: ["Set-Cookie": "b=2; Max-Age=86400"])))
        try await client.call(.get("b")).value
        // The call didn't wait until the jar gave up.
        #expect(exchange.jar.saveFailure == nil)
        #expect(try await exchange.sent() == "a=1; b=2")
        flock(lock, LOCK_UN)
        try await eventually(asking: { try await self.exchange().sent() == "a=1; b=2" })
    }

    @Test func `CookieJar: a call that waits for another process's lock can be cancelled`() async throws {
        let exchange = exchange()
        try await exchange.receive(["a=1; Max-Age=86400"])
        let lock = open(file.path + ".lock", O_WRONLY)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        let answered = Signal()
        let transport = StubTransport { _ in
            answered.give()
            return HTTPResponse(headers: ["Set-Cookie": "b=2; Max-Age=86400"])
        }
        var configuration = APIConfiguration(baseURL: try #require(URL(string: "https://www.example.com/a/")))
        configuration.policies.cookies = exchange.jar
        let client = APIClient(configuration: configuration, transport: transport)
        let handle = client.call(.get("b")).start { _ in }
        await answered.wait()
        // The response has arrived before the cancel.
        try await eventually(asking: { try await exchange.jar.cookies().count == 2 })
        handle.cancel()
        await eventually { client.activeCalls.isEmpty }
        flock(lock, LOCK_UN)
        // The cookie was kept anyway. On a slow machine, the write may have given up waiting for the lock, and is tried again here.
        await exchange.jar.finishSaving()
        #expect(try await self.exchange().sent() == "a=1; b=2")
    }
}
