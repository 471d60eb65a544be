import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(10))) struct MillionElementsTests {
    // In a process of its own, as it looks at what the whole process holds.
    @Test func `1,000,000 elements are paged in bounded memory`() async {
        await #expect(processExitsWith: .success) {
            let total = 1_000_000
            let server = try LoopbackServer { request in
                let start = request.query["cursor"].flatMap { Int($0) } ?? 0
                let end = min(start + 1000, total)
                let numbers = (start..<end).map { "\($0)" }.joined(separator: ",")
                return HTTPResponse(body: Data(#"{"elements": [\#(numbers)], "next": \#(end < total ? "\"\(end)\"" : "null")}"#.utf8))
            }
            let client = APIClient(configuration: APIConfiguration(baseURL: server.url))
            let list = Route.get("numbers").paged(by: .cursor(), as: CursorPage.self)
            var count = 0
            var memory = 0
            for try await number in client.elements(of: list, ahead: 1) {
                try #require(number == count)
                count += 1
                // What is set up once is there by then.
                if count == total / 5 { memory = residentBytes() }
            }
            try #require(count == total)
            try #require(residentBytes() - memory < 4 << 20)
        }
    }
}
