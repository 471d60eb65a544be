import EndpointConformance
public import EndpointKit
import EndpointKitTesting
import Synchronization

/// Idle connections that their server ends when a call uses one of them. Connections that are opened later are answered.
public struct LostConnections: Sendable, CustomStringConvertible {
    /// How a server ends an idle connection.
    public enum Moment: String, CaseIterable, Sendable {
        case beforeRequest, insideRequest, afterRequest, resetAfterRequest, insideAnswer
        /// It states that it didn't process the request (RFC 9113, section 8.7).
        case refused
    }

    /// What is sent.
    public struct Kind: Sendable, CustomStringConvertible {
        public var method: HTTPMethod
        public var hasKey = false
        public var hasBody = false

        public init(_ method: HTTPMethod, hasKey: Bool = false, hasBody: Bool = false) {
            (self.method, self.hasKey, self.hasBody) = (method, hasKey, hasBody)
        }

        public static let all =
            [HTTPMethod.get, .head, .options, .delete].map { Kind($0) }
            + [HTTPMethod.put, .post, .patch].flatMap { method in
                [false, true].flatMap { hasKey in [false, true].map { Kind(method, hasKey: hasKey, hasBody: $0) } }
            }

        var maySendTwice: Bool { method.isIdempotent || hasKey }
        public var description: String { "\(method)\(hasKey ? " with a key" : "")\(hasBody ? " with a body" : "")" }
    }

    public var version: HTTPVersionPolicy
    public var moment: Moment
    public var idleCount: Int
    /// Whether connections that are opened later are ended in the same way.
    public var endsAll: Bool

    public init(_ version: HTTPVersionPolicy, _ moment: Moment, idle idleCount: Int, endsAll: Bool = false) {
        (self.version, self.moment, self.idleCount, self.endsAll) = (version, moment, idleCount, endsAll)
    }

    /// What happened to one call.
    public struct Outcome: Sendable, Hashable, CustomStringConvertible {
        public var attempts: Int
        /// How often the request reached the server.
        public var copies: Int
        public var isAnswered: Bool
        public var description: String { "\(attempts) attempts, \(copies) copies, \(isAnswered ? "answered" : "lost")" }

        public init(attempts: Int, copies: Int, isAnswered: Bool) {
            (self.attempts, self.copies, self.isAnswered) = (attempts, copies, isAnswered)
        }
    }

    /// What must happen to a call.
    public func expected(_ kind: Kind, by retry: RetryPolicy = .standard) -> Outcome {
        // An unsafe request without a body doesn't use an idle connection.
        let isLost = moment != .beforeRequest && moment != .refused && (endsAll || kind.maySendTwice || kind.hasBody)
        if moment == .refused {
            return Outcome(attempts: 1, copies: kind.maySendTwice || kind.hasBody ? idleCount + 1 : 1, isAnswered: true)
        }
        guard isLost else { return Outcome(attempts: 1, copies: 1, isAnswered: true) }
        let most = kind.maySendTwice ? max(1, retry.maxAttempts) : 1
        let attempts = endsAll ? most : min(2, most)
        return Outcome(attempts: attempts, copies: attempts, isAnswered: !endsAll && most > 1)
    }

    /// Every way in which connections are lost, with each number of idle ones.
    public static func table(idle counts: [Int]) -> [LostConnections] {
        [HTTPVersionPolicy.http1, .http2].flatMap { version in
            Moment.allCases.filter { version == .http1 ? $0 != .refused : $0 != .insideRequest }.flatMap { moment in
                counts.flatMap { count in
                    (moment == .beforeRequest || moment == .refused ? [false] : [false, true]).map {
                        LostConnections(version, moment, idle: count, endsAll: $0)
                    }
                }
            }
        }
    }

    public var description: String {
        "\(version), \(idleCount) idle, ended \(moment.rawValue)\(endsAll ? ", and so are new ones" : "")"
    }

    /// Makes one call of each kind over idle connections of its own. Throws if an outcome isn't the expected one.
    public func run(_ kinds: [Kind], retry: RetryPolicy = .standard) async throws {
        var complaints: [String] = []
        for kind in kinds {
            let (outcome, expected) = (try await outcome(of: kind, retry: retry), expected(kind, by: retry))
            if outcome != expected { complaints.append("\(kind), \(self): \(outcome) instead of \(expected)") }
        }
        try require(complaints.isEmpty, complaints.joined(separator: "\n"))
    }

    public func outcome(
        of kind: Kind, retry: RetryPolicy = .standard, editing edit: (inout ClientPolicies) -> Void = { _ in }
    ) async throws -> Outcome {
        let transport = PlatformTransport()
        let server = try EndingServer(self)
        var policies = ClientPolicies.standard
        policies.retry = retry
        policies.connection.httpVersion = version
        edit(&policies)
        let configuration = APIConfiguration(baseURL: server.loopback.url, requestTimeout: .seconds(600), policies: policies)
        let client = APIClient(configuration: configuration, transport: transport, clock: ManualClock(skipsSleeps: true))
        var opening = TransferContext()
        opening.connection.httpVersion = version
        try await server.open(idleCount, through: transport, in: opening)
        let call = client.data(Sent(kind: kind, size: moment == .insideRequest ? 300_000 : 5))
        let attempts: Int
        var isAnswered = true
        do { attempts = try await call.response.attempts.count } catch let error as APIError {
            (attempts, isAnswered) = (error.attempts.count, false)
        }
        return Outcome(attempts: attempts, copies: server.copies, isAnswered: isAnswered)
    }

