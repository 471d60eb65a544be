#if URLSessionTransport
    import Foundation
    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif
    import TestSupport

    /// Foundation's URLSession as a program would use it without EndpointKit, with as many connections as calls in flight and without a cache.
    struct URLSessionPeer: Sendable {
        private let url: URL
        private let session: URLSession
        private let decoder = JSONDecoder()

        init(_ url: URL, inFlight: Int) {
            self.url = url
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpMaximumConnectionsPerHost = inFlight
            configuration.urlCache = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.timeoutIntervalForRequest = 600
            session = URLSession(configuration: configuration)
        }

        func value<Value: Decodable>(_ type: Value.Type) async throws -> Value { try decoder.decode(type, from: await data()) }

        func data() async throws -> Data {
            let (body, response) = try await session.data(from: url)
            let status = (response as? HTTPURLResponse)?.statusCode
            try require(status == 200, "URLSession was answered with \(status.map(String.init) ?? "no status")")
            return body
        }
    }
#endif
