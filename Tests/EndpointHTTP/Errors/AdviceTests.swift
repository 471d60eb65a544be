import EndpointKit
import Foundation
import Testing

@Suite struct AdviceTests {
    static let codes: [APIError.Code] = [
        .invalidRequest, .configuration, .bodyEncoding, .authentication, .connection, .timeout, .deadline, .tls, .tooManyRedirects,
        .redirect,
        .badStatus, .decoding, .bodyTooLarge, .undecided, .restartLimit, .file, .quota, .cancelled, .internal,
    ]

    @Test(arguments: codes)
    func `Advice: every code says what happened and what to do`(code: APIError.Code) throws {
        let error = APIError(code, "The message.")
        #expect(error.errorDescription == "The message.")
        #expect(error.localizedDescription == "The message.")
        for text in [try #require(error.failureReason), try #require(error.recoverySuggestion)] {
            #expect(text.hasSuffix(".") && text.first?.isUppercase == true)
        }
    }

    @Test func `Advice: no two codes have the same text`() {
        let errors = Self.codes.map { APIError($0, "x") }
        #expect(Set(errors.map(\.failureReason)).count == errors.count)
        #expect(Set(errors.map(\.recoverySuggestion)).count == errors.count)
    }

    @Test(
        arguments: [
            (401, "Sign in"), (403, "credentials"), (404, "path"), (410, "path"), (429, "Retry-After"), (503, "Retry-After"), (422, "body"),
            (500, "server failed"), (599, "server failed"), (418, "body"), (302, "body"),
        ] as [(HTTPStatus, String)])
    func `Advice: the advice for a bad status is about that status`(status: HTTPStatus, word: String) {
        let error = APIError(.badStatus, "x", response: HTTPResponse(status: status))
        #expect(error.recoverySuggestion?.contains(word) == true)
        #expect(error.failureReason?.contains("\(status.rawValue)") == true)
    }

    @Test func `Advice: a program's own code has no advice`() {
        let error = APIError(APIError.Code(rawValue: "maintenance"), "Closed until eight.")
        #expect(error.failureReason == nil)
        #expect(error.recoverySuggestion == nil)
    }
}
