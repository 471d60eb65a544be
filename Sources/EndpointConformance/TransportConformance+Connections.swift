import Dispatch
import EndpointKit
import EndpointKitTesting
import Synchronization

extension TransportConformance {
    static let connectionChecks: [Check] =
        [
            Check("one connection serves many requests, one after the other") { transport in
                let server = try LoopbackServer { _ in HTTPResponse(body: Data("x".utf8)) }
                for _ in 0..<50 { _ = try await transport.send(get(server)) }
                try expect(server.acceptedCount, is: 1, "the number of connections")
            },
            Check("requests are sent concurrently") { transport in
                let arrivals = Arrivals(awaiting: 4)
                let server = try LoopbackServer { _ in
                    arrivals.arriveAndWait()
                    return HTTPResponse()
                }
                try await withThrowingTaskGroup(of: HTTPStatus.self) { group in
                    for _ in 0..<4 { group.addTask { try await transport.send(get(server)).status } }
                    for try await status in group { try expect(status, is: 200, "the status") }
                }
            },
            Check("a POST whose answer never came isn't sent again") { transport in
                let posts = Mutex(0)
                let server = try LoopbackServer(raw: { connection in
                    while let request = try connection.readRequest() {
                        if request.method == .post {
                            posts.withLock { $0 += 1 }
                            return
                        }
                        try connection.write(HTTPResponse(), to: request)
                    }
                })
                // Opens a connection that the next request reuses.
                _ = try await transport.send(get(server))
                try await expectFailure(.connection, of: "the POST") { "\(try await transport.send(post(server)).status)" }
                try expect(posts.withLock { $0 }, is: 1, "how often the server saw it")
            },
            Check("a POST after the server closed an idle connection is sent completely, or not at all") { transport in
                let bodies = Mutex<[Data]>([])
                let server = try LoopbackServer(raw: { connection in
                    guard let request = try connection.readRequest() else { return }
                    if request.method == .post, case .data(let body)? = request.body?.content { bodies.withLock { $0.append(body) } }
                    try connection.write(HTTPResponse(), to: request)
                })
                for _ in 0..<10 {
                    // The end of the previous connection may cross the request on the wire.
                    while (try? await transport.send(get(server))) == nil {}
                    bodies.withLock { $0 = [] }
                    let status = try? await transport.send(post(server)).status
                    let seen = bodies.withLock { $0 }
                    try expect(seen == (status == nil ? [] : [Data("once".utf8)]), "the server saw the bodies \(seen)")
                }
            },
            Check("the answer to a request that timed out isn't the next one's") { transport in
                for part in ["", "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc"] {
                    let mayAnswer = DispatchSemaphore(value: 0)
                    defer { mayAnswer.signal() }
                    let server = try LoopbackServer(raw: { connection in
                        while let request = try connection.readRequest() {
                            guard request.path == "/late" else {
                                try connection.write(HTTPResponse(body: Data("new".utf8)), to: request)
                                continue
                            }
                            try connection.write(part)
                            mayAnswer.wait()
                            try connection.write(part.isEmpty ? "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nold" : "old")
                        }
                    })
                    var request = get(server, "late")
                    request.timeout = .milliseconds(100)
                    try await expectFailure(.timeout, of: "the call") { [request] in "\(try await transport.send(request).status)" }
                    mayAnswer.signal()
                    try expect(try await transport.send(get(server)).body, is: Data("new".utf8), "the next body")
                }
            },
        ] + lossChecks

    /// The ways in which a server ends a reused connection after a request has arrived on it.
    private static let losses: [(what: String, lose: @Sendable (LoopbackConnection) -> Void)] = [
        ("is closed without an answer", { _ in }),
        ("is reset", { $0.reset() }),
    ]

    private static let lossChecks = losses.flatMap { what, lose in
        [HTTPMethod.post, .patch, .put].flatMap { method in
            [true, false].map { hasBody in
                Check("a \(method) \(hasBody ? "with" : "without") a body isn't sent again when its connection \(what)") { transport in
                    try await expectSentOnce(by: transport, losing: lose) {
                        $0.method = method
                        if !hasBody { $0.body = nil }
                    }
                }
            }
        } + [
            Check("a GET that isn't idempotent isn't sent again when its connection \(what)") { transport in
                try await expectSentOnce(by: transport, losing: lose) {
                    $0.method = .get
                    $0.body = nil
                    $0.isIdempotent = false
                }
            }
        ]
    }

    private static func expectSentOnce(
        by transport: any Transport, losing lose: @escaping @Sendable (LoopbackConnection) -> Void, _ edit: (inout HTTPRequest) -> Void
    ) async throws {
        let seen = Mutex(0)
        let server = try LoopbackServer(raw: { connection in
            while let request = try connection.readRequest() {
                if request.path == "/lost" {
                    seen.withLock { $0 += 1 }
                    return lose(connection)
                }
                try connection.write(HTTPResponse(), to: request)
            }
        })
        for round in 1...5 {
            // Opens a connection that the next request reuses.
            _ = try await transport.send(get(server))
            var request = post(server)
            request.path = "lost"
            edit(&request)
            try await expectFailure(.connection, of: "the request") { [request] in "\(try await transport.send(request).status)" }
            try expect(seen.withLock { $0 }, is: round, "how many requests the server saw")
        }
    }

    private static func post(_ server: LoopbackServer) -> HTTPRequest {
        let body = HTTPBodyEntity(contentType: "text/plain", content: .data(Data("once".utf8)))
        return HTTPRequest(method: .post, origin: server.origin, body: body)
    }
}
