import EndpointKit
import EndpointKitTesting
import Synchronization
import TestSupport
import Testing

@Suite struct TokenStoreTests {
    @Test @MainActor func `TokenStore: it is loaded once, even for concurrent calls`() async throws {
        let resume = Signal()
        let store = RecordingStore(Pass("old"), loading: { _ in await resume.wait() })
        let refresher = TokenRefresher<Pass>(store: store) { _ in throw OwnError() }
        let tasks = (0..<50).map { _ in Task { try await refresher.token() } }
        await Task {}.value
        resume.give()
        for task in tasks { #expect(try await task.value == Pass("old")) }
        #expect(try await refresher.token() == Pass("old"))
        #expect(store.loads == 1)
    }

    @Test func `TokenStore: it isn't loaded before a token is needed`() async throws {
        let store = RecordingStore(Pass("old"))
        let refresher = TokenRefresher<Pass>(store: store) { _ in throw OwnError() }
        _ = try await APIClient.example(StubTransport()) { $0.authentication = .bearer(refresher) }.data(.get("items")).value
        #expect(store.loads == 0)
    }

    @Test func `TokenStore: a failing store fails the call with the reason, and the next call loads it again`() async throws {
        let store = RecordingStore(Pass("old"), loading: { if $0 == 1 { throw OwnError(reason: "locked") } })
        let refresher = TokenRefresher<Pass>(store: store) { _ in throw OwnError() }
        let error = await failure { try await refresher.token() }
        #expect(error?.code == .authentication)
        #expect(error?.underlying as? OwnError == OwnError(reason: "locked"))
        #expect(try await refresher.token() == Pass("old"))
    }

    @Test func `TokenStore: a token that is set during loading takes precedence`() async throws {
        let (asked, resume) = (Signal(), Signal())
        let store = RecordingStore(
            Pass("old"),
            loading: { _ in
                asked.give()
                await resume.wait()
            })
        let refresher = TokenRefresher<Pass>(store: store) { _ in throw OwnError() }
        async let early = refresher.token()
        await asked.wait()
        try await refresher.setToken(Pass("new"))
        resume.give()
        #expect(try await early == Pass("new"))
    }

    @Test func `TokenStore: a new token is saved before waiting calls continue`() async throws {
        let store = RecordingStore()
        let refresher = TokenRefresher<Pass>(store: store) { _ in Pass("t1") }
        _ = try await refresher.token()
        #expect(store.saved == ["t1"])
        #expect(refresher.saveFailure == nil)
    }

    @Test func `TokenStore: tokens are saved one after the other, the newest last`() async throws {
        let (begun, resume) = (Signal(), Signal())
        let store = RecordingStore(
            saving: { pass in
                guard pass == Pass("t1") else { return }
                begun.give()
                await resume.wait()
            })
        let refresher = TokenRefresher<Pass>(store: store) { _ in Pass("t1") }
        async let first = refresher.token()
        await begun.wait()
        async let second: Void = refresher.setToken(Pass("t2"))
        // A token that isn't saved yet is used anyway.
        try await eventually(asking: { try await refresher.token() == Pass("t2") })
        resume.give()
        try await second
        #expect(try await first == Pass("t2"))
        #expect(store.saved == ["t1", "t2"])
    }

    @Test func `TokenStore: a token that can't be saved is used, and that is reported`() async throws {
        let store = RecordingStore(saving: { if $0?.text != "t3" { throw OwnError(reason: "full") } })
        let refresher = TokenRefresher<Pass>(store: store) { _ in Pass("t1") }
        #expect(try await refresher.token() == Pass("t1"))
        #expect(refresher.saveFailure as? OwnError == OwnError(reason: "full"))
        await #expect(throws: OwnError(reason: "full")) { try await refresher.setToken(Pass("t2")) }
        #expect(try await refresher.token() == Pass("t2"))
        try await refresher.setToken(Pass("t3"))
        #expect(refresher.saveFailure == nil)
    }

    @Test func `TokenStore: a token that is rejected while another one is loaded isn't refreshed`() async throws {
        let (sent, answer, adapted, asked, resume) = (Signal(), Signal(), Signal(), Signal(), Signal())
        let store = ChangingStore(Pass("old")) {
            guard $0 == Pass("new") else { return }
            asked.give()
            await resume.wait()
        }
        let issuer = Issuer()
        let refresher = TokenRefresher<Pass>(store: store) { try await issuer.issue(for: $0) }
        let stub = StubTransport { request in
            if request.bearer == "old" {
                sent.give()
                await answer.wait()
            }
            return .judging(request, accepting: ["new"])
        }
        let client = try APIClient.example(stub, adapters: [AnyAdapter { _ in adapted.give() }]) {
            $0.authentication = .bearer(refresher)
        }
        async let value = client.string(Protected()).value
        await adapted.wait()
        await sent.wait()
        store.change(to: Pass("new"))
        async let token = refresher.token()
        await asked.wait()
        answer.give()
        // The call is about to be sent again.
        await adapted.wait()
        resume.give()
        #expect(try await value == "new")
        #expect(try await token == Pass("new"))
        #expect(issuer.count == 0)
    }

    @Test func `TokenStore: a token that is set during a refresh is saved before the refresh ends its exclusive work`() async throws {
        let (begun, resume) = (Signal(), Signal())
        let store = ExclusiveStore { pass in
            guard pass?.text == "set" else { return }
            await resume.wait()
            // The refresh has ended, and would now end its exclusive work too.
            for _ in 0..<100 { await Task.yield() }
        }
        let refresher = TokenRefresher<Pass>(store: store) { _ in
            begun.give()
            defer { resume.give() }
            try await Task.sleep(for: .seconds(600))
            return Pass("t1")
        }
        let call = Task { try await refresher.token() }
        await begun.wait()
        try await refresher.setToken(Pass("set"))
        #expect(try await call.value == Pass("set"))
        try await refresher.setToken(nil)
        #expect(store.events == ["begin", "save set", "end", "begin", "save nil", "end"])
    }

    @Test func `MemoryTokenStore: it returns the last token that was saved`() async throws {
        let store = MemoryTokenStore(Pass("old"))
        let refresher = TokenRefresher<Pass>(store: store) { _ in Pass("t1") }
        #expect(try await refresher.token() == Pass("old"))
        refresher.invalidate()
        _ = try await refresher.token()
        #expect(store.load() == Pass("t1"))
        try await refresher.setToken(nil)
        #expect(store.load() == nil)
    }

    @Test(arguments: [false, true])
    func `TokenStore: two refreshers that use one value behave like two processes`(isFile: Bool) async throws {
        let folder = try Folder()
        let store: any TokenStore<Pass>
        if isFile { store = FileTokenStore<Pass>(folder.file("session.json")) } else { store = MemoryTokenStore<Pass>() }
        try await store.save(Pass("old", expiresIn: 100))
        let (issuer, time) = (Issuer(), TestTime(Pass.start))
        let refreshers = (0..<2).map { _ in
            TokenRefresher<Pass>(store: store, leeway: .zero, now: { time.date }) { try await issuer.issue(for: $0) }
        }
        for refresher in refreshers { #expect(try await refresher.token().text == "old") }
        time.advance(by: 200)
        async let one = refreshers[0].token()
        async let other = refreshers[1].token()
        #expect(try await one.text == "t1")
        #expect(try await other.text == "t1")
        #expect(issuer.tokens == ["old"])
        try await refreshers[0].setToken(Pass("bob"))
        #expect(try await refreshers[1].token().text == "bob")
        try await refreshers[1].setToken(nil)
        #expect(try await refreshers[0].token().text == "t2")
        #expect(issuer.tokens == ["old", nil])
        withExtendedLifetime(folder) {}
    }

    @Test(.timeLimit(.minutes(3)), arguments: [1, 4, nil] as [Int?], [false, true])
    func `TokenStore: with one store, no two refreshers use one token, and no call is answered for another user`(
        limit: Int?, isFile: Bool
    ) async throws {
        let folder = try Folder()
        _ = try await SharedSessions(in: isFile ? folder.file("session.json") : nil, limit: limit).run(320, seed: 1)
    }

    @Test func `TokenRefresher: before the program ends, it waits until a refresh that was sent is saved`() async throws {
        let (sent, resume) = (Signal(), Signal())
        let store = RecordingStore(Pass("old", expiresIn: 30))
        let refresher = TokenRefresher<Pass>(store: store, now: { Pass.start }) { _ in
            sent.give()
            await resume.wait()
            return Pass("new")
        }
        #expect(try await refresher.token().text == "old")
        await sent.wait()
        let end = Task { await refresher.finish() }
        end.cancel()
        resume.give()
        await end.value
        #expect(store.saved == ["new"])
    }

    @Test func `TokenStore: a store that never returns doesn't block calls that wait for the token`() async throws {
        struct Stuck: UnsharedStore {
            func load() -> Pass? { nil }
            func save(_ token: Pass?) async { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
        }
        let refresher = TokenRefresher<Pass>(store: Stuck()) { _ in Pass("t1") }
        #expect(try await refresher.token() == Pass("t1"))
    }
}

/// A store whose token another process may change.
private final class ChangingStore: TokenStore {
    private let kept: Mutex<(token: Pass?, isKnown: Bool)>
    private let loading: @Sendable (Pass?) async -> Void

    init(_ pass: Pass?, loading: @escaping @Sendable (Pass?) async -> Void) {
        kept = Mutex((pass, true))
        self.loading = loading
    }

    func change(to pass: Pass?) { kept.withLock { $0 = (pass, false) } }

    func load() async -> Pass? {
        let token = kept.withLock { kept in
            kept.isKnown = true
            return kept.token
        }
        await loading(token)
        return token
    }

    func save(_ token: Pass?) { kept.withLock { $0 = (token, true) } }
    func hasChanged() -> Bool { kept.withLock { !$0.isKnown } }
    func exclusively(_ work: ExclusiveWork) async throws { try await work() }
}

/// Runs exclusive work one at a time, and records when it begins and ends.
private final class ExclusiveStore: TokenStore {
    private let log = Recorder<String>()
    private let turn = Signal()
    private let saving: @Sendable (Pass?) async -> Void

    init(saving: @escaping @Sendable (Pass?) async -> Void) {
        self.saving = saving
        turn.give()
    }

    var events: [String] { log.values }

    func load() -> Pass? { nil }
    func hasChanged() -> Bool { false }

    func save(_ token: Pass?) async {
        await saving(token)
        log.record("save \(token?.text ?? "nil")")
    }

    func exclusively(_ work: ExclusiveWork) async throws {
        await turn.wait()
        defer { turn.give() }
        log.record("begin")
        defer { log.record("end") }
        try await work()
    }
}
