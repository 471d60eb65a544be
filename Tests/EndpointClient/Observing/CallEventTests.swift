import EndpointKit
import EndpointKitTesting
import TestSupport
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

    private struct Leaky: Error, CustomStringConvertible {
        let token = "hunter2"
        var description: String { "token \(token)" }
    }

    @Test func `CallEvent: a custom error shows only its type`() async throws {
        final class Events: CallObserver {
            var followsProgress: Bool { false }
            let events = Recorder<CallEvent>()
            func observe(_ event: CallEvent) { events.record(event) }
        }
        let observer = Events()
        let configuration = APIConfiguration(baseURL: try exampleURL())
        let client = APIClient(configuration: configuration, transport: StubTransport { _ in throw Leaky() }, observers: [observer])
        await #expect(throws: (any Error).self) { try await client.call(.get("items")).value }
        let last = try #require(observer.events.values.last)
        #expect("\(last.kind)" == "failed(Leaky)" || "\(last.kind)".hasPrefix("failed(custom"), "\(last.kind)")
        for event in observer.events.values {
            for text in everyText(of: event) + everyText(of: event.kind) { #expect(!text.contains("hunter2"), "\(text)") }
        }
    }
}
