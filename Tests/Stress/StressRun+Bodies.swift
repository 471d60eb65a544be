import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport

extension StressRun {
    private static let gigabyte = 1 << 30
    private static let chunk = [UInt8](repeating: 65, count: 64 << 10)

    static let codedStream = StressRun(
        name: "coded-stream", purpose: "a stream of 1 GB that comes as gzip is undone in little memory"
    ) { _ in
        let transport = CurlTransport()
        // After the first megabytes, the decoder, the engine and the buffers of both ends have been allocated.
        _ = try await peak(receiving: 64 << 20, from: await server(coding: 64 << 20), on: transport)
        let growth = try await peak(receiving: gigabyte, from: await server(coding: gigabyte), on: transport)
        try require(growth < 8 << 20, "resident memory grew by \(growth >> 10) KB")
        return "resident memory grew by \(growth >> 10) KB at most"
    }

    /// Sends a gzip member for each megabyte. The data consists of sixteen letters, so that compression halves its size.
    private static func server(coding total: Int) async throws -> LoopbackServer {
        var generator = SplitMix64(seed: 42)
        let folder = try Folder()
        try folder.write((0..<1 << 20).map { _ in UInt8(ascii: "A") + UInt8(generator.next() % 16) }, to: "megabyte")
        let member = try await SystemProgram.run("gzip", ["-c", "megabyte"], in: folder.url)
        return try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(total >> 20 * member.count)\r\n\r\n")
            for _ in 0..<(total >> 20) { try connection.write(member) }
        })
    }

    private static func server(sending total: Int) throws -> LoopbackServer {
        try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
            for _ in 0..<(total / chunk.count) { try connection.write(chunk) }
        })
    }

    static let stalledReader = StressRun(
        name: "stalled-reader", purpose: "a reader of 400 MB that stalls holds at most 2 MB, and gets the rest afterwards"
    ) { _ in
        let total = 400 << 20
        let server = try server(sending: total)
        let other = try LoopbackServer { _ in HTTPResponse(body: Data(repeating: 66, count: 1000)) }
        let transport = CurlTransport()
        for _ in 0..<2000 { _ = try await transport.send(.get(other)) }

        var body = try await transport.stream(.get(server)).body.makeAsyncIterator()
        var received = try await body.next()?.count ?? 0
        let memory = residentBytes()
        // Thousands of turns of the engine for other transfers: enough to read everything, if it didn't pause the transfer.
        for _ in 0..<2000 { _ = try await transport.send(.get(other)) }
        let growth = try expectGrowth(since: memory, below: 2 << 20)
        while let chunk = try await body.next() { received += chunk.count }
        try require(received == total, "\(received) of \(total) bytes arrived")
        return growth
    }

    static let gigabyteDown = StressRun(name: "gigabyte-down", purpose: "a download of 1 GB goes through in little memory") { _ in
        let transport = CurlTransport()
        // After the first megabytes, the engine and the buffers of both ends have been allocated.
        _ = try await peak(receiving: 64 << 20, from: server(sending: 64 << 20), on: transport)
        let growth = try await peak(receiving: gigabyte, from: server(sending: gigabyte), on: transport)
        try require(growth < 8 << 20, "resident memory grew by \(growth >> 10) KB")
        return "resident memory grew by \(growth >> 10) KB at most"
    }

    /// The peak memory of a download, measured now and then.
    private static func peak(receiving total: Int, from server: LoopbackServer, on transport: CurlTransport) async throws -> Int {
        let before = residentBytes()
        var (received, looks, most) = (0, 0, before)
        for try await chunk in try await transport.stream(.get(server)).body {
            received += chunk.count
            looks += 1
            if looks.isMultiple(of: 64) { most = max(most, residentBytes()) }
        }
        try require(received == total, "\(received) of \(total) bytes arrived")
        return most - before
    }

    static let gigabyteUp = StressRun(
        name: "gigabyte-up", purpose: "a file of 1 GB in a multipart body goes through in little memory"
    ) { _ in
        let server = try LoopbackServer(raw: { connection in
            var (received, length, head) = (0, Int.max, [UInt8]())
            while received < length {
                let bytes = connection.read()
                if bytes.isEmpty { return }
                if length == .max {
                    head += bytes
                    guard let end = head.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
                    received = head.count - end.upperBound
                    length = contentLength(of: head[..<end.lowerBound]) ?? 0
                } else {
                    received += bytes.count
                }
            }
            try connection.write("HTTP/1.1 200 OK\r\nX-Received: \(received)\r\nContent-Length: 0\r\n\r\n")
        })
        let transport = CurlTransport()
        // After the first megabytes, the engine and the buffers of both ends have been allocated.
        try await upload(64 << 20, to: server, on: transport)
        let memory = residentBytes()
        try await upload(gigabyte, to: server, on: transport)
        return try expectGrowth(since: memory, below: 8 << 20)
    }

    private static func upload(_ count: Int, to server: LoopbackServer, on transport: CurlTransport) async throws {
        let file = try TemporaryFile(zeros: UInt64(count))
        let body = try MultipartBody([.text("a", "b"), .file("f", file.url)]).entity()
        let request = HTTPRequest(method: .put, origin: server.origin, body: body, timeout: .seconds(60))
        let response = try await transport.send(request)
        let received = response.headers["X-Received"]
        try require(received == body.length.map { "\($0)" }, "the server got \(received ?? "no") bytes")
    }

    private static func contentLength(of head: some Sequence<UInt8>) -> Int? {
        let lines = String(decoding: Array(head), as: UTF8.self).split(separator: "\r\n")
        return lines.first { $0.lowercased().hasPrefix("content-length: ") }.flatMap { Int($0.dropFirst(16)) }
    }

    static let fileDescriptors = StressRun(
        name: "file-descriptors", purpose: "a file is closed whether it was read to its end, left, or refused"
    ) { _ in
        let file = try TemporaryFile(zeros: 200_000)
        let entity = try FileBody(file.url).entity()
        let rounds = 5_000
        let before = openDescriptors()
        for _ in 0..<rounds {
            var whole = 0
            for try await chunk in try entity.chunks() { whole += chunk.count }
            try require(whole == 200_000, "\(whole) of 200,000 bytes were read")
            var chunks = try entity.chunks().makeAsyncIterator()
            _ = try await chunks.next()
            _ = try? FileBody(file.url.deletingLastPathComponent()).entity()
        }
        try expectDescriptors(atMost: before + 8)
        return "\(rounds) rounds"
    }
}
