import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization

/// The results of random calls to servers that redirect, reject and lose requests.
public struct GuardedFigures: Sendable, CustomStringConvertible {
    public var calls = 0
    public var successes = 0
    public var failures: [String: Int] = [:]
    public var requests = 0
    /// Requests at an origin other than the call's.
    public var requestsElsewhere = 0
    /// Unsafe requests that were sent more than once.
    public var repeated = 0

    public var description: String {
        let failures = failures.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        return
            "\(calls) calls, \(successes) answered (\(failures)); \(requests) requests, \(requestsElsewhere) elsewhere, \(repeated) repeated"
    }
}

/// Makes calls whose requests are redirected, rejected, lost and guarded at random, and checks what two servers have received: no
/// non-idempotent request is acted on twice, no redirected write is repeated, and no unsafe request arrives without its guard.
public func guardedCalls(_ count: Int, seed: UInt64) async throws -> GuardedFigures {
    var random = SplitMix64(seed: seed)
    let plans = (0..<count).map { GuardedCall(number: $0, using: &random) }
    let servers = try GuardedServers(plans)
    let store = MemoryTokenStore(AnyToken())
    var policies = ClientPolicies.standard
    policies.retry.budget = RetryBudget(ratio: 10)
    policies.maxConcurrentCalls = 8
    // Each client has its own refresher, and both use one store for one user.
    let clients = (0..<2).map { [policies] _ in
        let refresher = TokenRefresher<AnyToken>(
            store: store, window: RefreshWindow(count: .max), identity: { _ in Identity("user") }, refresh: { _ in AnyToken() })
        let configuration = APIConfiguration(
            baseURL: servers.home.url, requestTimeout: .seconds(600), authentication: .bearer(refresher), policies: policies)
        return APIClient(configuration: configuration, transport: PlatformTransport(), clock: ManualClock(skipsSleeps: true))
    }
    var figures = GuardedFigures(calls: count)
    try await withThrowingTaskGroup(of: String?.self) { group in
        var rest = plans[...]
        for _ in 0..<32 { if let plan = rest.popFirst() { group.addTask { try await plan.outcome(clients[plan.number % 2]) } } }
        while let failure = try await group.next() {
            if let failure { figures.failures[failure, default: 0] += 1 } else { figures.successes += 1 }
            if let plan = rest.popFirst() { group.addTask { try await plan.outcome(clients[plan.number % 2]) } }
        }
    }
    try servers.judge(into: &figures)
    return figures
}

private struct AnyToken: BearerToken {
    var bearerText: String { "token" }
    var expiry: Date? { nil }
}

/// One random call, and what the servers do with its requests.
private struct GuardedCall: AuthenticatedEndpoint {
    enum Answer: Sendable {
        case success, redirect(HTTPStatus, toOther: Bool)
    }
    enum Fault: CaseIterable, Sendable { case unauthorized, unavailable, loss }
    struct Hop: Sendable {
        /// The faults before the response, each of which occurs once.
        var faults: [Fault]
        var answer: Answer
        /// Whether the server closes the connection afterwards without announcing it.
        var closes: Bool
    }

    let number: Int
    let method: HTTPMethod
    let headers: HTTPHeaders
    let hops: [Hop]
    let isStreamed: Bool

    var path: Path { "\(number)/0" }
    var body: (any HTTPBody)? { method.isSafe || method == .delete ? nil : Data("body".utf8) }

    init(number: Int, using random: inout SplitMix64) {
        self.number = number
        method = [.get, .post, .put, .patch, .delete].randomElement(using: &random) ?? .get
        let fields: [HTTPHeaders] = [
            [:], ["If-Match": "\"1\""], ["If-None-Match": "*"], ["If-Unmodified-Since": "Wed, 25 Nov 2026 08:00:00 GMT"],
            ["Idempotency-Key": "key-\(number)"], ["Idempotency-Key": ""], ["X-Method-Override": "MERGE"], ["Overwrite": "F"],
        ]
        headers = fields.randomElement(using: &random) ?? [:]
        let count = Int.random(in: 1...4, using: &random)
        var hops: [Hop] = []
        for index in 0..<count {
            let status: HTTPStatus = [301, 302, 303, 307, 308].randomElement(using: &random) ?? 302
            let toOther = Int.random(in: 0..<4, using: &random) == 0
            let faultCount = max(0, Int.random(in: -2...2, using: &random))
            hops.append(
                Hop(
                    faults: (0..<faultCount).map { _ in Fault.allCases.randomElement(using: &random) ?? .loss },
                    answer: index == count - 1 ? .success : .redirect(status, toOther: toOther),
                    closes: Int.random(in: 0..<5, using: &random) == 0))
        }
        self.hops = hops
        isStreamed = Int.random(in: 0..<4, using: &random) == 0
    }

