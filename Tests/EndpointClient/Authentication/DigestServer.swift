import EndpointKit
import Foundation
import Synchronization
import TestSupport

/// Requires Digest credentials, and checks them with the formulas of RFC 7616.
final class DigestServer: Sendable {
    /// Additional behavior in the response to a request.
    enum Rule: Sendable {
        case none
        /// Each nonce is valid for a number of requests, and stale afterwards.
        case uses(Int)
        /// Reports stale nonces as wrong.
        case usesInSilence(Int)
        /// Names the next nonce in each response, and accepts no other.
        case nextNonce
        /// Every nonce is stale.
        case alwaysStale
    }
    private struct State {
        var nonce = 1
        var firstNonce = 1
        var counts: [Int] = []
        var statuses: [Int] = []
    }
    private let state = Mutex(State())
    private let algorithm: String
    private let protection: String
    private let password: String
    private let rule: Rule

    init(_ algorithm: String = "MD5", qop: String = "auth", password: String = "Circle of Life", rule: Rule = .none) {
        self.algorithm = algorithm
        protection = qop
        self.password = password
        self.rule = rule
    }

    var statuses: [Int] { state.withLock(\.statuses) }
    /// The nonce counts of the accepted requests, in order.
    var counts: [Int] { state.withLock(\.counts) }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        state.withLock { state in
            let response = judge(request, &state)
            state.statuses.append(response.status.rawValue)
            return response
        }
    }

    private func judge(_ request: HTTPRequest, _ state: inout State) -> HTTPResponse {
        guard let text = request.headers["Authorization"] else {
            state.firstNonce = state.nonce
            return challenge(state, isStale: false)
        }
        let sent = Self.fields(of: text)
        if case .alwaysStale = rule { return next(&state, isStale: true) }
        guard text.hasPrefix("Digest "), sent["nonce"] == "n\(state.nonce)" else { return next(&state, isStale: true) }
        guard sent["uri"] == request.target, sent["response"] == expected(sent, request, state) else { return next(&state, isStale: false) }
        let count = Int(sent["nc"] ?? "", radix: 16) ?? 0
        switch rule {
        case .uses(let limit) where count > limit: return next(&state, isStale: true)
        case .usesInSilence(let limit) where count > limit: return next(&state, isStale: false)
        default: break
        }
        state.counts.append(count)
        guard case .nextNonce = rule else { return HTTPResponse(body: Data("in".utf8)) }
        state.nonce += 1
        return HTTPResponse(headers: ["Authentication-Info": "qop=auth, nextnonce=\"n\(state.nonce)\""], body: Data("in".utf8))
    }

    /// The parameters of credentials.
    static func fields(of text: String) -> [String: String] {
        Dictionary(
            text.matches(of: /([a-z*]+)=(?:"([^"]*)"|([^, ]+))/).map { (String($0.1), String($0.2 ?? $0.3 ?? "")) },
            uniquingKeysWith: { $1 })
    }

    private func next(_ state: inout State, isStale: Bool) -> HTTPResponse {
        state.nonce += 1
        state.firstNonce = state.nonce
        return challenge(state, isStale: isStale)
    }

    private func challenge(_ state: State, isStale: Bool) -> HTTPResponse {
        let fields =
            "realm=\"api\", qop=\"\(protection)\", nonce=\"n\(state.nonce)\", opaque=\"o\", algorithm=\(algorithm), stale=\(isStale)"
        return HTTPResponse(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"api\"", "www-authenticate": "Digest \(fields)"])
    }

    private func expected(_ sent: [String: String], _ request: HTTPRequest, _ state: State) -> String {
        func hash(_ text: String) -> String {
            algorithm.hasPrefix("SHA-256") ? SHA256Hash.hexDigest(of: text) : MD5.hexDigest(of: text)
        }
        var key = hash("Mufasa:api:\(password)")
        if algorithm.hasSuffix("-sess") { key = hash("\(key):n\(state.firstNonce):\(sent["cnonce"] ?? "")") }
        var resource = "\(request.method):\(request.target)"
        if sent["qop"] == "auth-int" {
            var body = ""
            if case .data(let data)? = request.body?.content { body = String(decoding: data, as: UTF8.self) }
            resource += ":" + hash(body)
        }
        let between = ["nonce", "nc", "cnonce", "qop"].map { sent[$0] ?? "" }
        return hash(([key] + between + [hash(resource)]).joined(separator: ":"))
    }
}
