import EndpointConformance
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport

/// One row of a table about calls with three hops: what guards the request, how it leaves its origin, and what fails once.
struct RepeatedRequestRow: Sendable, CustomStringConvertible {
    enum Guard: String, CaseIterable, Sendable {
        case none, key, match, override

        var field: (name: String, value: String)? {
            switch self {
            case .none: nil
            case .key: ("Idempotency-Key", "8e03978e")
            case .match: ("If-Match", "\"1\"")
            case .override: ("X-HTTP-Method-Override", "MERGE")
            }
        }
    }

    /// How the first hop leads to the second, or how the request leaves its origin before the first. The second hop leads to the third with a
    /// same-origin 307.
    enum Way: Hashable, CaseIterable, Sendable {
        case here(HTTPStatus), elsewhere(HTTPStatus)
        /// An adapter moves the request.
        case adapter
        /// The endpoint has an absolute URL, and an adapter of the client adds the guard.
        case url

        static let allCases: [Way] = [
            .here(302), .here(303), .here(307), .elsewhere(301), .elsewhere(303), .elsewhere(308), .adapter, .url,
        ]
    }

    struct Fault: Sendable {
        enum Kind: Hashable, CaseIterable, Sendable { case status, refusal, noConnection, lostConnection, unauthorized }
        let kind: Kind
        let hop: Int
    }

    let method: HTTPMethod
    let way: Way
    let `guard`: Guard
    /// The failure with which the server answers once, and the hop that fails; nil if nothing fails.
    let fault: Fault?

    var description: String { "\(method), \(way), \(`guard`), \(fault.map { "\($0.kind) at hop \($0.hop)" } ?? "no fault")" }

    static let methods: [HTTPMethod] = [.get, .post, .patch, .put]

    static func rows(_ method: HTTPMethod, _ way: Way) -> [RepeatedRequestRow] {
        let faults: [Fault?] = [nil] + Fault.Kind.allCases.flatMap { kind in (0...2).map { Fault(kind: kind, hop: $0) } }
        return Guard.allCases.flatMap { `guard` in
            faults.map { RepeatedRequestRow(method: method, way: way, guard: `guard`, fault: $0) }
        }
    }

    /// A request as the server sees it.
    struct Arrival: Equatable, CustomStringConvertible {
        var hop: Int
        var method: HTTPMethod
        var isGuarded: Bool
        var isSigned: Bool

        var description: String { "\(method) \(hop)\(isGuarded ? " guarded" : "")\(isSigned ? " signed" : "")" }
    }

    struct Outcome: Equatable, CustomStringConvertible {
        var arrivals: [Arrival]
        var code: APIError.Code?

        var description: String { "\(arrivals), \(code.map(\.rawValue) ?? "success")" }
    }
}

// MARK: What must happen

extension RepeatedRequestRow {
    private func onlyReads(_ arrival: Arrival) -> Bool { arrival.method == .get && !(arrival.isGuarded && `guard` == .override) }

    private func maySendTwice(_ arrival: Arrival) -> Bool {
        if arrival.isGuarded, `guard` == .override { return false }
        return arrival.isGuarded && `guard` == .key || [.get, .put].contains(arrival.method)
    }

    /// Returns false if the guard must stay behind although the request would have another effect without it.
    private func leave(_ next: inout Arrival) -> Bool {
        if next.isGuarded, !onlyReads(next) { return false }
        (next.isGuarded, next.isSigned) = (false, false)
        return true
    }

    /// Changes the next arrival as the hop's redirect does. Returns false if the redirect isn't followed.
    private func redirect(_ next: inout Arrival) -> Bool {
        let (status, leaves): (HTTPStatus, Bool) =
            switch way {
            case .here(let status) where next.hop == 0: (status, false)
            case .elsewhere(let status) where next.hop == 0: (status, true)
            default: (307, false)
            }
        next.hop += 1
        let isOverridden = next.isGuarded && `guard` == .override
        let becomesGet = status == 303 || [301, 302].contains(status) && next.method == .post && !isOverridden
        if becomesGet, next.method != .get || isOverridden { (next.method, next.isGuarded) = (.get, false) }
        return leaves ? leave(&next) : true
    }

