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
            (nil, .bearer("ann"), nil), (nil, nil, "bytes=4-"), (.bearer("ann"), .unknown, nil), (.unknown, .unknown, "bytes=4-"),
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
