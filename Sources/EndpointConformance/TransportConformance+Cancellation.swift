import EndpointKit
import EndpointKitTesting

extension TransportConformance {
    static let cancellationChecks = [
        Check("a cancel closes the socket while the server is silent") { transport in
            try await expectCancelled(transport, after: "")
        },
        Check("a cancel closes the socket in mid-body") { transport in
            try await expectCancelled(transport, after: "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nabc")
        },
        Check("a call cancelled before its start opens no connection") { transport in
            let server = try LoopbackServer { _ in HTTPResponse() }
            let mayStart = Arrival()
            let task = Task {
                await mayStart.wait()
                return try await transport.send(get(server)).status
            }
            task.cancel()
            mayStart.give()
            try await expectCancellation(of: task)
            try expect(server.acceptedCount, is: 0, "the number of connections")
        },
        Check("a cancel leaves other calls alone") { transport in
            let received = Arrival()
            let server = try LoopbackServer(raw: { connection in
                while let request = try connection.readRequest() {
                    if request.path == "/hang" {
                        received.give()
                        return connection.onClose()
                    }
                    try connection.write(HTTPResponse(body: Data("ok".utf8)), to: request)
                }
            })
            let task = Task {
                defer { received.give() }
                return try await transport.send(get(server, "hang")).status
            }
            await received.wait()
            task.cancel()
            try await expectCancellation(of: task)
            try expect(try await transport.send(get(server)).body, is: Data("ok".utf8), "the body")
        },
        Check("a cancel that races the answer still ends the call") { transport in
            let server = try LoopbackServer { _ in HTTPResponse() }
            for _ in 0..<300 {
                let task = Task { try await transport.send(get(server)).status }
                await Task.yield()
                task.cancel()
                do {
                    try expect(try await task.value, is: 200, "the status")
                } catch is CancellationError {}
            }
            try expect(try await transport.send(get(server)).status, is: 200, "the status")
        },
    ]

    private static func expectCancelled(_ transport: any Transport, after answer: String) async throws {
        let received = Arrival()
        let closed = Arrival()
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write(answer)
            received.give()
            connection.onClose { closed.give() }
        })
        let task = Task {
            // If the transport never reaches the server, the check doesn't wait forever.
            defer { received.give() }
            return try await transport.send(get(server)).status
        }
        await received.wait()
        task.cancel()
        try await expectCancellation(of: task)
        try expect(server.acceptedCount, is: 1, "the number of connections")
        await closed.wait()
    }

    static func expectCancellation(of task: Task<some Sendable, any Error>) async throws {
        switch await task.result {
        case .success(let value): throw Failure(description: "a cancelled call gave \(value)")
        case .failure(let error): try expect(error is CancellationError, "a cancelled call threw \(error)")
        }
    }
}
