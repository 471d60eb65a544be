import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport

/// A reverse proxy on 127.0.0.1 that forwards everything through a client with a cache, for suites that test caches from outside:
/// `cache-proxy ORIGIN [DIRECTORY]`. It prints its address, and ends when its standard input ends.
@main struct CacheProxy {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let origin = arguments.first.flatMap({ URL(string: $0) }) else {
            print("cache-proxy ORIGIN [DIRECTORY]")
            exit(64)
        }
        var configuration = APIConfiguration(baseURL: origin)
        configuration.policies.retry = .never
        // The client of the proxy follows redirects itself.
        configuration.policies.redirects = .none
        configuration.policies.cache = CachePolicy(directory: arguments.dropFirst().first.map { URL(filePath: $0) })
        let client = APIClient(configuration: configuration, decisions: [ParseDecision()])
        let server = try LoopbackServer { request in
            let answer = try answer(to: request, by: client)
            var response = HTTPResponse(status: answer.status, body: answer.body)
            for field in answer.headers where !Self.ownFields.contains(field.name.lowercased()) {
                response.headers.append(field.name, field.value)
            }
            return response
        }
        print(server.url)
        fflush(nil)
        while readLine() != nil {}
        withExtendedLifetime(server) {}
    }

    private struct Forwarded: Endpoint {
        let request: HTTPRequest
        var method: HTTPMethod { request.method }
        var path: Path { request.path }
        var query: Query { request.query }
        var headers: HTTPHeaders {
            var headers = HTTPHeaders()
            for field in request.headers where !CacheProxy.ownFields.contains(field.name.lowercased()) {
                headers.append(field.name, field.value)
            }
            return headers
        }
        var body: (any HTTPBody)? {
            guard case .data(let data)? = request.body?.content else { return nil }
            return data
        }
    }

    /// Connection-specific fields and framing fields: each side writes its own.
    private static let ownFields: Set = [
        "connection", "content-length", "expect", "host", "keep-alive", "te", "transfer-encoding", "upgrade",
    ]

    /// Blocks the server's thread until the client has answered.
    private static func answer(to request: HTTPRequest, by client: APIClient) throws -> HTTPResponse {
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Result<HTTPResponse, any Error>?>(nil)
        Task {
            let response = await client.data(Forwarded(request: request)).http
            result.withLock { $0 = response }
            done.signal()
        }
        done.wait()
        guard let result = result.withLock({ $0 }) else { throw LoopbackServer.NoResponse() }
        return try result.get()
    }
}

extension Call {
    fileprivate var http: Result<HTTPResponse, any Error> {
        get async { do { return .success(try await response.http) } catch { return .failure(error) } }
    }
}
