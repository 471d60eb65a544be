import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite struct RefreshingAuthenticationTests {
    private func answer(_ refresher: TokenRefresher<Pass>, _ stub: StubTransport = guarded("old", "t1", "t2")) async throws -> String {
        try await APIClient.example(stub) { $0.authentication = .bearer(refresher) }.string(Protected()).value
    }

    @Test(arguments: [nil, 60.001, 3600, .infinity, .nan])
    func `RefreshingAuthentication: a token that is valid for longer than the leeway is sent`(seconds: Double?) async throws {
        let issuer = Issuer()
        #expect(try await answer(TokenRefresher(Pass("old", expiresIn: seconds), from: issuer)) == "old")
        #expect(issuer.count == 0)
    }

    @Test(arguments: [0, -1, -Double.infinity])
    func `RefreshingAuthentication: an expired token is refreshed before anything is sent`(seconds: Double) async throws {
        let issuer = Issuer()
        let stub = guarded("t1")
        #expect(try await answer(TokenRefresher(Pass("old", expiresIn: seconds), from: issuer), stub) == "t1")
        #expect(issuer.tokens == ["old"])
        #expect(stub.requests.count == 1)
    }

    @Test func `RefreshingAuthentication: the first refresh gets no token`() async throws {
        let issuer = Issuer()
        let refresher = TokenRefresher(nil, from: issuer)
        #expect(try await answer(refresher) == "t1")
        #expect(try await refresher.token() == Pass("t1"))
        #expect(issuer.tokens == [nil])
    }

    @Test(arguments: [60, 30, 0.001])
    func `RefreshingAuthentication: a token that expires within the leeway is sent at once and refreshed in the background`(
        seconds: Double
    ) async throws {
        let (resume, saved) = (Signal(), Signal())
        let issuer = Issuer { _ in await resume.wait() }
        let store = RecordingStore(Pass("old", expiresIn: seconds), saving: { _ in saved.give() })
        let refresher = TokenRefresher(store: store, now: { Pass.start }) { try await issuer.issue(for: $0) }
        // The refresh doesn't end before these calls are answered.
        #expect(try await answer(refresher) == "old")
        #expect(try await answer(refresher) == "old")
        resume.give()
        await saved.wait()
        #expect(try await answer(refresher) == "t1")
        #expect(issuer.count == 1)
    }

    @Test func `RefreshingAuthentication: a token that was invalidated before it was loaded is refreshed`() async throws {
        let issuer = Issuer()
        let refresher = TokenRefresher(Pass("old"), from: issuer)
        refresher.invalidate()
        #expect(try await answer(refresher) == "t1")
    }

    @Test func `RefreshingAuthentication: the leeway is at most a tenth of the token's lifetime`() async throws {
        let issuer = Issuer()
        let time = TestTime(Pass.start)
        let refresher = TokenRefresher(nil, from: issuer, now: time)
        try await refresher.setToken(Pass("old", expiresIn: 50))
        time.advance(by: 44.9)
        #expect(try await answer(refresher) == "old")
        #expect(issuer.count == 0)
        time.advance(by: 0.2)
        #expect(try await answer(refresher) == "old")
        await eventually { issuer.count == 1 }
    }

    private static func answered(_ status: HTTPStatus) -> APIError { APIError(.badStatus, "No.", response: HTTPResponse(status: status)) }

    /// Errors of a refresh, and the codes of the calls that wait for it.
    private static let failures: [(any Error, APIError.Code)] = [
        (APIError(.connection, "No."), .connection), (APIError(.timeout, "No."), .timeout), (APIError(.deadline, "No."), .deadline),
        (APIError(.tls, "No."), .tls), (answered(503), .badStatus), (answered(429), .badStatus), (answered(408), .badStatus),
        (APIError(.custom, "No.", underlying: APIError(.connection, "No.")), .connection),
        (POSIXError(.ENETUNREACH), .connection),
        (answered(400), .authentication), (answered(403), .authentication), (APIError(.badStatus, "No."), .authentication),
        (APIError(.decoding, "No."), .authentication), (APIError(.custom, "No.", underlying: OwnError()), .authentication),
        (OwnError(), .authentication),
    ]

    @Test(arguments: failures.indices)
    func `RefreshingAuthentication: a refresh whose server is unreachable or overloaded isn't a failed sign-in`(index: Int) async throws {
        let (reason, code) = Self.failures[index]
        let issuer = Issuer { _ in throw reason }
        let error = await #expect(throws: APIError.self) { try await answer(TokenRefresher(nil, from: issuer)) }
        #expect(error?.code == code)
        #expect(error?.underlying.map { "\($0)" } == "\(reason)")
        #expect(error?.message.hasPrefix("The token could not be refreshed") == true)
    }

    @Test func `RefreshingAuthentication: if a token expires during its background refresh, the call waits`() async throws {
        let resume = Signal()
        let issuer = Issuer { _ in await resume.wait() }
        let time = TestTime(Pass.start)
        let refresher = TokenRefresher(Pass("old", expiresIn: 30), from: issuer, now: time)
        #expect(try await answer(refresher) == "old")
        time.advance(by: 30)
        async let late = answer(refresher)
        resume.give()
        #expect(try await late == "t1")
        #expect(issuer.count == 1)
    }

    @Test func `RefreshingAuthentication: a failed background refresh isn't repeated with every call`() async throws {
        let begun = Signal()
        let issuer = Issuer { number in
            begun.give()
            if number == 1 { throw OwnError() }
        }
        let clock = ManualClock()
        let refresher = TokenRefresher(Pass("old", expiresIn: 30), from: issuer, clock: clock)
        #expect(try await answer(refresher) == "old")
        await begun.wait()
        // The refresh may or may not have failed by now.
        for _ in 0..<50 {
            #expect(try await answer(refresher) == "old")
            await Task.yield()
        }
        #expect(issuer.count == 1)
        // A tenth of the leeway later.
        clock.advance(by: .seconds(6))
        try await eventually(asking: {
            _ = try await answer(refresher)
            return issuer.count >= 2
        })
    }

    @Test func `RefreshingAuthentication: a token that is expired when issued is used once, and the call ends`() async throws {
        let issuer = Issuer()
        let refresher = TokenRefresher<Pass>(now: { Pass.start }) { Pass(try await issuer.issue(for: $0).text, expiresIn: -5) }
        #expect(try await answer(refresher) == "t1")
        #expect(try await answer(refresher) == "t2")
    }

    @Test func `RefreshingAuthentication: separate closures may say how a token is sent and when it expires`() async throws {
        let refresher = TokenRefresher<Int>(
            store: MemoryTokenStore(1), now: { Pass.start }, expiry: { Pass.start.addingTimeInterval($0 == 1 ? -1 : 1000) },
            refresh: { ($0 ?? 0) + 1 })
        let request = try await sent(Protected()) {
            $0.authentication = .token(refresher) { $1.query.append("session", "\($0)") }
        }
        #expect(request.query.encoded == "session=2")
    }

    @Test func `RefreshingAuthentication: an unauthenticated endpoint neither waits nor refreshes`() async throws {
        let issuer = Issuer()
        let client = try APIClient.example(guarded()) { $0.authentication = .bearer(TokenRefresher(nil, from: issuer)) }
        let error = await failure { try await client.string(.get("items")).value }
        #expect(error?.code == .badStatus)
        #expect(error?.attempts.count == 1)
        #expect(issuer.count == 0)
    }
}
