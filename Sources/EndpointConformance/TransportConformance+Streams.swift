import Dispatch
import EndpointKit
import EndpointKitTesting
import Synchronization

extension TransportConformance {
    static let streamChecks = [
        Check("a stream's head arrives before its body, and chunks arrive as they are sent", only: .stream) { transport in
            let mayResume = Arrival()
            // The server's thread ends even if the check fails.
            defer { for _ in 0..<2 { mayResume.give() } }
            let server = try LoopbackServer(raw: { connection in
                _ = try connection.readRequest()
                try connection.write("HTTP/1.1 201 Created\r\nX-Here: yes\r\nTransfer-Encoding: chunked\r\n\r\n")
                mayResume.block()
                try connection.write("3\r\none\r\n")
                mayResume.block()
                try connection.write("3\r\ntwo\r\n0\r\n\r\n")
            })
            let stream = try await transport.stream(get(server))
            try expect(stream.status, is: 201, "the status")
            try expect(stream.headers["X-Here"], is: "yes", "a field")
            try expect(stream.url, is: server.url, "the URL")
            var body = stream.body.makeAsyncIterator()
            mayResume.give()
            try expect(try await body.next(), is: Data("one".utf8), "the first chunk")
            mayResume.give()
            try expect(try await body.next(), is: Data("two".utf8), "the second chunk")
            try expect(try await body.next(), is: nil, "what comes after the end")
            try expect(try await body.next(), is: nil, "what comes after the end")
        },
        Check("a truncated stream delivers what arrived, and then the error", only: .stream) { transport in
            let server = try server(writing: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc".utf8)
            var body = try await transport.stream(get(server)).body.makeAsyncIterator()
            try expect(try await body.next(), is: Data("abc".utf8), "the first chunk")
            do {
                let more = try await body.next()
                throw Failure(description: "the stream gave \(more?.count ?? 0) bytes more, and should have failed")
            } catch let error as APIError {
                try expect(error.code, is: .connection, "the error's code")
            }
        },
        Check("a stream that has failed never ends as if it were complete", only: .stream) { transport in
            let server = try server(writing: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc".utf8)
            var body = try await transport.stream(get(server)).body.makeAsyncIterator()
            var failures = 0
            for _ in 0..<4 {
                do {
                    let chunk = try await body.next()
                    try expect(chunk != nil, "the body ended after \(failures) errors")
                } catch is APIError { failures += 1 }
            }
            try expect(failures > 0, "the truncated stream didn't fail")
        },
        Check("the rest of a released stream isn't the next answer's", only: .stream) { transport in
            let mayEnd = DispatchSemaphore(value: 0)
            defer { mayEnd.signal() }
            let server = try LoopbackServer(raw: { connection in
                while let request = try connection.readRequest() {
                    guard request.path == "/long" else {
                        try connection.write(HTTPResponse(body: Data("new".utf8)), to: request)
                        continue
                    }
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc")
                    mayEnd.wait()
                    try connection.write("old")
                }
            })
            for try await _ in try await transport.stream(get(server, "long")).body { break }
            mayEnd.signal()
            let body = try await transport.stream(get(server)).body.collected(limit: 100)
            try expect(body, is: Data("new".utf8), "the next body")
        },
        Check("an error before the head is thrown when the stream is requested", only: .stream) { transport in
            let server = try server(writing: [])
            try await expectFailure(.connection, of: "the stream") { "\(try await transport.stream(get(server)).status)" }
        },
        Check("the body limit doesn't bound a stream", only: .stream) { transport in
            let server = try LoopbackServer { _ in HTTPResponse(body: Data(repeating: 65, count: 100_000)) }
            var request = get(server)
            request.bodyLimit = 1000
            var count = 0
            for try await chunk in try await transport.stream(request).body { count += chunk.count }
            try expect(count, is: 100_000, "the number of bytes")
        },
        Check("a reader that releases an endless stream closes the connection", only: .stream) { transport in
            let closed = Arrival()
            let server = try LoopbackServer(raw: { connection in
                _ = try connection.readRequest()
                try connection.write("HTTP/1.1 200 OK\r\n\r\n")
                let chunk = [UInt8](repeating: 65, count: 64 << 10)
                while (try? connection.write(chunk)) != nil {}
                closed.give()
            })
            var count = 0
            for try await chunk in try await transport.stream(get(server)).body {
                count += chunk.count
                if count > 5_000_000 { break }
            }
            try expect(count > 5_000_000, "the stream ended after \(count) bytes")
            await closed.wait()
        },
        Check("a cancelled reader of a stream closes the connection", only: .stream) { transport in
            let started = Arrival()
            let closed = Arrival()
            let server = try LoopbackServer(raw: { connection in
                _ = try connection.readRequest()
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
                connection.onClose { closed.give() }
            })
            let task = Task {
                defer { started.give() }
                for try await _ in try await transport.stream(get(server)).body { started.give() }
            }
            await started.wait()
            task.cancel()
            try await expectCancellation(of: task)
            try expect(server.acceptedCount, is: 1, "the number of connections")
            await closed.wait()
        },
        Check("a stalled reader of a stream slows the server down", only: .stream) { transport in
            let total = 96 << 20
            let written = Mutex(0)
            let server = try LoopbackServer(raw: { connection in
                _ = try connection.readRequest()
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
                let chunk = [UInt8](repeating: 65, count: 64 << 10)
                for _ in 0..<(total / chunk.count) {
                    try connection.write(chunk)
                    written.withLock { $0 += chunk.count }
                }
            })
            let other = try LoopbackServer { _ in HTTPResponse() }
            var body = try await transport.stream(get(server)).body.makeAsyncIterator()
            var received = try await body.next()?.count ?? 0
            // In this many turns, the engine could read the whole body if it didn't pause.
            for _ in 0..<1000 { _ = try await transport.send(get(other)) }
            // The sockets on both sides buffer a few megabytes.
            try expect(written.withLock { $0 } < total / 2, "the server could send \(written.withLock { $0 }) of \(total) bytes")
            while let chunk = try await body.next() { received += chunk.count }
            try expect(received, is: total, "the number of bytes")
        },
        Check("a second reader of a stream is an error, and the first continues", only: .stream) { transport in
            let mayEnd = Arrival()
            defer { mayEnd.give() }
            let server = try LoopbackServer(raw: { connection in
                _ = try connection.readRequest()
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")
                mayEnd.block()
                try connection.write("abc")
            })
            let body = try await transport.stream(get(server)).body
            let (outcomes, outcome) = AsyncStream<Result<Data, any Error>>.makeStream()
            for _ in 0..<2 {
                Task {
                    do {
                        outcome.yield(.success(try await body.collected(limit: 100)))
                    } catch {
                        outcome.yield(.failure(error))
                    }
                }
            }
            var results = outcomes.makeAsyncIterator()
            let second = await results.next()
            mayEnd.give()
            let first = await results.next()
            try await expectFailure(.invalidRequest, of: "the second reader") { "\(String(describing: try second?.get()))" }
            try expect(try first?.get(), is: Data("abc".utf8), "what the first reader got")
        },
        Check("two readers of a stream can both be cancelled", only: .stream) { transport in
            let server = try LoopbackServer(raw: { connection in
                _ = try connection.readRequest()
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")
                connection.waitForClose()
            })
            let body = try await transport.stream(get(server)).body
            let readers = (0..<2).map { _ in Task { try await body.collected(limit: 100) } }
            for reader in readers { reader.cancel() }
            for reader in readers {
                switch await reader.result {
                case .success(let data): throw Failure(description: "a cancelled reader got \(data.count) bytes")
                case .failure(let error):
                    let isSecond = (error as? APIError)?.code == .invalidRequest
                    try expect(error is CancellationError || isSecond, "a cancelled reader threw \(error)")
                }
            }
        },
    ]
}
