import CommandLineProgram
import EndpointKit
import GitHubAPI
import Testing

@testable import github

@Suite struct SearchTests {
    private func client(_ standIn: StandInServer) -> GitHubClient {
        var configuration = standIn.configuration
        configuration.authentication = .anonymous
        // Longer than any wait on a busy machine, because the request is sent again after a silence.
        configuration.requestTimeout = .seconds(600)
        return GitHubClient(configuration: configuration)
    }

    @Test(arguments: [1, 7, 10, 39, 40, 41, 100])
    func `GitHub search: every repository arrives once, whatever the size of a page`(perPage: Int) async throws {
        let standIn = try StandIn.start()
        let found = try await client(standIn).search("swift", perPage: perPage).elements.collect().get()
        #expect(found.map(\.id) == Array(1000..<1040))
        #expect(standIn.requests.count == (40 + perPage - 1) / perPage)
    }

    @Test func `GitHub search: each page is requested with the search's own parameters`() async throws {
        let standIn = try StandIn.start()
        let found = try await client(standIn).search("http-client", order: .stars, perPage: 1).elements.collect().get()
        #expect(found.map(\.stars) == found.map(\.stars).sorted(by: >) && found.count == 3)
        #expect(standIn.requests.map { $0.query["page"] } == [nil, "2", "3"])
        for request in standIn.requests {
            #expect(request.path.encoded == "/search/repositories")
            #expect(request.query.values(for: "q") == ["http-client"])
            #expect(request.query.values(for: "sort") == ["stars"])
            #expect(request.query.values(for: "per_page") == ["1"])
            #expect(request.headers["Accept"] == "application/vnd.github+json")
            #expect(request.headers["X-GitHub-Api-Version"] == "2022-11-28")
        }
    }

    @Test func `GitHub search: a limit ends the pages early, and each has the total`() async throws {
        let standIn = try StandIn.start()
        var totals: [Int] = []
        for try await page in client(standIn).search("swift", perPage: 10, limits: PageLimits(maxPages: 3)) {
            totals.append(page.value.totalCount)
        }
        #expect(totals == [40, 40, 40])
        #expect(standIn.requests.count == 3)
    }

    @Test func `GitHub search: a search without results is one empty page`() async throws {
        let standIn = try StandIn.start()
        #expect(try await client(standIn).search("cobol").elements.collect().get().isEmpty)
        #expect(standIn.requests.count == 1)
    }

    @Test func `GitHub search: a search without a search term is rejected with GitHub's own error`() async throws {
        let standIn = try StandIn.start()
        let collected = await client(standIn).search("").elements.collect()
        let error = try #require(collected.failure as? APIError)
        #expect(error.code == .badStatus && error.response?.status == 422)
        #expect(standIn.requests.count == 1)
        let refusal = try #require(error.underlying as? GitHubError)
        #expect(refusal.message == "Validation Failed" && refusal.documentationURL == "https://docs.github.com/rest")
    }

    @Test func `GitHub search: a used-up quota fails the next page, and keeps the pages before it`() async throws {
        let standIn = try StandIn.start(quota: 2)
        let collected = await client(standIn).search("swift", perPage: 10).elements.collect()
        #expect(collected.elements.count == 20)
        let error = try #require(collected.failure as? APIError)
        #expect(error.response?.status == 403)
        #expect((error.underlying as? GitHubError)?.message == "API rate limit exceeded for 127.0.0.1.")
        #expect(collected.position?.number == 3)
        #expect(standIn.requests.count == 3)
    }
}
