import CurlBaseline
import EndpointKit
import EndpointKitTesting
import Synchronization
import TestSupport

/// A download of 1 GB over loopback, streamed and dropped, compared with plain C over libcurl, and the memory that it uses.
enum Download {
    static let size = 1 << 30

    /// Answers `/large` with a gigabyte, and other paths with a few bytes.
    static func serve() throws {
        let chunk = [UInt8](repeating: 65, count: 256 << 10)
        let server = try LoopbackServer(raw: { connection in
            while let request = try connection.readRequest() {
                guard request.path.encoded == "/large" else {
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nsmall")
                    continue
                }
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
                for _ in 0..<(size / chunk.count) { try connection.write(chunk) }
            }
        })
        ServerProcess.announce(server)
    }

    static func run() throws -> [BenchmarkRow] {
        let server = try ServerProcess("serve-download")
        let client = APIClient(configuration: APIConfiguration(baseURL: server.url))
        let large = try client.request(for: .get("large"))
        let small = try client.request(for: .get("small"))

        // Measured first, before anything else has used memory.
        let growth = try blocking {
            for _ in 0..<100 { _ = try await CurlTransport.shared.send(small) }
            let idle = residentBytes()
            var peak = idle
            var count = 0
            for try await _ in try await CurlTransport.shared.stream(large).body {
                count += 1
                if count.isMultiple(of: 500) { peak = max(peak, residentBytes()) }
            }
            return max(peak, residentBytes()) - idle
        }

        let plain = PlainC(large)
        let pair = try sideBySide(rounds: 5) {
            try Times.of { try blocking { try await discard(large) } }
        } _: {
            try Times.of { try plain.download(size) }
        }
        return [
            BenchmarkRow(
                "download of 1 GB",
                [
                    Figure(1 / pair.wallRatio, "times plain C's speed", goal: .atLeast(0.9)),
                    Figure(megabytes(growth), "MB above idle", goal: .atMost(4)),
                ])
        ]
    }

    private static func discard(_ request: HTTPRequest) async throws {
        var count = 0
        for try await chunk in try await CurlTransport.shared.stream(request).body { count += chunk.count }
        try require(count == size, "only \(count) of \(size) bytes arrived")
    }
}

/// The memory used while a reader of 1 GB has taken only one chunk.
enum StalledReader {
    static func run() throws -> [BenchmarkRow] {
        let server = try ServerProcess("serve-download")
        let client = APIClient(configuration: APIConfiguration(baseURL: server.url))
        let large = try client.request(for: .get("large"))
        let small = try client.request(for: .get("small"))
        let growth = try blocking {
            let transport = CurlTransport()
            for _ in 0..<2000 { _ = try await transport.send(small) }
            let idle = residentBytes()
            var body = try await transport.stream(large).body.makeAsyncIterator()
            _ = try await body.next()
            // Enough turns of the engine to read the whole body, if it didn't pause the transfer.
            for _ in 0..<5000 { _ = try await transport.send(small) }
            let stalled = residentBytes()
            _ = try await body.next()
            return stalled - idle
        }
        return [BenchmarkRow("a reader that stalls", [Figure(megabytes(growth), "MB above idle", goal: .atMost(2))])]
    }
}

private func megabytes(_ bytes: Int) -> Double { Double(bytes) / Double(1 << 20) }
