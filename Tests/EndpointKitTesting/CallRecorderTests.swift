import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct CallRecorderTests {
    @Test func `CallRecorder: a recorded call's description says what happened to it`() async throws {
        let stub = StubTransport([
            .get("heroes"): .sequence(
                .response(HTTPResponse(status: 503, headers: ["Retry-After": "1"])), .failure(.connect), .text("ok")),
            .get("moved"): .response(HTTPResponse(status: 302, headers: ["Location": "/v1/here"])),
            .get("/v1/here"): .status(404),
            .get("number"): .text("x"),
        ])
        let recorder = CallRecorder()
        let client = try example(stub, observers: [recorder])
        _ = try await client.string(.get("heroes")).value
        _ = await failure { try await client.string(.get("moved")).tagged("tag").value }
        _ = await failure { try await client.call(.get("number"), as: Int.self).value }
        _ = await failure { try await client.string(.get("none")).value }
        let calls = recorder.calls
        #expect(calls[0].description.hasPrefix("GET /v1/heroes: 503, waited 1s, failed (connection), "))
        #expect(calls[0].description.hasSuffix(", 200"))
        #expect(
            calls.dropFirst().map(\.description) == [
                "GET /v1/moved: 302, 404, failed (badStatus)", "GET /v1/number: 200, failed (decoding)",
                "GET /v1/none: failed (unanswered)",
            ])
        #expect(calls[0].attempts.map(\.outcome) == [.answered(503), .failed(.connection), .answered(200)])
        #expect(calls[0].waits.count == 2 && calls[0].waits[0] == .seconds(1))
        #expect(calls[0].requests.count == 3 && calls[1].requests.map(\.path) == ["/v1/moved", "/v1/here"])
        #expect(calls[1].tags == ["tag"] && calls[1].endpoint.path == "moved" && calls[1].error?.code == .badStatus)
        #expect(Set(calls.map(\.id)).count == 4)
        #expect(recorder.events.count > 20)
    }

    @Test func `CallRecorder: a call in flight is running, and a call that was ended is cancelled`() async throws {
        let halt = Signal()
        let recorder = CallRecorder()
        let stub = StubTransport { _ in
            halt.give()
            try await untilCancelled()
        }
        let client = try example(stub, observers: [recorder])
        let handle = client.string(.get("a")).start(on: .immediate) { _ in }
        await halt.wait()
        #expect(recorder.calls.map(\.description) == ["GET /v1/a: running"])
        handle.cancel()
        await eventually { recorder.calls.map(\.description) == ["GET /v1/a: cancelled"] }
        #expect(recorder.calls[0].error?.code == .cancelled)
    }
}
