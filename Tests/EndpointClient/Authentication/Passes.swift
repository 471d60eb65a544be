import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport

/// A token that consists only of a string and an expiry.
struct Pass: BearerToken, Codable, Equatable {
    var text: String
    var expiry: Date?
    var bearerText: String { text }

    init(_ text: String, expiresIn seconds: Double? = nil) {
        self.text = text
        expiry = seconds.map { Pass.start.addingTimeInterval($0) }
    }

    static let start = Date(timeIntervalSince1970: 1_000_000)
}

/// Issues t1, t2 and so on, and records the tokens that they replace.
final class Issuer: Sendable {
    private let given = Recorder<Pass?>()
    private let work: @Sendable (_ number: Int) async throws -> Void

    /// Does `work` before it issues each pass.
    init(_ work: @escaping @Sendable (_ number: Int) async throws -> Void = { _ in }) { self.work = work }

    var count: Int { given.count }
    var tokens: [String?] { given.values.map { $0?.text } }

    func issue(for pass: Pass?) async throws -> Pass {
        let number = given.record(pass)
        try await work(number)
        return Pass("t\(number)")
    }
}

extension TokenRefresher where Token == Pass {
    /// Creates a refresher whose store holds `pass`, at the time ``Pass/start``.
    convenience init(
        _ pass: Pass?, from issuer: Issuer, now: TestTime = TestTime(Pass.start), clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.init(store: MemoryTokenStore(pass), now: { now.date }, clock: clock) { try await issuer.issue(for: $0) }
    }
}

struct Protected: AuthenticatedEndpoint {
    var path: Path = "items"
    var method: HTTPMethod = .get
    var body: (any HTTPBody)?
}

/// Echoes an accepted token, and answers any other token with 401.
func guarded(_ accepted: String...) -> StubTransport {
    StubTransport { request in HTTPResponse.judging(request, accepting: accepted) }
}

extension HTTPResponse {
    static func judging(_ request: HTTPRequest, accepting accepted: [String]) -> HTTPResponse {
        let token = request.bearer ?? ""
        return accepted.contains(token) ? HTTPResponse(body: Data(token.utf8)) : HTTPResponse(status: 401, body: Data("expired".utf8))
    }
}

extension HTTPRequest {
    var bearer: String? { headers["Authorization"].map { String($0.dropFirst("Bearer ".count)) } }
}

/// Blocks all callers until the expected number have arrived.
final class Gate: Sendable {
    private let expected: Int
    private let arrivals = Counter()
    private let isOpen = Signal()

    init(_ expected: Int) { self.expected = expected }

    func arrive() async {
        let number = arrivals.next()
        if number == expected { for _ in 0..<expected { isOpen.give() } }
        if number <= expected { await isOpen.wait() }
    }
}
