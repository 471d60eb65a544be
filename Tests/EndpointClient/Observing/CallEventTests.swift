import EndpointKit
import Testing

@Suite struct CallEventTests {
    @Test func `CallEvent: it shows what happened, but not the values of its endpoint`() throws {
        let request = HTTPRequest(origin: try #require(Origin(scheme: .https, host: "example.com")), query: ["token": "hunter2"])
        let kinds: [CallEvent.Kind] = [
            .sent(request), .head(HTTPResponse(headers: ["Set-Cookie": "hunter2"])),
            .failed(APIError(.timeout, "Silence.", request: request)),
        ]
        for kind in kinds {
            let event = CallEvent(
                callID: 12, endpoint: ObservedCall.Listing.list(secret: "hunter2"), elapsed: .milliseconds(3), attempt: 1, kind: kind)
            for text in everyText(of: event) { #expect(!text.contains("hunter2")) }
            #expect("\(event)".hasPrefix("[12.1] Listing.list after 3 ms: "))
        }
    }
}
