import EndpointKit

/// The code of the article "Streaming and downloading".
enum Streaming {
    static func download(_ client: APIClient, to file: URL, show: @escaping @Sendable (Double) -> Void) async throws {
        let download = client.download(.get("film.mp4"), to: file, resuming: true)
        _ = try await download.onProgress { progress in show(progress.fractionCompleted ?? 0) }.value
    }

    static func stream(_ client: APIClient) async throws -> Int {
        let response = try await client.stream(.get("film.mp4")).value
        var count = 0
        for try await chunk in response.body { count += chunk.count }  // a slow loop slows the server down
        return count
    }

    static func lines(_ client: APIClient) async throws -> [String] {
        var errors: [String] = []
        for try await line in client.lines(.get("log.txt")) where line.hasPrefix("error") { errors.append(line) }
        return errors
    }

    struct Reading: Decodable, Sendable { let celsius: Double }

    static func jsonLines(_ client: APIClient) async throws -> Double {
        var highest = -Double.infinity
        for try await reading in client.jsonLines(.get("readings.ndjson"), as: Reading.self) { highest = max(highest, reading.celsius) }
        return highest
    }

    static func events(_ client: APIClient, show: (String) -> Void) async throws {
        for try await event in client.events(.get("notifications")) {
            show(event.data)
            if event.event == "end" { break }  // closes the connection; otherwise the stream reconnects
        }
    }

    static func upload(_ client: APIClient, film: URL, chunks: AsyncStream<Data>) async throws {
        try await client.call(.put("film.mp4", body: .file(film))).value  // opened again for each attempt
        try await client.call(.post("live", body: .stream(chunks, contentType: "video/mp4"))).value
    }

    static func compressed(_ client: APIClient, log: URL) async throws {
        try await client.call(.post("logs", body: .file(log).compressed(.gzip))).value  // Content-Encoding: gzip, in chunks
    }
}
