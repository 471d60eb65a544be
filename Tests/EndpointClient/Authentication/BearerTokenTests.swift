import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct BearerTokenTests {
    @Test func `TokenRefresher: a token that is set is used from then on, and saved`() async throws {
        let store = RecordingStore(Pass("old"))
        let issuer = Issuer()
        let refresher = TokenRefresher<Pass>(store: store) { try await issuer.issue(for: $0) }
        try await refresher.setToken(Pass("new"))
        #expect(try await refresher.token() == Pass("new"))
        #expect(store.saved == ["new"])
        #expect(store.loads == 0)
        #expect(issuer.count == 0)
    }

    @Test func `TokenRefresher: a token that is set survives a refresh in flight, and waiting calls use it`() async throws {
        let (begun, cancelled) = (Signal(), Signal())
        let store = RecordingStore()
        let refresher = TokenRefresher<Pass>(store: store) { _ in
            begun.give()
            let (never, end) = AsyncStream<Never>.makeStream()
            // Waits until the task is cancelled, and then returns a token anyway.
            for await _ in never {}
            withExtendedLifetime(end) {}
            defer { cancelled.give() }
            return Pass("late")
        }
        async let waiter = refresher.token()
        await begun.wait()
        try await refresher.setToken(Pass("new"))
        #expect(try await waiter == Pass("new"))
        await cancelled.wait()
        #expect(try await refresher.token() == Pass("new"))
        #expect(store.saved == ["new"])
    }

    @Test func `TokenRefresher: after a sign-out during a refresh, no call gets the refreshed token`() async throws {
        struct NotSignedIn: Error {}
        let (begun, resume) = (Signal(), Signal())
        let store = RecordingStore(Pass("old", expiresIn: -1))
        let refresher = TokenRefresher<Pass>(store: store, now: { Pass.start }) { pass in
            guard pass != nil else { throw NotSignedIn() }
            begun.give()
            await resume.wait()
            return Pass("late")
        }
        let waiter = Task { try await refresher.token() }
        await begun.wait()
        try await refresher.setToken(nil)
        let error = await failure { try await waiter.value }
        #expect(error?.code == .authentication)
        #expect(error?.underlying is NotSignedIn)
        resume.give()
        #expect(await failure { try await refresher.token() }?.underlying is NotSignedIn)
        #expect(store.saved == [nil])
    }

    @Test func `TokenRefresher: a refresh may itself sign out, and still ends`() async throws {
        let box = Recorder<TokenRefresher<Pass>>()
        let count = Counter()
        let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(Pass("old", expiresIn: -1)), now: { Pass.start }) { _ in
            count.next()
            try await box.last?.setToken(nil)
            throw OwnError(reason: "revoked")
        }
        box.record(refresher)
        let error = await failure { try await refresher.token() }
        #expect(error?.underlying as? OwnError == OwnError(reason: "revoked"))
        #expect(count.count == 1)
    }

    @Test func `TokenRefresher: a refresh that sets a token itself still ends with the token that it returns`() async throws {
        let box = Recorder<TokenRefresher<Pass>>()
        let refresher = TokenRefresher<Pass> { _ in
            try await box.last?.setToken(Pass("between"))
            return Pass("last")
        }
        box.record(refresher)
        #expect(try await refresher.token() == Pass("last"))
    }

    @Test func `TokenRefresher: an invalidated token is refreshed before it is used again`() async throws {
        let issuer = Issuer()
        let refresher = TokenRefresher(Pass("old"), from: issuer)
        #expect(try await refresher.token() == Pass("old"))
        refresher.invalidate()
        #expect(try await refresher.token() == Pass("t1"))
        #expect(try await refresher.token() == Pass("t1"))
        #expect(issuer.tokens == ["old"])
    }

    @Test func `TokenRefresher: a token that is invalidated during its refresh is refreshed again`() async throws {
        let (asked, resume) = (Signal(), Signal())
        let issuer = Issuer { number in
            guard number == 1 else { return }
            asked.give()
            await resume.wait()
        }
        let refresher = TokenRefresher(nil, from: issuer)
        async let early = refresher.token()
        await asked.wait()
        refresher.invalidate()
        resume.give()
        _ = try await early
        #expect(try await refresher.token() == Pass("t2"))
        #expect(issuer.count == 2)
    }
}
