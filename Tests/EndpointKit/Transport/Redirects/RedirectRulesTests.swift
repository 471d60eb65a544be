import Testing

// A body that can't be sent again is nothing that a caller can make yet.
@testable import EndpointKit

@Suite struct RedirectRulesTests {
    private func next(_ status: HTTPStatus, to location: String) throws -> HTTPRequest? {
        let origin = try #require(Origin(scheme: .https, host: "h"))
        let body = HTTPBodyEntity(contentType: nil, content: .data(Data("x".utf8)))
        let request = HTTPRequest(method: .post, origin: origin, path: "/a", body: body)
        let rules = RedirectRules(limit: 10, canBeSentAgain: { _ in false })
        return try rules.next(after: request, in: [request], response: HTTPResponse(status: status, headers: ["Location": location]))
    }

    @Test(arguments: [307, 308])
    func `a body that can't be sent again isn't`(status: Int) throws {
        let error = #expect(throws: APIError.self) { try next(HTTPStatus(rawValue: status), to: "/b") }
        #expect(error?.code == .redirect)
        #expect(error?.message.contains("body can't be sent again") == true)
        #expect(error?.response?.status.rawValue == status)
    }

    @Test(arguments: [301, 302, 303])
    func `nothing is lost where the body isn't wanted any more`(status: Int) throws {
        let request = try #require(try next(HTTPStatus(rawValue: status), to: "/b"))
        #expect(request.method == .get)
        #expect(request.body == nil)
    }
}
