import EndpointKit
import EndpointTransport
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
    func `a catch names the code`(code: APIError.Code, expected: String) {
        #expect(caught(APIError(code, "A sentence.")) == expected)
    }

    @Test func `an error of another type has none`() { #expect(caught(OwnError()) == "else") }

    @Test func `a switch names it too, of an error of any type or of ours`() {
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

    @Test func `APIError: a state that is ruled out asks for a report`() {
        let error = APIError.impossible("A page has no request")
        #expect(error.code == .internal && error.code.description == "internal")
        #expect(error.message == "A page has no request, which can't be: please report this as a defect of EndpointKit.")
    }

    @Test func `errors of one code are equal, whatever they say`() {
        #expect(APIError(.timeout, "a") == APIError(.timeout, "b", response: HTTPResponse(status: 500)))
        #expect(APIError(.timeout, "a") != APIError(.deadline, "a"))
        #expect(throws: APIError(.file, "")) { throw APIError(.file, "The file is gone.") }
    }
}
