import EndpointKit

/// The code of the migration pages: one small API, for which each page also has the other library's code.
enum Migration {
    struct Issue: Codable, Equatable, Sendable {
        let number: Int
        let title: String
    }

    struct Refusal: Decodable, Error {
        let message: String
    }

    final class TrackerClient: APIClient, @unchecked Sendable {
        func issues(label: String? = nil, page: Int = 1) -> Call<[Issue]> {
            call(.get("issues", query: ["label": label, "page": page]).authenticated())
        }
        func open(_ title: String) -> Call<Issue> {
            call(.post("issues", body: .json(["title": title])).authenticated())
        }
        func close(_ number: Int) -> Call<Void> { call(.delete("issues/\(number)").authenticated()) }
    }

    static func use(_ baseURL: URL, token: Secret) async throws -> [Issue] {
        let tracker = TrackerClient(configuration: APIConfiguration(baseURL: baseURL, authentication: .bearer(token)))
        do {
            let opened = try await tracker.open("It is slow").value
            try await tracker.close(opened.number).value
        } catch let error as APIError where error.code == .badStatus {
            print(error.serverError(as: Refusal.self)?.message ?? "\(error)")
        }
        return try await tracker.issues(label: "bug").value
    }

    enum TrackerEndpoint: RoutedEndpoint, AuthenticatedEndpoint {
        case issues(label: String?, page: Int)
        case open(title: String)
        case close(number: Int)

        var route: Route {
            switch self {
            case .issues(let label, let page): .get("issues", query: ["label": label, "page": page])
            case .open(let title): .post("issues", body: .json(["title": title]))
            case .close(let number): .delete("issues/\(number)")
            }
        }
    }

    static func enumerated(_ client: APIClient) async throws -> [Issue] {
        let issues: [Issue] = try await client.call(TrackerEndpoint.issues(label: "bug", page: 1)).value
        return issues
    }

    struct IssuesRequest: Request, AuthenticatedEndpoint {
        typealias Response = [Issue]
        let label: String?
        var page = 1

        var path: Path { "issues" }
        var query: Query { ["label": label, "page": page] }
    }

    struct OpenRequest: Request, AuthenticatedEndpoint {
        typealias Response = Issue
        let title: String

        var method: HTTPMethod { .post }
        var path: Path { "issues" }
        var body: (any HTTPBody)? { .json(["title": title]) }
    }

    struct CloseRequest: Request, AuthenticatedEndpoint {
        typealias Response = EmptyResponse
        let number: Int

        var method: HTTPMethod { .delete }
        var path: Path { "issues/\(number)" }
    }

    static func requested(_ baseURL: URL, token: Secret) async throws -> [Issue] {
        let client = APIClient(configuration: APIConfiguration(baseURL: baseURL, authentication: .bearer(token)))
        let opened = try await client.call(OpenRequest(title: "It is slow")).value
        _ = try await client.call(CloseRequest(number: opened.number)).value
        let issues = try await client.call(IssuesRequest(label: "bug")).value
        return issues
    }
}
