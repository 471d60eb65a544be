import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Each user has a different file at the same URL.
@Suite struct PartialDownloadSignerTests: ResumingTests {
    private struct OwnFile: AuthenticatedEndpoint {
        var path: Path { "file" }
    }

    let folder: Folder
    let server: RangeServer

    init() throws {
        folder = try Folder()
        server = try RangeServer()
    }

    /// If `authentication` is nil, the endpoint doesn't need any.
    private func download(as authentication: (any Authentication)?, resuming: Bool = true, retry: RetryPolicy = .never) -> Call<URL> {
        var configuration = server.configuration
        configuration.authentication = authentication
        configuration.policies.retry = retry
        let client = APIClient(configuration: configuration, transport: PlatformTransport())
        let endpoint: any Endpoint = authentication == nil ? .get("file") : OwnFile()
        return client.download(endpoint, to: folder.file("a"), resuming: resuming)
    }

    @Test(
        arguments: [
            (.bearer("ann"), .bearer("ann"), "bytes=4-"), (.bearer("ann"), .bearer("bob"), nil), (.bearer("ann"), nil, nil),
            (nil, .bearer("ann"), nil), (nil, nil, "bytes=4-"), (.bearer("ann"), .unknown, nil), (.unknown, .unknown, nil),
        ] as [((any Authentication)?, (any Authentication)?, String?)])
    func `Partial download: a download that one user began isn't continued for another`(
        first: (any Authentication)?, next: (any Authentication)?, range: String?
    ) async throws {
        server.change { $0.breaksOffAfter = 4 }
        #expect(reason(of: await failure { try await download(as: first).value }) == .truncated)
        server.change { $0.breaksOffAfter = nil }
        _ = try await download(as: next).value
        try expectWhole()
        #expect(ranges == [nil, range])
    }

    /// What tells the users apart, apart from authentication.
    enum Sign: CaseIterable, Sendable {
        case cookie, authorization, key, query

        func route(_ user: String) -> Route {
            switch self {
            case .cookie: .get("file")
            case .authorization: .get("file", headers: ["Authorization": "Basic \(user)"])
            case .key: .get("file", headers: ["X-Api-Key": user])
            case .query: .get("file", query: ["api_key": user])
            }
        }
    }

    @Test(arguments: Sign.allCases, [("ann", "ann", "bytes=4-"), ("ann", "bob", nil), ("ann", "", nil), ("", "ann", nil)])
    func `Partial download: a download belongs to the user whom the cache would see`(
        sign: Sign, users: (first: String, next: String, range: String?)
    ) async throws {
        var configuration = server.configuration
        let jar = CookieJar()
        configuration.policies = .once
        configuration.policies.cookies = jar
        let client = APIClient(configuration: configuration, transport: PlatformTransport())
        func download(as user: String) async throws {
            let cookie = Cookie(name: "session", value: Secret(user), domain: "127.0.0.1", isSecure: false)
            if sign == .cookie { if user.isEmpty { try await jar.removeAll() } else { try await jar.set(cookie) } }
            let route = user.isEmpty ? .get("file") : sign.route(user)
            _ = try await client.download(route, to: folder.file("a"), resuming: true).value
        }
        server.change { $0.breaksOffAfter = 4 }
        #expect(reason(of: await failure { try await download(as: users.first) }) == .truncated)
        server.change { $0.breaksOffAfter = nil }
        try await download(as: users.next)
        try expectWhole()
        #expect(ranges == [nil, users.range])
    }

    @Test(arguments: [("ann", "bytes=4-"), ("bob", nil)])
    func `Partial download: an attempt with another cookie begins again`(next: String, range: String?) async throws {
        let jar = CookieJar()
        @Sendable func cookie(_ user: String) -> Cookie {
            Cookie(name: "session", value: Secret(user), domain: "127.0.0.1", isSecure: false)
        }
        try await jar.set(cookie("ann"))
        server.change { $0.breaksOffAfter = 4 }
        var configuration = server.configuration
        configuration.policies.cookies = jar
        configuration.policies.retry = RetryPolicy(maxAttempts: 2, backoff: Backoff(initial: .zero, maximum: .zero))
        let client = APIClient(
            configuration: configuration, transport: PlatformTransport(),
            adapters: [
                AnyAdapter { [server] request in
                    guard server.requests.count == 1 else { return }
                    try await jar.set(cookie(next))
                    server.change { $0.breaksOffAfter = nil }
                }
            ])
        _ = try await client.download(.get("file"), to: folder.file("a")).value
        try expectWhole()
        #expect(ranges == [nil, range])
    }

    @Test(.timeLimit(.minutes(4))) func `Partial download: an attempt after another user's sign-in begins again`() async throws {
        let users = ChangedSignerTests.Users("ann")
        server.change { $0.breaksOffAfter = 4 }
        let retry = RetryPolicy(maxAttempts: 2, backoff: Backoff(initial: .zero, maximum: .zero))
        let server = server
        let call = download(as: users, resuming: false, retry: retry).onProgress { _ in
            users.set("bob")
            server.change { $0.breaksOffAfter = nil }
        }
        _ = try await call.value
        try expectWhole()
        #expect(ranges == [nil, nil])
    }
}

extension Authentication where Self == AdapterAuthentication {
    fileprivate static var unknown: Self { .custom(.header("X-User", "ann") as FieldAdapter) }
}