    /// The code of the failure; nil for a success.
    func outcome(_ client: APIClient) async throws -> String? {
        do {
            if isStreamed {
                for try await _ in client.bytes(self) {}
            } else {
                try await client.call(self).value
            }
            return nil
        } catch let error as APIError {
            return error.code.rawValue
        }
    }
}

/// Two servers that know the plan of each call, and record its requests.
private final class GuardedServers: Sendable {
    struct Sight: Sendable {
        let hop: Int
        let method: HTTPMethod
        let headers: HTTPHeaders
        let isElsewhere: Bool
        /// The status of the response; nil if the connection was closed instead.
        let status: HTTPStatus?
    }

    private final class State: Sendable {
        let plans: [GuardedCall]
        private let seen: Mutex<[[Sight]]>
        let origins = Mutex<[Origin]>([])

        init(_ plans: [GuardedCall]) {
            self.plans = plans
            seen = Mutex(plans.map { _ in [] })
        }

        /// The response to a request; nil to close the connection.
        func answer(_ request: HTTPRequest, isElsewhere: Bool) -> (response: HTTPResponse?, closes: Bool) {
            let numbers = request.path.encoded.split(separator: "/").compactMap { Int($0) }
            guard numbers.count == 2 else { return (HTTPResponse(status: 404), false) }
            let hop = plans[numbers[0]].hops[numbers[1]]
            return seen.withLock { seen in
                let earlier = seen[numbers[0]].count { $0.hop == numbers[1] }
                let response: HTTPResponse?
                if earlier < hop.faults.count {
                    switch hop.faults[earlier] {
                    case .unauthorized: response = HTTPResponse(status: 401)
                    case .unavailable: response = HTTPResponse(status: 503)
                    case .loss: response = nil
                    }
                } else {
                    response = answer(hop.answer, in: numbers, isElsewhere: isElsewhere)
                }
                seen[numbers[0]].append(
                    Sight(
                        hop: numbers[1], method: request.method, headers: request.headers, isElsewhere: isElsewhere,
                        status: response?.status))
                return (response, hop.closes)
            }
        }

        private func answer(_ answer: GuardedCall.Answer, in numbers: [Int], isElsewhere: Bool) -> HTTPResponse {
            switch answer {
            case .success: HTTPResponse(body: Data("done".utf8))
            case .redirect(let status, let toOther):
                HTTPResponse(
                    status: status,
                    headers: ["Location": "\(origin(isElsewhere != toOther))/\(numbers[0])/\(numbers[1] + 1)"])
            }
        }

        private func origin(_ isElsewhere: Bool) -> Origin { origins.withLock { $0[isElsewhere ? 1 : 0] } }

        var sights: [[Sight]] { seen.withLock { $0 } }
    }

    private let state: State
    let home, elsewhere: LoopbackServer

    init(_ plans: [GuardedCall]) throws {
        let state = State(plans)
        self.state = state
        func server(isElsewhere: Bool) throws -> LoopbackServer {
            try LoopbackServer(raw: { connection in
                while let request = try connection.readRequest() {
                    let (response, closes) = state.answer(request, isElsewhere: isElsewhere)
                    guard let response else { return }
                    try connection.write(response, to: request)
                    if closes { return }
                }
            })
        }
        home = try server(isElsewhere: false)
        elsewhere = try server(isElsewhere: true)
        state.origins.withLock { [home, elsewhere] in $0 = [home.origin, elsewhere.origin] }
    }

    func judge(into figures: inout GuardedFigures) throws {
        for (plan, sights) in zip(state.plans, state.sights) {
            figures.requests += sights.count
            figures.requestsElsewhere += sights.count { $0.isElsewhere }
            let field = plan.headers.first { !$0.value.isEmpty }
            let isReplaced = field?.name == "X-Method-Override"
            let hasKey = field?.name == "Idempotency-Key"
            for hop in plan.hops.indices {
                let writes = sights.filter {
                    $0.hop == hop && (!$0.method.isSafe || isReplaced && $0.headers.contains("X-Method-Override"))
                }
                let actedOn = writes.filter { ![401, 307, 308].contains($0.status?.rawValue) }
                let isRepeatable = hasKey || plan.method.isIdempotent && !isReplaced
                func story() -> String { "\(plan.method) \(plan.headers) \(plan.hops): \(sights)" }
                try require(isRepeatable || actedOn.count <= 1, "acted on twice: \(story())")
                let redirected = writes.count { [301, 302, 303].contains($0.status?.rawValue) }
                try require(redirected <= 1, "a redirected write was repeated: \(story())")
                if let field {
                    for sight in writes where !sight.method.isSafe {
                        try require(sight.headers[field.name] == field.value, "without its guard: \(story())")
                    }
                }
                if writes.count > 1 { figures.repeated += 1 }
            }
        }
    }
}
