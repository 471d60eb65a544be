import CurlBaseline
import EndpointKit
import EndpointKitTesting
import Synchronization

/// 1 GB over loopback, streamed and dropped, against plain C over libcurl; and what is in memory meanwhile.
enum Download {
    static let size = 1 << 30

    /// A gigabyte to whoever asks for `/large`, a few bytes to others.
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

    static func run() throws {
        guard let server = ServerProcess("serve-download"), let base = URL(string: server.url) else {
            return print("download: the server doesn't start")
        }
        let client = APIClient(configuration: APIConfiguration(baseURL: base))
        let large = try client.request(for: .get("large"))
        let small = try client.request(for: .get("small"))

        // First, while nothing else has been in memory.
        let growth = Mutex(0)
        blocking {
            for _ in 0..<100 { _ = try await CurlTransport.shared.send(small) }
            let idle = residentBytes()
            var peak = idle
            var count = 0
            for try await _ in try await CurlTransport.shared.stream(large).body {
                count += 1
                if count.isMultiple(of: 500) { peak = max(peak, residentBytes()) }
            }
            growth.withLock { [peak] in $0 = max(peak, residentBytes()) - idle }
        }

        let speed = medianRatio(rounds: 5) {
            Times.of { if baseline_download(server.url + "large") != size { print("the baseline didn't get it all") } }.wall
        } to: {
            Times.of { blocking { try await discard(large) } }.wall
        }
        printRow(
            "download of 1 GB",
            "\(speed.rounded(to: 2)) of plain C's speed; \(megabytes(growth.withLock { $0 })) MB above idle",
            goal: "at least 0.8; at most 4 MB")
    }

    private static func discard(_ request: HTTPRequest) async throws {
        var count = 0
        for try await chunk in try await CurlTransport.shared.stream(request).body { count += chunk.count }
        if count != size { print("only \(count) bytes came") }
    }
}

/// What is in memory while a reader of 1 GB has taken one chunk and no more.
enum StalledReader {
    static func run() throws {
        guard let server = ServerProcess("serve-download"), let base = URL(string: server.url) else {
            return print("stall: the server doesn't start")
        }
        let client = APIClient(configuration: APIConfiguration(baseURL: base))
        let large = try client.request(for: .get("large"))
        let small = try client.request(for: .get("small"))
        blocking {
            let transport = CurlTransport()
            for _ in 0..<2000 { _ = try await transport.send(small) }
            let idle = residentBytes()
            var body = try await transport.stream(large).body.makeAsyncIterator()
            _ = try await body.next()
            // The engine turns often enough to take everything in, if it did.
            for _ in 0..<5000 { _ = try await transport.send(small) }
            printRow("a reader that stalls", "\(megabytes(residentBytes() - idle)) MB above idle", goal: "at most 2 MB")
            _ = try await body.next()
        }
    }
}

private func megabytes(_ bytes: Int) -> Double { (Double(bytes) / Double(1 << 20)).rounded(to: 2) }
