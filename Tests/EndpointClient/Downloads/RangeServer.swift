import EndpointKit
import EndpointKitTesting
import Synchronization
import TestSupport

/// Serves one text, and parts of it, over real connections; it can break off, change, and misbehave.
final class RangeServer: Sendable {
    struct Behaviour: Sendable {
        var text = "0123456789"
        /// The fields that identify the text; empty if the server has none.
        var validator: HTTPHeaders = ["ETag": "\"1\""]
        var acceptsRanges = true
        /// Breaks off after this number of bytes of a body.
        var breaksOffAfter: Int?
        /// Replaces the correct `Content-Range`.
        var contentRange: String?
        /// The maximum size of a part in bytes.
        var largestPart = Int.max
        /// Whether a partial response states the total length.
        var namesTotal = true
        /// Answers with a part of the current text, whatever version the client has.
        var ignoresIfRange = false
        /// Replaces the validator in a partial response.
        var partValidator: HTTPHeaders?
        var status: HTTPStatus?
        var extra: HTTPHeaders = [:]
    }
    private let state: State
    private let server: LoopbackServer
    let client: APIClient

    init() throws {
        let state = State()
        self.state = state
        server = try LoopbackServer(raw: { connection in
            while let request = try connection.readRequest() { try state.answer(request, on: connection) }
        })
        client = APIClient(configuration: server.configuration(policies: .once), transport: PlatformTransport())
    }

    var configuration: APIConfiguration { server.configuration }
    var requests: [HTTPRequest] { state.recorded.values }

    func change(_ edit: (inout sending Behaviour) -> Void) { state.behaviour.withLock { edit(&$0) } }
}

private final class State: Sendable {
    let behaviour = Mutex(RangeServer.Behaviour())
    let recorded = Recorder<HTTPRequest>()

    func answer(_ request: HTTPRequest, on connection: LoopbackConnection) throws {
        recorded.record(request)
        let behaviour = behaviour.withLock { $0 }
        let whole = Array(behaviour.text.utf8)
        var headers = behaviour.validator
        for field in behaviour.extra { headers.append(field.name, field.value) }
        if behaviour.acceptsRanges { headers["Accept-Ranges"] = "bytes" }
        var status: HTTPStatus = behaviour.status ?? 200
        var body = whole[...]
        let current = behaviour.validator["ETag"] ?? behaviour.validator["Last-Modified"]
        let isSame = behaviour.ignoresIfRange || request.headers["If-Range"] == current
        if behaviour.status == nil, behaviour.acceptsRanges, let start = request.rangeStart, isSame {
            if let validator = behaviour.partValidator { headers = validator }
            if start < whole.count {
                status = 206
                body = whole[start...].prefix(behaviour.largestPart)
                let total = behaviour.namesTotal ? "\(whole.count)" : "*"
                headers["Content-Range"] = behaviour.contentRange ?? "bytes \(start)-\(body.endIndex - 1)/\(total)"
            } else {
                status = 416
                body = []
                headers["Content-Range"] = behaviour.contentRange ?? "bytes */\(whole.count)"
            }
        }
        headers["Content-Length"] = "\(body.count)"
        let sent = behaviour.breaksOffAfter.map { body.prefix($0) } ?? body
        try connection.write(HTTPResponse(status: status, headers: headers, body: Data(sent)), to: request)
        if sent.count < body.count { throw OwnError(reason: "broken off") }
    }
}

extension HTTPRequest {
    /// The start of a range such as `bytes=500-`.
    fileprivate var rangeStart: Int? { headers["Range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) } }
}
