import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Each store represents a process, because a lock works the same between two open files as between two processes.
@Suite struct SharedTokenFileTests {
    private let folder: Folder
    private let issuer = Issuer()
    private let time = TestTime(Pass.start)
    private var store: FileTokenStore<Pass> { FileTokenStore(folder.file("session.json")) }

    init() throws { folder = try Folder() }

    private func refresher(_ store: (any TokenStore<Pass>)? = nil) -> TokenRefresher<Pass> {
        TokenRefresher(store: store ?? self.store, now: { [time] in time.date }) { [issuer] in try await issuer.issue(for: $0) }
    }

    @Test func `FileTokenStore: only one of several processes refreshes the token, and all use it`() async throws {
        try store.save(Pass("old", expiresIn: 100))
        let refreshers = (0..<5).map { _ in refresher() }
        for refresher in refreshers { #expect(try await refresher.token().text == "old") }
        time.advance(by: 200)
        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for refresher in refreshers + refreshers { group.addTask { try await refresher.token().text } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(tokens == ["t1"])
        #expect(issuer.tokens == ["old"])
        #expect(try store.load() == Pass("t1"))
        #expect(folder.names.sorted() == ["session.json", "session.json.lock"])
        #expect(try folder.permissions("session.json.lock") == 0o600)
    }

    @Test func `FileTokenStore: a rejected token is replaced by another process's token, without a refresh`() async throws {
        try store.save(Pass("old"))
        let stub = guarded("t1")
        let clients = try (0..<2).map { _ in try APIClient.example(stub) { $0.authentication = .bearer(refresher()) } }
        // Both have loaded the token before either of them has refreshed it.
        for client in clients { #expect(await failure { try await client.string(.get("items")).value } != nil) }
        for client in clients { #expect(try await client.string(Protected()).value == "t1") }
        #expect(issuer.tokens == ["old"])
    }

    @Test func `FileTokenStore: a rejected token of another process is refreshed`() async throws {
        try store.save(Pass("old"))
        let stub = StubTransport { [store] request in
            if request.bearer == "old" { try store.save(Pass("other")) }
            return .judging(request, accepting: ["t1"])
        }
        let refresher = refresher()
        #expect(try await refresher.token().text == "old")
        let client = try APIClient.example(stub) { $0.authentication = .bearer(refresher) }
        #expect(try await client.string(Protected()).response.attempts.count == 3)
        #expect(stub.requests.map(\.bearer) == ["old", "other", "t1"])
        #expect(issuer.tokens == ["other"])
    }

    @Test func `FileTokenStore: if another process signs in as somebody else, the identity changes at once`() async throws {
        try store.save(Pass("ann"))
        let stub = StubTransport { request in
            HTTPResponse(headers: ["Cache-Control": "max-age=600"], body: Data((request.bearer ?? "").utf8))
        }
        let client = try APIClient.example(stub) {
            $0.authentication = .bearer(refresher())
            $0.policies.cache = CachePolicy()
        }
        #expect(try await client.string(Protected()).value == "ann")
        #expect(try await client.string(Protected()).response.source == .cache)
        try store.save(Pass("bob"))
        #expect(try await client.string(Protected()).value == "bob")
        // Another process signs out.
        try store.save(nil)
        #expect(try await client.string(Protected()).value == "t1")
        #expect(issuer.tokens == [nil])
        #expect(try await client.string(Protected()).response.source == .cache)
    }

    @Test func `FileTokenStore: a refused refresh is final only until another process replaces the token`() async throws {
        try store.save(Pass("old"))
        let issuer = Issuer { if $0 == 1 { throw APIError(.badStatus, "No.", response: HTTPResponse(status: 400)) } }
        let refresher = TokenRefresher(store: store) { try await issuer.issue(for: $0) }
        let stub = StubTransport { [store] request in
            // Another process signs in while the third call is in flight.
            if request.path == "/v1/last" { try store.save(Pass("other")) }
            return .judging(request, accepting: ["other"])
        }
        let client = try APIClient.example(stub) { $0.authentication = .bearer(refresher) }
        for _ in 1...2 { #expect(await failure { try await client.string(Protected()).value }?.code == .authentication) }
        #expect(try await client.string(Protected(path: "last")).value == "other")
        #expect(stub.requests.map(\.bearer) == ["old", "old", "old", "other"])
        #expect(issuer.tokens == ["old"])
    }

    /// Signs out as another process does, while this one waits for the lock.
    private struct SigningOut: TokenStore {
        let own, other: FileTokenStore<Pass>

        func load() throws -> Pass? { try own.load() }
        func save(_ token: Pass?) throws { try own.save(token) }
        func hasChanged() throws -> Bool { try own.hasChanged() }
        func exclusively(_ work: ExclusiveWork) async throws {
            if try other.load() != nil { try other.save(nil) }
            try await own.exclusively(work)
        }
    }

    @Test(arguments: [true, false])
    func `FileTokenStore: a call with an optional token goes without it if another process signs out during the refresh`(
        isRejected: Bool
    ) async throws {
        try store.save(Pass("old", expiresIn: isRejected ? nil : -1))
        let refresher = TokenRefresher(store: SigningOut(own: store, other: store), now: { Pass.start }) { [issuer] in
            try await issuer.issue(for: $0)
        }
        let stub = StubTransport { request in
            request.bearer == nil ? HTTPResponse(body: Data("public".utf8)) : HTTPResponse(status: 401)
        }
        let client = try APIClient.example(stub) { $0.authentication = .bearer(refresher) }
        #expect(try await client.string(.get("items").authenticated(by: .optional)).value == "public")
        #expect(issuer.count == 0)
        #expect(try store.load() == nil)
    }

    @Test func `FileTokenStore: a token that this process saves isn't mistaken for another process's token`() async throws {
        let refresher = refresher()
        let stub = StubTransport { _ in HTTPResponse(headers: ["Cache-Control": "max-age=600"]) }
        let client = try APIClient.example(stub) {
            $0.authentication = .bearer(refresher)
            $0.policies.cache = CachePolicy()
        }
        try await refresher.setToken(Pass("ann", expiresIn: 100))
        _ = try await client.string(Protected()).value
        time.advance(by: 200)
        #expect(try await refresher.token().text == "t1")
        #expect(try await client.string(Protected()).response.source == .cache)
    }

    @Test func `FileTokenStore: an expired token of another process is refreshed instead of this process's own token`() async throws {
        try store.save(Pass("old", expiresIn: 100))
        let refresher = refresher()
        #expect(try await refresher.token().text == "old")
        try store.save(Pass("other", expiresIn: 150))
        time.advance(by: 200)
        #expect(try await refresher.token().text == "t1")
        #expect(issuer.tokens == ["other"])
    }

    @Test func `FileTokenStore: after another process signs out, the refresh gets no token`() async throws {
        try store.save(Pass("old"))
        let refresher = refresher()
        #expect(try await refresher.token().text == "old")
        try store.save(nil)
        refresher.invalidate()
        #expect(try await refresher.token().text == "t1")
        #expect(issuer.tokens == [nil])
    }

    /// Another process replaces the token while a call is in flight; the response rejects the call's own token.
    private func client(
        _ refresher: TokenRefresher<Pass>, replacing token: Pass?, accepting accepted: String...
    ) throws -> (client: APIClient, stub: StubTransport) {
        let stub = StubTransport { [store] request in
            if request.bearer == "old" { try store.save(token) }
            return .judging(request, accepting: accepted)
        }
        return (try .example(stub) { $0.authentication = .bearer(refresher) }, stub)
    }

    @Test func `FileTokenStore: a sign-out by another process isn't undone by a refresh that fails`() async throws {
        try store.save(Pass("old"))
        let renewed = Recorder<String?>()
        let refresher = TokenRefresher(store: store) { pass in
            renewed.record(pass?.text)
            guard let pass else { throw OwnError(reason: "Sign in first.") }
            return pass
        }
        let (client, stub) = try client(refresher, replacing: nil)
        for _ in 1...3 { #expect(await failure { try await client.string(Protected()).value }?.code == .authentication) }
        #expect(stub.requests.map(\.bearer) == ["old"])
        #expect(renewed.values == [nil, nil, nil])
        #expect(try store.load() == nil)
    }

    @Test func `FileTokenStore: an expired token of another process stays in use if its refresh fails`() async throws {
        try store.save(Pass("old"))
        let issuer = Issuer { if $0 == 1 { throw OwnError(reason: "not today") } }
        let refresher = TokenRefresher(store: store, now: { [time] in time.date }) { try await issuer.issue(for: $0) }
        let (client, stub) = try client(refresher, replacing: Pass("other", expiresIn: -1), accepting: "t2")
        #expect(await failure { try await client.string(Protected()).value }?.code == .authentication)
        #expect(try store.load()?.text == "other")
        #expect(try await client.string(Protected()).value == "t2")
        #expect(stub.requests.map(\.bearer) == ["old", "t2"])
        #expect(issuer.tokens == ["other", "other"])
    }

    @Test(arguments: [nil, Pass("bob", expiresIn: -1)])
    func `FileTokenStore: a refresh that follows another process's sign-in or sign-out changes the identity`(
        replacement: Pass?
    ) async throws {
        try store.save(Pass("ann"))
        let stub = StubTransport { [store] request in
            if request.path == "/v1/items" {
                return HTTPResponse(headers: ["Cache-Control": "max-age=600"], body: Data((request.bearer ?? "").utf8))
            }
            if request.bearer == "ann" { try store.save(replacement) }
            return .judging(request, accepting: ["t1"])
        }
        let client = try APIClient.example(stub) {
            $0.authentication = .bearer(refresher())
            $0.policies.cache = CachePolicy()
        }
        #expect(try await client.string(Protected()).value == "ann")
        #expect(try await client.string(Protected(path: "other")).value == "t1")
        #expect(issuer.tokens == [replacement?.text])
        #expect(try await client.string(Protected()).value == "t1")
    }

    @Test func `FileTokenStore: a file damaged by another process is an error, and stays`() async throws {
        try store.save(Pass("old"))
        let refresher = refresher()
        #expect(try await refresher.token().text == "old")
        let file = try FileHandle(forUpdating: folder.file("session.json"))
        try file.truncate(atOffset: 5)
        refresher.invalidate()
        let error = await failure { try await refresher.token() }
        #expect(error?.code == .authentication)
        #expect((error?.underlying as? APIError)?.code == .file)
        #expect(error?.message.contains("session.json can't be decoded") == true)
        #expect(issuer.count == 0)
        #expect(try Data(contentsOf: folder.file("session.json")).count == 5)
    }

    @Test func `FileTokenStore: a file damaged during a call stays, however many refreshes find it`() async throws {
        try store.save(Pass("old"))
        let stub = StubTransport { [folder] _ in
            let file = try FileHandle(forUpdating: folder.file("session.json"))
            try file.truncate(atOffset: 5)
            return HTTPResponse(status: 401)
        }
        let client = try APIClient.example(stub) { $0.authentication = .bearer(refresher()) }
        for _ in 1...2 { #expect(await failure { try await client.string(Protected()).value }?.code == .authentication) }
        #expect(stub.requests.count == 1)
        #expect(issuer.count == 0)
        #expect(try Data(contentsOf: folder.file("session.json")).count == 5)
    }

    @Test func `FileTokenStore: a token that couldn't be saved isn't replaced by an older token in the file`() async throws {
        try store.save(Pass("old"))
        let refresher = refresher()
        await #expect(throws: APIError.self) { try await refresher.setToken(Pass("unsaved", expiresIn: .nan)) }
        refresher.invalidate()
        #expect(try await refresher.token().text == "t1")
        #expect(issuer.tokens == ["unsaved"])
    }

    @Test func `FileTokenStore: if no file can be written, a process refreshes for itself`() async throws {
        let refresher = refresher(FileTokenStore(folder.url.appending(path: "none/session.json")))
        #expect(try await refresher.token().text == "t1")
        #expect((refresher.saveFailure as? APIError)?.code == .file)
    }

    @Test func `FileTokenStore: a lock that isn't available is an error`() async throws {
        try FileManager.default.createDirectory(at: folder.file("session.json.lock"), withIntermediateDirectories: false)
        let error = await failure { try await refresher().token() }
        #expect(error?.message.contains("The token file session.json can't be locked") == true)
        #expect(issuer.count == 0)
    }

    /// Waits for a signal before it takes the lock.
    private struct WaitingStore: TokenStore {
        let own: FileTokenStore<Pass>
        let begun, resume: Signal

        func load() throws -> Pass? { try own.load() }
        func save(_ token: Pass?) throws { try own.save(token) }
        func hasChanged() throws -> Bool { try own.hasChanged() }
        func exclusively(_ work: ExclusiveWork) async throws {
            begun.give()
            await resume.wait()
            try await own.exclusively(work)
        }
    }

    @Test func `FileTokenStore: another process's sign-in is noticed while a background refresh waits for the lock`() async throws {
        try store.save(Pass("ann", expiresIn: 30))
        let (begun, resume) = (Signal(), Signal())
        let refresher = refresher(WaitingStore(own: store, begun: begun, resume: resume))
        #expect(try await refresher.token().text == "ann")
        await begun.wait()
        try store.save(Pass("bob"))
        #expect(try await refresher.token().text == "bob")
        resume.give()
        await refresher.finish()
        #expect(try await refresher.token().text == "bob")
        #expect(issuer.count == 0)
    }

    @Test func `TokenRefresher: when the program ends, a refresh that waits for the lock is given up`() async throws {
        try store.save(Pass("ann", expiresIn: 30))
        let (begun, resume) = (Signal(), Signal())
        let refresher = refresher(WaitingStore(own: store, begun: begun, resume: resume))
        #expect(try await refresher.token().text == "ann")
        await begun.wait()
        let end = Task { await refresher.finish() }
        end.cancel()
        await end.value
        resume.give()
        #expect(try await refresher.token().text == "ann")
        await begun.wait()
        resume.give()
        await refresher.finish()
        #expect(issuer.tokens == ["ann"])
        #expect(try store.load() == Pass("t1"))
    }

    /// Another process refreshes the token while this one waits for the lock. The second load waits for a signal.
    private struct SlowStore: TokenStore {
        let own, other: FileTokenStore<Pass>
        let loads = Counter()
        let begun, resume: Signal

        func load() async throws -> Pass? {
            if loads.next() == 2 {
                begun.give()
                await resume.wait()
            }
            return try own.load()
        }
        func save(_ token: Pass?) throws { try own.save(token) }
        func hasChanged() throws -> Bool { try own.hasChanged() }
        func exclusively(_ work: ExclusiveWork) async throws {
            try await own.exclusively(
                ExclusiveWork {
                    if loads.count == 1 { try other.save(Pass("new")) }
                    try await work()
                })
        }
    }

    @Test func `TokenRefresher: a token that was loaded for a refresh that is given up is loaded again`() async throws {
        try store.save(Pass("old", expiresIn: 100))
        let (begun, resume) = (Signal(), Signal())
        let refresher = refresher(SlowStore(own: store, other: store, begun: begun, resume: resume))
        #expect(try await refresher.token().text == "old")
        time.advance(by: 200)
        let call = Task { try await refresher.token().text }
        await begun.wait()
        let end = Task { await refresher.finish() }
        end.cancel()
        await end.value
        #expect(try await call.value == "old")
        resume.give()
        #expect(try await refresher.token().text == "new")
        #expect(issuer.count == 0)
    }

    // MARK: Another process

    /// Starts a shell that holds the lock and runs `script`. Returns when the shell has written a line.
    private func holder(_ script: String) async throws -> ChildProcess {
        let flock = try #require(SystemProgram.path(of: "flock"))
        let process = try await ChildProcess.start(
            flock, ["session.json.lock", "/bin/sh", "-c", "umask 077; echo locked; " + script],
            environment: ["PATH": "/usr/bin:/bin"], directory: folder.url)
        #expect(await process.nextLine() == "locked")
        return process
    }

    private static let hasFlock = SystemProgram.isInstalled("flock")

    @Test(.enabled(if: hasFlock, "flock isn't installed"))
    func `FileTokenStore: a process waits while another one refreshes, and uses its token`() async throws {
        try store.save(Pass("old", expiresIn: -1))
        let refresher = refresher()
        try #require(mkfifo(folder.file("go").path, 0o600) == 0)
        let process = try await holder(#"cat go; printf '{"text":"theirs"}' >new; mv new session.json; echo saved"#)
        async let token = refresher.token()
        let go = folder.file("go")
        try await onOwnThread { try FileHandle(forWritingTo: go).close() }
        #expect(try await token.text == "theirs")
        #expect(issuer.count == 0)
        #expect(await process.nextLine() == "saved")
    }

    @Test(.enabled(if: hasFlock, "flock isn't installed"))
    func `FileTokenStore: a process that ends releases its lock`() async throws {
        try store.save(Pass("old", expiresIn: -1))
        let refresher = refresher()
        let process = try await holder("exec sleep 1000")
        async let token = refresher.token()
        process.kill()
        #expect(try await token.text == "t1")
        #expect(issuer.tokens == ["old"])
    }

    @Test(.enabled(if: hasFlock, "flock isn't installed"))
    func `FileTokenStore: a wait for the lock ends when it is cancelled`() async throws {
        let process = try await holder("exec sleep 1000")
        let waiting = Task { [store] in try await store.exclusively(ExclusiveWork {}) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        process.kill()
    }

    @Test(.enabled(if: hasFlock, "flock isn't installed"))
    func `FileTokenStore: a token that is set is used at once, and saved after another process's refresh`() async throws {
        try store.save(Pass("old"))
        let process = try await holder("exec sleep 1000")
        let begun = Signal()
        let refresher = TokenRefresher(store: NotingStore(store: store, begun: begun)) { [issuer] in try await issuer.issue(for: $0) }
        async let set: Void = refresher.setToken(Pass("set"))
        await begun.wait()
        #expect(try await refresher.token().text == "set")
        #expect(try store.load()?.text == "old")
        process.kill()
        try await set
        #expect(try store.load()?.text == "set")
    }

    @Test(.enabled(if: hasFlock, "flock isn't installed"), arguments: [nil, Pass("set")])
    func `FileTokenStore: a token that is set while a refresh waits for another process is saved after that process`(
        pass: Pass?
    ) async throws {
        try store.save(Pass("old", expiresIn: -1))
        try #require(mkfifo(folder.file("go").path, 0o600) == 0)
        let process = try await holder(#"cat go; printf '{"text":"theirs"}' >new; mv new session.json; echo saved"#)
        let begun = Signal()
        let refresher = TokenRefresher(store: NotingStore(store: store, begun: begun), now: { [time] in time.date }) { pass in
            guard pass == nil else { throw OwnError(reason: "It was replaced.") }
            return Pass("guest")
        }
        let call = Task { try? await refresher.token() }
        await begun.wait()
        async let set: Void = refresher.setToken(pass)
        await begun.wait()
        #expect(try store.load()?.text == "old")
        let go = folder.file("go")
        try await onOwnThread { try FileHandle(forWritingTo: go).close() }
        #expect(await process.nextLine() == "saved")
        try await set
        // Without a token, the call refreshes.
        #expect(await call.value?.text == pass?.text ?? "guest")
        #expect(try store.load()?.text == pass?.text ?? "guest")
    }
}

/// Signals when its lock is requested, and when it has saved a token.
private struct NotingStore: TokenStore {
    let store: FileTokenStore<Pass>
    let begun: Signal

    func load() throws -> Pass? { try store.load() }
    func save(_ token: Pass?) throws {
        try store.save(token)
        begun.give()
    }
    func hasChanged() throws -> Bool { try store.hasChanged() }
    func exclusively(_ work: ExclusiveWork) async throws {
        begun.give()
        try await store.exclusively(work)
    }
}
