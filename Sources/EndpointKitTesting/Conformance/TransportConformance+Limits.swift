import EndpointKit

extension TransportConformance {
    static let limitChecks = [
        Check("a body over the limit is refused, one of just its size isn't") { transport in
            let server = try LoopbackServer { _ in HTTPResponse(body: Data(repeating: 65, count: 100_001)) }
            var request = get(server)
            request.bodyLimit = 100_000
            try await expectFailure(.bodyTooLarge, of: "the call") { [request] in
                "\(try await transport.send(request).body.count) bytes"
            }
            request.bodyLimit = 100_001
            try expect(try await transport.send(request).body.count, is: 100_001, "the number of bytes")
        },
        Check("a body without an end is refused at its limit") { transport in
            let server = try LoopbackServer(raw: { connection in
                _ = try connection.readRequest()
                try connection.write("HTTP/1.1 200 OK\r\n\r\n")
                while true { try connection.write(repeatElement(65, count: 10_000)) }
            })
            var request = get(server)
            request.bodyLimit = 100_000
            try await expectFailure(.bodyTooLarge, of: "the call") { [request] in
                "\(try await transport.send(request).body.count) bytes"
            }
        },
        // How much later it is depends on the machine; earlier would be a timeout that was cut down to whole seconds.
        Check("silence longer than the timeout is a timeout, and half a second is no less") { transport in
            let server = try LoopbackServer(raw: { $0.waitForClose() })
            var request = get(server)
            request.timeout = .milliseconds(500)
            let start = ContinuousClock.now
            try await expectFailure(.timeout, of: "the call") { [request] in "\(try await transport.send(request).status)" }
            let elapsed = ContinuousClock.now - start
            try expect(elapsed >= .milliseconds(490), "a timeout of half a second came after \(elapsed)")
        },
        Check("silence in mid-body is a timeout") { transport in
            let server = try LoopbackServer(raw: { connection in
                _ = try connection.readRequest()
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
                connection.waitForClose()
            })
            var request = get(server)
            request.timeout = .milliseconds(500)
            try await expectFailure(.timeout, of: "the call") { [request] in "\(try await transport.send(request).status)" }
        },
        Check("a timeout of centuries is no trap") { transport in
            let server = try LoopbackServer { _ in HTTPResponse() }
            var request = get(server)
            request.timeout = .seconds(Int64.max / 2)
            request.connectTimeout = .seconds(Int64.max / 2)
            try expect(try await transport.send(request).status, is: 200, "the status")
        },
    ]
}
