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
                    _ = try await transport.send(get(server))
                    bodies.withLock { $0 = [] }
                    let status = try? await transport.send(post(server)).status
                    let seen = bodies.withLock { $0 }
                    try expect(seen == (status == nil ? [] : [Data("once".utf8)]), "the server saw the bodies \(seen)")
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
                    let seen = Mutex(0)
                    let server = try LoopbackServer(raw: { connection in
                        while let request = try connection.readRequest() {
                            if request.method == method {
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
                        request.method = method
                        if !hasBody { request.body = nil }
                        try await expectFailure(.connection, of: "the request") { [request] in
                            "\(try await transport.send(request).status)"
                        }
                        try expect(seen.withLock { $0 }, is: round, "how many requests the server saw")
                    }
                }
            }
        }
    }

    private static func post(_ server: LoopbackServer) -> HTTPRequest {
        let body = HTTPBodyEntity(contentType: "text/plain", content: .data(Data("once".utf8)))
        return HTTPRequest(method: .post, origin: server.origin, body: body)
    }
}
