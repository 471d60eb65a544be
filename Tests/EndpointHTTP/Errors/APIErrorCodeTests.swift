import EndpointKit
import EndpointHTTP
import TestSupport
import Testing

@Suite struct APIErrorCodeTests {
    private func caught(_ error: any Error) -> String {
        do {
            throw error
        } catch APIError.Code.timeout {
            return "timeout"
        } catch let error as APIError where error.code == .badStatus {
            return "bad status"
        } catch APIError.Code(rawValue: "maintenance") {
            return "our own"
        } catch {
            return "else"
        }
    }

    @Test(arguments: [
        (.timeout, "timeout"), (.badStatus, "bad status"), (APIError.Code(rawValue: "maintenance"), "our own"), (.decoding, "else"),
    ])
    func `APIError.Code: a catch clause can name the code`(code: APIError.Code, expected: String) {
        #expect(caught(APIError(code, "A sentence.")) == expected)
    }

    @Test func `APIError.Code: an error of another type has no code`() { #expect(caught(OwnError()) == "else") }

    @Test func `APIError.Code: a switch can name the code, for errors of any type`() {
        let error = APIError(.quota, "No more.")
        let any: any Error = error
        switch any {
        case APIError.Code.timeout: Issue.record("not that")
        case APIError.Code.quota: break
        default: Issue.record("not found")
        }
        switch error {
        case APIError.Code.quota: break
        default: Issue.record("not found")
        }
    }

    @Test func `APIError: an impossible state is an error that asks for a report`() {
        let error = APIError.impossible("A page has no request")
        #expect(error.code == .internal && error.code.description == "internal")
        #expect(error.message == "A page has no request, which should be impossible: please report this as a defect of EndpointKit.")
    }

    @Test func `APIError.Code: errors with the same code are equal, whatever their messages`() {
        #expect(APIError(.timeout, "a") == APIError(.timeout, "b", response: HTTPResponse(status: 500)))
        #expect(APIError(.timeout, "a") != APIError(.deadline, "a"))
        #expect(throws: APIError(.file, "")) { throw APIError(.file, "The file is gone.") }
    }
}
