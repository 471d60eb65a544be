import EndpointKit
import TestSupport
import Testing

@Suite struct RememberedCallsTests {
    @Test(arguments: [false, true], [1, 4, nil])
    func `Call order: no call gets another user's response, an older version or another language`(shares: Bool, limit: Int?) async throws {
        let folder = try Folder()
        for url in [nil, folder.url] {
            for cookies in [false, true] {
                _ = try await RememberedCalls(in: url, limit: limit, shares: shares, cookies: cookies).run(320, seed: 1)
            }
        }
    }
}
