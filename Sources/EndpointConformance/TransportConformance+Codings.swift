import EndpointKit
import EndpointKitTesting

extension TransportConformance {
    static let codingChecks = [
        Check("a body in gzip is decoded, and its fields stay") { transport in
            let server = try server(of: coded)
            let response = try await transport.send(get(server))
            try expect(String(decoding: response.body, as: UTF8.self), is: plain, "the body")
            try expect(response.headers["Content-Encoding"], is: "gzip", "the coding")
        },
        Check("a truncated body in gzip is an error, even if its length is right") { transport in
            let server = try server(of: coded.prefix(15))
            try await expectFailure(.connection, of: "the call") { "\(try await transport.send(get(server)).body.count) bytes" }
        },
        Check("the body limit counts decoded bytes", only: .send) { transport in
            let server = try server(of: coded)
            var request = get(server)
            request.bodyLimit = plain.utf8.count - 1
            try await expectFailure(.bodyTooLarge, of: "the call") { [request] in
                "\(try await transport.send(request).body.count) bytes"
            }
            request.bodyLimit += 1
            try expect(try await transport.send(request).body.count, is: plain.utf8.count, "the number of bytes")
        },
        Check("a body in an unknown coding stays unchanged") { transport in
            let server = try LoopbackServer { _ in HTTPResponse(headers: ["Content-Encoding": "x-rot13"], body: Data("nop".utf8)) }
            try expect(try await transport.send(get(server)).body, is: Data("nop".utf8), "the body")
        },
        Check("a caller's own Accept-Encoding is sent alone, and a Range requests no coding") { transport in
            let server = try LoopbackServer { request in
                HTTPResponse(body: Data(request.headers.values(for: "Accept-Encoding").joined(separator: "; ").utf8))
            }
            var request = get(server)
            request.headers = ["Accept-Encoding": "identity"]
            try expect(try await transport.send(request).body, is: Data("identity".utf8), "what went out")
            request.headers = ["Range": "bytes=0-9"]
            let sent = String(decoding: try await transport.send(request).body, as: UTF8.self)
            try expect(["", "identity"].contains(sent), "what was sent with a Range is \(sent)")
        },
    ]

    private static let plain = String(repeating: "abc", count: 100)
    private static let coded = Data(base64Encoded: "H4sIAAAAAAAC/0tMSk4cRcQhAIS4xNAsAQAA") ?? Data()

    private static func server(of body: Data) throws -> LoopbackServer {
        try LoopbackServer { _ in HTTPResponse(headers: ["Content-Encoding": "gzip"], body: body) }
    }
}
