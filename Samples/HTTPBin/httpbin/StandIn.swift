internal import EndpointKit
internal import EndpointKitTesting
internal import Synchronization

/// A server on this machine that answers the program's requests like httpbin.
final class StandIn: Sendable {
    static let refusedToken = "first"
    static let goodToken = "second"
    static let guarded = #")]}'\#n{"hello":"world"}"#

    private let server: LoopbackServer
    private let log: RequestLog

    /// Starts the server. For several statuses it answers `failures` times with the first, and then with the last.
    init(failures: Int = 1) throws {
        let log = RequestLog()
        self.log = log
        server = try LoopbackServer { request in
            let earlier = log.append(request)
            let path = request.path.encoded.split(separator: "/")
            switch (request.method, path.first, path.last) {
            case (.post, "post", _): return try Self.json(["form": Self.form(of: request)])
            case (.post, "token", _):
                guard Self.form(of: request)["refresh_token"] == Self.refusedToken else { return HTTPResponse(status: 400) }
                return try Self.json(["access_token": Self.goodToken])
            case (.get, "bearer", _):
                guard request.headers["Authorization"] == "Bearer \(Self.goodToken)" else { return HTTPResponse(status: 401) }
                return try Self.json(Bearer(authenticated: true, token: Self.goodToken))
            case (.get, "base64", let text?):
                // A query decodes the escapes of `=`.
                guard let data = Data(base64Encoded: Query(encoded: "text=\(text)")["text"] ?? "") else { return HTTPResponse(status: 400) }
                return HTTPResponse(body: data)
            case (.get, "status", "403"): return try Self.json(Refusal(code: 999, message: "Not for you"), status: 403)
            case (.get, "status", let text?):
                // The comma is part of a value in the path, so it comes encoded.
                let statuses = text.split(separator: "%2C").compactMap { Int($0) }
                let status = earlier < failures ? statuses.first : statuses.last
                return HTTPResponse(status: HTTPStatus(rawValue: status ?? 400))
            default: return HTTPResponse(status: 404)
            }
        }
    }

    var url: URL { server.url }
    func stop() { server.stop() }
    /// The requests in the order in which they arrived.
    var requests: [HTTPRequest] { log.requests }

    private static func json(_ value: some Encodable, status: HTTPStatus = 200) throws -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: try JSONEncoder().encode(value))
    }

    private static func form(of request: HTTPRequest) -> [String: String] {
        guard request.headers["Content-Type"] == "application/x-www-form-urlencoded", case .data(let body)? = request.body?.content else {
            return [:]
        }
        // A plus in a form is a space, but a query keeps it.
        let text = String(decoding: body, as: UTF8.self).split(separator: "+", omittingEmptySubsequences: false).joined(separator: "%20")
        return Dictionary(Query(encoded: text).map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    private struct Bearer: Encodable {
        var authenticated: Bool
        var token: String
    }
    private struct Refusal: Encodable {
        var code: Int
        var message: String
    }
}

private final class RequestLog: Sendable {
    private let state = Mutex<[HTTPRequest]>([])

    var requests: [HTTPRequest] { state.withLock { $0 } }

    /// Returns the number of earlier requests for the same path.
    func append(_ request: HTTPRequest) -> Int {
        state.withLock { requests in
            defer { requests.append(request) }
            return requests.count { $0.path == request.path }
        }
    }
}