    var expected: Outcome {
        var next = Arrival(hop: 0, method: method, isGuarded: `guard` != .none, isSigned: true)
        if way == .adapter || way == .url, !leave(&next) { return Outcome(arrivals: [], code: .invalidRequest) }
        var start = next
        var (seen, hasFailed, isActedOn): ([Arrival], Bool, Bool) = ([], false, false)
        while true {
            seen.append(next)
            if let fault, fault.hop == next.hop, !hasFailed {
                hasFailed = true
                let isRepeated =
                    switch fault.kind {
                    case .unauthorized: next.isSigned
                    case .refusal, .noConnection: true
                    case .status, .lostConnection: maySendTwice(next)
                    }
                guard isRepeated else { return Outcome(arrivals: seen, code: fault.kind == .lostConnection ? .connection : .badStatus) }
                if fault.kind == .unauthorized || isActedOn { start = next }
                next = start
                isActedOn = false
                continue
            }
            if next.hop == 2 { return Outcome(arrivals: seen, code: nil) }
            let redirected = next
            guard redirect(&next) else { return Outcome(arrivals: seen, code: .redirect) }
            if redirected.hop == 0, way != .here(307), way != .elsewhere(308), way != .adapter, way != .url, !onlyReads(redirected) {
                isActedOn = true
            }
        }
    }
}

// MARK: What happens

extension RepeatedRequestRow {
    private struct Operation: AuthenticatedEndpoint {
        let row: RepeatedRequestRow
        var method: HTTPMethod { row.method }
        var path: Path { "0" }
        var baseURL: URL? { row.way == .url ? URL(string: "https://other.example.com") : nil }
        var headers: HTTPHeaders {
            guard row.way != .url, let field = row.guard.field else { return [:] }
            return [field.name: field.value]
        }
        var body: (any HTTPBody)? { row.method == .get ? nil : Data("x".utf8) }
    }

    /// Records the request. Each fault occurs once.
    private func answer(_ request: HTTPRequest, _ faults: Counter, _ arrivals: Recorder<Arrival>) throws -> HTTPResponse {
        let hop = Int(request.path.encoded.suffix(1)) ?? -1
        arrivals.record(
            Arrival(
                hop: hop, method: request.method, isGuarded: `guard`.field.map { request.headers[$0.name] == $0.value } ?? false,
                isSigned: request.headers.contains("Authorization")))
        if let fault, fault.hop == hop, faults.next() == 1 {
            switch fault.kind {
            case .status: return HTTPResponse(status: 503)
            case .refusal: return HTTPResponse(status: 429)
            case .noConnection: throw TransportFailure(.connect, detail: "refused").error(for: request)
            case .unauthorized: return HTTPResponse(status: 401)
            case .lostConnection: throw TransportFailure(.disconnected, detail: "lost").error(for: request)
            }
        }
        switch (hop, way) {
        case (2, _): return HTTPResponse()
        case (0, .here(let status)): return .redirect(status, to: "/1")
        case (0, .elsewhere(let status)): return .redirect(status, to: "https://other.example.com/1")
        default: return .redirect(307, to: "/\(hop + 1)")
        }
    }

    func outcome() async throws -> Outcome {
        let (faults, arrivals) = (Counter(), Recorder<Arrival>())
        let stub = StubTransport { try answer($0, faults, arrivals) }
        var adapters: [any RequestAdapter] = []
        if way == .adapter, let other = Origin(scheme: .https, host: "other.example.com") {
            adapters = [AnyAdapter { $0.origin = other }]
        } else if way == .url, let field = `guard`.field {
            adapters = [.header(field.name, field.value)]
        }
        let tokens = Counter()
        let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(Pass("t0"))) { _ in Pass("t\(tokens.next())") }
        let client = try APIClient.example(stub, adapters: adapters, clock: ManualClock(skipsSleeps: true)) {
            $0.authentication = .bearer(refresher)
            $0.policies.retry = .standard
        }
        let error = await failure { try await client.call(Operation(row: self)).value }
        return Outcome(arrivals: arrivals.values, code: error?.code)
    }
}
