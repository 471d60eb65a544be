package import EndpointKit
internal import EndpointKitTesting
internal import Synchronization

/// A server in this process that replaces a program's service, and records the requests.
package final class StandInServer: Sendable {
    private let server: LoopbackServer
    private let log: RequestLog

    /// - Parameter answer: called with each request, and with the requests before it.
    package init(_ answer: @escaping @Sendable (HTTPRequest, _ earlier: [HTTPRequest]) throws -> HTTPResponse) throws {
        let log = RequestLog()
        self.log = log
        server = try LoopbackServer { try answer($0, log.append($0)) }
    }

    package var url: URL { server.url }
    /// The requests in the order in which they arrived.
    package var requests: [HTTPRequest] { log.requests.withLock { $0 } }
    package func stop() { server.stop() }

    /// The settings for calls to this server.
    package var configuration: APIConfiguration {
        var configuration = APIConfiguration(baseURL: url, appVersion: packageVersion)
        configuration.policies.connection.proxy = .direct
        return configuration
    }
}

private final class RequestLog: Sendable {
    let requests = Mutex<[HTTPRequest]>([])

    /// Returns the earlier requests.
    func append(_ request: HTTPRequest) -> [HTTPRequest] {
        requests.withLock { requests in
            defer { requests.append(request) }
            return requests
        }
    }
}

extension HTTPResponse {
    /// A response with a JSON document.
    package static func json(_ body: JSON, status: HTTPStatus = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
        var response = HTTPResponse(status: status, headers: headers, body: Data(body.description.utf8))
        response.headers["Content-Type"] = "application/json; charset=utf-8"
        return response
    }
}

extension CallOptions {
    /// The options of a program whose calls a stand-in answers by default.
    package static func options(ofProgram name: String) -> [Option] {
        [Option(flag: "live", "call the service itself")].section(.calls) + NamedSettings.options(name) + options
    }

    /// Runs `body` like ``run(_:in:_:_:)``, with these settings. If they are nil, starts a stand-in for the duration of `body`, and uses
    /// its settings.
    package func run<Result>(
        _ settings: APIConfiguration?, or standIn: () throws -> StandInServer, of program: String, _ console: Console,
        _ body: (APIConfiguration, (any Transport)?, [any CallObserver]) async throws -> Result
    ) async throws -> Result {
        if let settings { return try await run(settings, console, body) }
        let server = try standIn()
        defer { server.stop() }
        console.note("\(program): calling a local stub server with made-up data at \(server.url.absoluteString); --live calls the service.")
        return try await run(server.configuration, console, body)
    }
}
