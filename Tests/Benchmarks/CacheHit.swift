import CurlBaseline
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport

/// A cached response of 610 bytes: the cost of the caching transport, and of a whole call.
enum CacheHit {
    private enum Items: RoutedEndpoint, AuthenticatedEndpoint {
        case list
        var route: Route { .get("items", query: ["limit": 20, "orderBy": "name"]) }
    }

    private static func client(_ policy: CachePolicy) throws -> APIClient {
        guard let base = URL(string: "https://api.example.com/v1") else { throw Complaint("the URL is none") }
        var configuration = APIConfiguration(baseURL: base, authentication: .hashedQuery(publicKey: "0123456789", privateKey: "9876543210"))
        configuration.policies.cache = policy
        let body = Data(repeating: 0x20, count: 610)
        let answer = HTTPResponse(
            headers: [
                "Content-Type": "application/json; charset=utf-8", "Cache-Control": "max-age=86400", "ETag": "\"0123456789abcdef\"",
                "Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Vary": "Accept-Encoding", "Server": "example",
            ], body: body)
        return APIClient(configuration: configuration, transport: AnsweringTransport(answer: answer))
    }

    private struct AnsweringTransport: Transport, AwaitedInPlace {
        let answer: HTTPResponse
        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse { answer }

        func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
            HTTPResponseStream(try await send(request, in: context))
        }
    }

    /// The date of the stored response.
    private static let now = Date(timeIntervalSince1970: 784_111_777)

    static func run() throws -> [BenchmarkRow] {
        let folder = try Folder()
        return try [nil, folder.url].map { directory in
            let client = try client(CachePolicy(directory: directory) { now })
            let body: @Sendable () async throws -> Void = { _ = try await client.data(Items.list).value }
            let source = try blocking {
                try await body(); return try await client.data(Items.list).response.source
            }
            guard source == .cache else { throw Complaint("the response comes from \(source)") }
            let (seconds, allocated) = try perCall(body)
            return BenchmarkRow(
                directory == nil ? "a cached response of 610 bytes, the whole call signed" : "the same with a directory",
                [
                    Figure(seconds * 1e6, "microseconds a call", goal: .atMost(20)),
                    Figure(allocated, "allocations a call", goal: .atMost(30)),
                ])
        }
    }

    /// Processor time and allocations of a call.
    private static func perCall(_ body: @escaping @Sendable () async throws -> Void) throws -> (Double, Double) {
        let count = 20_000
        try blocking { for _ in 0..<1000 { try await body() } }
        baseline_begin_counting()
        let times = try Times.of { try blocking { for _ in 0..<count { try await body() } } }
        return (times.cpu / Double(count), Double(baseline_end_counting()) / Double(count))
    }
}
