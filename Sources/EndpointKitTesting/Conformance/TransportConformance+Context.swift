import EndpointKit
import Synchronization

extension TransportConformance {
    static let contextChecks = [
        Check("a policy of the context is applied or refused: a Unix socket") { transport in
            try await expectNotIgnored(by: transport, orFailingWith: .connection) { $0.unixSocket = "/nowhere/endpointkit.sock" }
        },
        Check("a policy of the context is applied or refused: a proxy") { transport in
            let port = try RefusingPort()
            guard let proxy = URL(string: port.origin.description) else { throw Failure(description: "a port has no URL") }
            try await expectNotIgnored(by: transport, orFailingWith: .connection) { $0.proxy = .url(proxy) }
        },
        Check("a policy of the context is applied or refused: an HTTP version") { transport in
            try await expectNotIgnored(by: transport, orFailingWith: .configuration) { $0.httpVersion = .http3 }
        },
        Check("a request that may not go on the wire is refused, and nothing is sent") { transport in
            let server = try LoopbackServer { _ in HTTPResponse() }
            var request = get(server)
            request.headers = ["X-A": "1\r\nX-B: 2"]
            try await expectRefusal(of: request, in: .standard, by: transport, server)
        },
        Check("a context that is not valid is refused, and nothing is sent") { transport in
            let server = try LoopbackServer { _ in HTTPResponse() }
            try await expectRefusal(of: get(server), in: TransferContext(bodyLimit: -1), by: transport, server)
            var context = TransferContext()
            context.connection.connectTimeout = .zero
            try await expectRefusal(of: get(server), in: context, by: transport, server)
        },
        Check("a redirect's body doesn't decide the outcome, if the caller follows redirects") { transport in
            let bodies = [
                "Content-Length: 1000\r\n\r\nabc", "Content-Length: 5000\r\n\r\n" + String(repeating: "a", count: 5000),
                "Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\nno chunk",
            ]
            for body in bodies {
                let server = try LoopbackServer(raw: { connection in
                    _ = try connection.readRequest()
                    try connection.write("HTTP/1.1 307 Temporary Redirect\r\nLocation: /next\r\n\(body)")
                })
                var context = TransferContext(bodyLimit: 4000)
                context.followsRedirects = true
                let response = try await transport.send(get(server), in: context)
                try expect(response.status, is: 307, "the status before \(body.prefix(60))")
                try expect(response.headers["Location"], is: "/next", "where it leads")
            }
        },
        Check("a context that is cancelled before opens no connection, if the transport ends with it") { transport in
            if !transport.endsWithContext { return }
            let server = try LoopbackServer { _ in HTTPResponse() }
            let canceller = Canceller(isCancelled: true)
            do {
                let response = try await transport.send(get(server), in: TransferContext(cancellation: canceller))
                throw Failure(description: "a cancelled call gave \(response.status)")
            } catch is Canceller.Cancelled {}
            try expect(server.acceptedCount, is: 0, "the number of connections")
        },
        Check("a context that is cancelled closes the socket, if the transport ends with it") { transport in
            if !transport.endsWithContext { return }
            for answer in ["", "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nabc"] {
                let received = Arrival()
                let closed = Arrival()
                let server = try LoopbackServer(raw: { connection in
                    _ = try connection.readRequest()
                    try connection.write(answer)
                    received.give()
                    connection.onClose { closed.give() }
                })
                let canceller = Canceller()
                let task = Task {
                    defer { received.give() }
                    return try await transport.send(get(server), in: TransferContext(cancellation: canceller)).status
                }
                await received.wait()
                if canceller.attachedCount == 0 { task.cancel() }
                try expect(canceller.attachedCount, is: 1, "the number of attached transfers")
                canceller.cancel()
                if case .success(let status) = await task.result { throw Failure(description: "a cancelled call gave \(status)") }
                await closed.wait()
                try expect(canceller.attachedCount, is: 0, "the number of transfers that are still attached")
            }
        },
        Check("a context that is cancelled ends a stream, if the transport ends with it") { transport in
            if !transport.endsWithContext { return }
            let closed = Arrival()
            let server = try LoopbackServer(raw: { connection in
                _ = try connection.readRequest()
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
                connection.onClose { closed.give() }
            })
            let canceller = Canceller()
            let stream = try await transport.stream(get(server), in: TransferContext(cancellation: canceller))
            var body = stream.body.makeAsyncIterator()
            try expect(try await body.next(), is: Data("abc".utf8), "the first chunk")
            try expect(canceller.attachedCount, is: 1, "the number of attached transfers")
            canceller.cancel()
            await closed.wait()
            do {
                let more = try await body.next()
                throw Failure(description: "a cancelled stream gave \(more.map { "\($0.count) bytes more" } ?? "an end without an error")")
            } catch let failure as Failure { throw failure } catch {}
        },
    ]

    private static func expectNotIgnored(
        by transport: any Transport, orFailingWith code: APIError.Code, _ edit: (inout ConnectionPolicy) -> Void
    ) async throws {
        let server = try LoopbackServer { _ in HTTPResponse() }
        var context = TransferContext()
        edit(&context.connection)
        do {
            let response = try await transport.send(get(server), in: context)
            throw Failure(description: "the call gave \(response.status), but should have failed")
        } catch let error as APIError {
            try expect([code, .configuration].contains(error.code), "the call failed with \(error.code): \(error.message)")
        }
        try expect(server.acceptedCount, is: 0, "the number of connections")
    }

    private static func expectRefusal(
        of request: HTTPRequest, in context: TransferContext, by transport: any Transport, _ server: LoopbackServer
    ) async throws {
        try await expectFailure(.invalidRequest, of: "the call") { "\(try await transport.send(request, in: context).status)" }
        try await expectFailure(.invalidRequest, of: "the stream") { "\(try await transport.stream(request, in: context).status)" }
        try expect(server.acceptedCount, is: 0, "the number of connections")
    }
}

/// Ends the transfers of a context, as a call's handle does.
private final class Canceller: TransferCancellation {
    struct Cancelled: Error {}

    private struct State {
        var isCancelled: Bool
        var transfers: [ObjectIdentifier: any Interruptible] = [:]
    }
    private let state: Mutex<State>

    init(isCancelled: Bool = false) { state = Mutex(State(isCancelled: isCancelled)) }

    var attachedCount: Int { state.withLock { $0.transfers.count } }

    func attach(_ transfer: any Interruptible) throws {
        try state.withLock { state in
            if state.isCancelled { throw Cancelled() }
            state.transfers[ObjectIdentifier(transfer)] = transfer
        }
    }

    func detach(_ transfer: any Interruptible) { state.withLock { $0.transfers[ObjectIdentifier(transfer)] = nil } }

    func cancel() {
        let transfers = state.withLock { state in
            state.isCancelled = true
            return Array(state.transfers.values)
        }
        for transfer in transfers { transfer.interrupt() }
    }
}