    private struct Sent: Endpoint {
        let kind: Kind
        let size: Int
        var path: Path { "/" }
        var method: HTTPMethod { kind.method }
        var headers: HTTPHeaders { kind.hasKey ? ["Idempotency-Key": "1"] : [:] }
        var body: (any HTTPBody)? { kind.hasBody ? Data(repeating: 65, count: size) : nil }
    }
}

/// A server in one version of HTTP. It answers one request on each connection at the same time, so that each is idle, and then begins to end
/// them.
private final class EndingServer: Sendable {
    private struct State {
        var isEnding = false
        var arrived = 0
        var copies = 0
        var idleConnections = 0
    }

    let loopback: LoopbackServer
    private let state: Shared

    private final class Shared: Sendable {
        let values = Mutex(State())
        let mayAnswer = BlockingSignal()
        let isIdle = Signal()
        let mayClose = BlockingSignal()
        let hasClosed = Signal()
    }

    var copies: Int { state.values.withLock { $0.copies } }

    init(_ connections: LostConnections) throws {
        let state = Shared()
        self.state = state
        loopback = try LoopbackServer(raw: { connection in
            var requests = Requests(connection, isHTTP2: connections.version == .http2)
            let isOld = state.values.withLock { !$0.isEnding }
            if isOld {
                guard try requests.next() else { return }
                state.isIdle.give()
                state.mayAnswer.wait()
                try requests.answer()
                if connections.moment == .beforeRequest {
                    state.mayClose.wait()
                    connection.endWriting()
                    state.hasClosed.give()
                    connection.waitForClose()
                    return
                }
            }
            let isEnded = isOld || connections.endsAll
            while try isEnded && connections.moment == .insideRequest ? !connection.read().isEmpty : requests.next() {
                state.values.withLock { $0.copies += 1 }
                guard isEnded else {
                    try requests.answer()
                    continue
                }
                switch connections.moment {
                case .beforeRequest, .insideRequest, .afterRequest: return
                case .resetAfterRequest: return connection.reset()
                case .insideAnswer: return try requests.answer(prefix: 16)
                case .refused: try requests.refuse()
                }
            }
        })
        isBeforeRequest = connections.moment == .beforeRequest
    }

    private let isBeforeRequest: Bool

    /// Opens idle connections.
    func open(_ count: Int, through transport: PlatformTransport, in context: TransferContext) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                // An unsafe request without a body gets a new connection.
                let request = HTTPRequest(method: .post, origin: loopback.origin, timeout: .seconds(600))
                group.addTask { _ = try await transport.send(request, in: context) }
            }
            for _ in 0..<count { await state.isIdle.wait() }
            for _ in 0..<count { state.mayAnswer.give() }
            try await group.waitForAll()
        }
        state.values.withLock { $0.isEnding = true }
        guard isBeforeRequest else { return }
        for _ in 0..<count { state.mayClose.give() }
        for _ in 0..<count { await state.hasClosed.wait() }
    }
}

/// The requests on a connection, in either version.
private struct Requests {
    private let connection: LoopbackConnection
    private var input: HTTP2Frame.Input?
    private var stream: UInt32 = 0

    init(_ connection: LoopbackConnection, isHTTP2: Bool) {
        self.connection = connection
        if isHTTP2 { input = HTTP2Frame.Input(connection) }
    }

    /// Whether there is another request. It has been read to its end.
    mutating func next() throws -> Bool {
        guard input != nil else { return try connection.readRequest() != nil }
        if stream == 0 {
            guard input?.take(24) != nil else { return false }
            try connection.write(HTTP2Frame(kind: .settings).bytes)
        }
        while let frame = try input?.next() {
            if frame.kind == .settings, frame.flags & HTTP2Frame.acknowledges == 0 {
                try connection.write(HTTP2Frame(kind: .settings, flags: HTTP2Frame.acknowledges).bytes)
            } else if [.headers, .data].contains(frame.kind), frame.flags & HTTP2Frame.endsStream != 0 {
                stream = frame.stream
                return true
            }
        }
        return false
    }

    /// Writes a response with status 200, or its first bytes.
    func answer(prefix: Int = .max) throws {
        let response: [UInt8]
        if input == nil {
            response = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)
        } else {
            // 0x88 is the status 200 (RFC 7541, appendix A), followed by a field without Huffman coding.
            let fields = [0x88, 0, 6] + Array("x-name".utf8) + [5] + Array("value".utf8)
            response =
                HTTP2Frame(
                    kind: .headers, flags: HTTP2Frame.endsHeaders | HTTP2Frame.endsStream, stream: stream, payload: fields
                ).bytes
        }
        try connection.write(response.prefix(prefix))
    }

    func refuse() throws { try connection.write(HTTP2Frame(kind: .reset, stream: stream, payload: [0, 0, 0, 7]).bytes) }
}
