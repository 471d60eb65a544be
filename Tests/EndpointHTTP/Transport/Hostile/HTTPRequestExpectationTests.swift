import EndpointKit
import EndpointKitTesting
import Synchronization
import TestSupport
import Testing

/// A server that rejects a request because of its `Expect` field, and would answer a following request.
final class ExpectingServer: Sendable {
    private let server: LoopbackServer
    private let requests = Recorder<[UInt8]>()

    init(closing: Bool = false) throws {
        server = try LoopbackServer(raw: { [requests] connection in
            while true {
                let bytes = connection.read()
                if bytes.isEmpty { return }
                guard bytes.starts(with: "PUT ".utf8) else { continue }
                requests.record(bytes)
                if requests.count == 1 {
                    try connection.write(
                        "HTTP/1.1 417 Expectation Failed\r\n\(closing ? "Connection: close\r\n" : "")Content-Length: 2\r\n\r\nno")
                    if closing { return }
                } else {
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecond")
                }
            }
        })
    }

    var requestCount: Int { requests.count }

    var request: HTTPRequest {
        let body = HTTPBodyEntity(contentType: nil, content: .data(Data(repeating: 65, count: 5000)))
        return HTTPRequest(method: .put, origin: server.origin, headers: ["Expect": "100-continue"], body: body, timeout: .seconds(600))
    }
}

@Suite struct HTTPRequestExpectationTests {
    let transport = CurlTransport()

    @Test(arguments: [false, true]) func `Expect: a 417 to the caller's field is the response, and nothing is sent again`(
        closing: Bool
    ) async throws {
        let server = try ExpectingServer(closing: closing)
        let response = try await transport.send(server.request)
        #expect(response.status.rawValue == 417)
        #expect(response.headers["Content-Length"] == "2")
        // libcurl drops the body if the connection stays open.
        #expect(response.body == (closing ? Data("no".utf8) : Data()))
        #expect(server.requestCount == 1)
    }

    @Test(arguments: [false, true]) func `Expect: a streamed 417 never ends with another response's body`(closing: Bool) async throws {
        let server = try ExpectingServer(closing: closing)
        let stream = try await transport.stream(server.request)
        #expect(stream.status.rawValue == 417)
        #expect(try await stream.body.collected(limit: 100) == (closing ? Data("no".utf8) : Data()))
        #expect(server.requestCount == 1)
    }
}
