import EndpointKit
import Foundation
import Testing

/// The errors of RFC 9457.
@Suite struct ProblemDetailsTests {
    private func decoded(_ body: String) throws -> ProblemDetails {
        try ResponseDecoder(JSONConvention(keys: .snakeCase)).decode(from: HTTPResponse(status: 403, body: Data(body.utf8)))
    }

    @Test func `ProblemDetails: the RFC's members are properties, and others are extensions, in order`() throws {
        let body = #"""
            {"type":"https://example.com/probs/out-of-credit","title":"You do not have enough credit.","status":403,
            "detail":"Your current balance is 30, but that costs 50.","instance":"/account/12345/msgs/abc",
            "balance":30,"account_urls":["/account/12345","/account/67890"]}
            """#
        let problem = try decoded(body)
        #expect(problem.type == "https://example.com/probs/out-of-credit")
        #expect(problem.title == "You do not have enough credit.")
        #expect(problem.status == 403)
        #expect(problem.detail == "Your current balance is 30, but that costs 50.")
        #expect(problem.instance == "/account/12345/msgs/abc")
        #expect(JSON.object(problem.extensions) == ["balance": 30, "account_urls": ["/account/12345", "/account/67890"]])
        #expect(problem.extensions.keys == ["balance", "account_urls"])
        #expect(problem.description == "Your current balance is 30, but that costs 50.")
        #expect(try JSONDecoder().decode(ProblemDetails.self, from: Data(body.utf8)) == problem)
    }

    @Test func `ProblemDetails: a member that is missing or of another type is ignored`() throws {
        #expect(try decoded("{}") == ProblemDetails())
        #expect(try decoded("{}").description.isEmpty)
        #expect(try decoded(#"{"detail":"","title":"T"}"#).description == "T")
        #expect(try decoded(#"{"type":"https://example.com/p"}"#).description == "https://example.com/p")
        #expect(try decoded(#"{"type":1,"title":null,"status":"403","detail":["x"],"instance":{}}"#) == ProblemDetails())
        #expect(try decoded(#"{"title":"T","status":99999999999}"#).description == "T")
        for body in ["[]", "null", "\"x\"", "3"] { #expect(throws: APIError.self) { try decoded(body) } }
    }
}
