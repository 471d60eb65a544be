import Dispatch
import EndpointKit
import EndpointKitTesting
import Synchronization

extension TransportConformance {
    static let limitChecks = [
        Check("a body over the limit is rejected, and one of exactly its size isn't", only: .send) { transport in
            let server = try LoopbackServer { _ in HTTPResponse(body: Data(repeating: 65, count: 100_001)) }
            var request = get(server)
            request.bodyLimit = 100_000
            try await expectFailure(.bodyTooLarge, of: "the call") { [request] in
                "\(try await transport.send(request).body.count) bytes"
            }
            request.bodyLimit = 100_001
            try expect(try await transport.send(request).body.count, is: 100_001, "the number of bytes")
        },
        Check("the context's limit counts if it is smaller", only: .send) { transport in
            let server = try LoopbackServer { _ in HTTPResponse(body: Data(repeating: 65, count: 100_001)) }
            try await expectFailure(.bodyTooLarge, of: "the call") {
                "\(try await transport.send(get(server), in: TransferContext(bodyLimit: 100_000)).body.count) bytes"
            }
            let whole = try await transport.send(get(server), in: TransferContext(bodyLimit: 100_001))
            try expect(whole.body.count, is: 100_001, "the number of bytes")
        },
        Check("a limit of zero permits only an empty body", only: .send) { transport in
            let server = try LoopbackServer { request in HTTPResponse(body: Data(request.path.encoded.dropFirst().utf8)) }
            let context = TransferContext(bodyLimit: 0)
            var request = get(server)
            request.bodyLimit = 0
            for (path, isEmpty) in [("/", true), ("/x", false)] {
                var limited = request
                limited.path = Path(path)
                for (request, context) in [(limited, TransferContext.standard), (get(server, Path(path)), context)] {
                    if isEmpty {
                        try expect(try await transport.send(request, in: context).body.isEmpty, "an empty body isn't empty")
                    } else {
                        try await expectFailure(.bodyTooLarge, of: "the call") {
                            "\(try await transport.send(request, in: context).body.count) bytes"
                        }
                    }
                }
            }
        },
        Check("an endless body is rejected at its limit", only: .send) { transport in
            let server = try LoopbackServer(raw: { connection in
                _ = try connection.readRequest()
                try connection.write("HTTP/1.1 200 OK\r\n\r\n")
                let chunk = [UInt8](repeating: 65, count: 10_000)
                // The body ends after a while, so that a transport without a limit fails instead of filling the memory.
                for _ in 0..<3000 { try connection.write(chunk) }
            })
            var request = get(server)
            request.bodyLimit = 100_000
            try await expectFailure(.bodyTooLarge, of: "the call") { [request] in
                "\(try await transport.send(request).body.count) bytes"
            }
        },
        Check("endless interim heads are an error") { transport in
            try await expectEndlessFailure(transport, start: "", then: "HTTP/1.1 103 Early Hints\r\nLink: </s>\r\n\r\n")
        },
        Check("endless header fields are an error") { transport in
            try await expectEndlessFailure(transport, start: "HTTP/1.1 200 OK\r\n", then: "X-Field: 1\r\n")
        },
        Check("endless trailers are an error") { transport in
            try await expectEndlessFailure(
                transport, start: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", then: "X-Trailer: 1\r\n")
        },
        Check("a body with more than five content codings is an error, and isn't delivered encoded") { transport in
            let server = try LoopbackServer { _ in
                HTTPResponse(
                    headers: ["Content-Encoding": Array(repeating: "gzip", count: 6).joined(separator: ", ")], body: sixfoldGzip)
            }
            try await expectFailure(.connection, of: "the call") { "\(try await transport.send(get(server)).body.count) bytes" }
        },
        Check("silence longer than the timeout is a timeout") { try await expectTimeout(of: $0, after: "") },
        Check("silence in mid-body is a timeout") {
            try await expectTimeout(of: $0, after: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        },
        Check("an answer that takes longer than the timeout, but is never silent for so long, is complete") { transport in
            var timeout = Duration.milliseconds(400)
            while try await !receivesAnswer(slowerThan: timeout, by: transport) { timeout *= 2 }
        },
        Check("a timeout of centuries doesn't trap") { transport in
            let server = try LoopbackServer { _ in HTTPResponse() }
            var request = get(server)
            request.timeout = .seconds(Int64.max / 2)
            var context = TransferContext()
            context.connection.connectTimeout = .seconds(Int64.max / 2)
            try expect(try await transport.send(request, in: context).status, is: 200, "the status")
        },
    ]

    /// "abc", compressed six times.
    private static let sixfoldGzip =
        Data(
            base64Encoded: """
                H4sIAAAAAAACA5Pv5mAAASbmye+fJTAwqj07+X6+qoHBKlvrn3X7VjUe1Ip+Pb/0d5ipXMzWK/fr/+/ZG24fqh/9/avhZqvw4IotRztNOTlFD02vbz29LiFtxnSz\
                2ItMGRwMk4w8j3gDDQYAyvkNKV8AAAA=
                """) ?? Data()

    private static func expectTimeout(of transport: any Transport, after part: String) async throws {
        let ended = DispatchSemaphore(value: 0)
        defer { ended.signal() }
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write(part)
            // The connection closes after a while, so that a transport without a timeout fails instead of hanging.
            _ = ended.wait(timeout: .now() + 5)
        })
        var request = get(server)
        request.timeout = .milliseconds(200)
        let start = ContinuousClock.now
        try await expectFailure(.timeout, of: "the call") { [request] in "\(try await transport.send(request).status)" }
        // The delay depends on the machine. If the error came early, the timeout was rounded down to whole seconds.
        let elapsed = ContinuousClock.now - start
        try expect(elapsed >= .milliseconds(190), "a timeout of 200 ms came after \(elapsed)")
    }

    /// Returns false if the server itself was silent for too long because its thread didn't run.
    private static func receivesAnswer(slowerThan timeout: Duration, by transport: any Transport) async throws -> Bool {
        let longestSilence = Mutex(Duration.zero)
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            let start = ContinuousClock.now
            var latest = start
            try connection.write("HTTP/1.1 200 OK\r\n\r\n")
            while latest - start < timeout * 1.2 {
                _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 0.02)
                try connection.write("x")
                let silence = latest.duration(to: .now)
                latest += silence
                longestSilence.withLock { $0 = max($0, silence) }
            }
        })
        var request = get(server)
        request.timeout = timeout
        do {
            try expect(try await transport.send(request).body.first, is: UInt8(ascii: "x"), "the first byte")
        } catch let error as APIError where error.code == .timeout && longestSilence.withLock({ $0 }) > timeout / 2 {
            return false
        }
        return true
    }

    private static func expectEndlessFailure(_ transport: any Transport, start: String, then more: String) async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write(start)
            let many = Array(String(repeating: more, count: 1000).utf8)
            while true { try connection.write(many) }
        })
        try await expectFailure(.connection, of: "the call") { "\(try await transport.send(get(server)).status)" }
    }
}
