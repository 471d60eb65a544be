import EndpointConformance
import EndpointKit
import Synchronization

extension Fault {
    static let connections: [Fault] = [
        Fault("sends a GET again that isn't idempotent", every("a GET that isn't idempotent")) { request, context, exchange in
            do { return try await exchange(request, context) } catch  where request.method == .get {
                return try await exchange(request, context)
            }
        },
        { () -> Fault in
            let isLate = Mutex(false)
            return Fault("delivers a late answer to the next request", ["the answer to a request that timed out isn't the next one's"]) {
                request, context, exchange in
                do {
                    var response = try await exchange(request, context)
                    if isLate.exchange(false) { response.body = .init(Data("old".utf8) + (try await response.body.collected(limit: .max))) }
                    return response
                } catch let error as APIError where error.code == .timeout {
                    isLate.exchange(true)
                    throw error
                }
            }
        }(),
        { () -> Fault in
            let isUnread = Mutex(false)
            return Fault(
                "delivers the rest of a released stream to the next request", ["the rest of a released stream isn't the next answer's"]
            ) {
                request, context, exchange in
                var response = try await exchange(request, context)
                if isUnread.exchange(true) { response.body = .init(Data("old".utf8) + (try await response.body.collected(limit: .max))) }
                response.body = response.body.changed { next in
                    let chunk = try await next()
                    if chunk == nil { isUnread.exchange(false) }
                    return chunk
                }
                return response
            }
        }(),
    ]

    static let reasons: [Fault] = [
        .reason("calls every failure a refused connection", every("the reason for").filter { !$0.contains("refused") }) {
            $0 == .timeout ? $0 : .connect
        },
        .reason("gives no reason for a refused connection", every("the reason for a refused")) { $0 == .connect ? .other : $0 },
        .failure("has no reason", every("the reason for")) { _, _ in throw APIError(.connection, "Lost.") },
        Fault("ends a stream that has failed", ["a stream that has failed never ends as if it were complete"]) {
            request, context, exchange in
            var response = try await exchange(request, context)
            let hasFailed = Mutex(false)
            response.body = response.body.changed { next in
                if hasFailed.exchange(false) { return nil }
                do { return try await next() } catch {
                    hasFailed.exchange(true)
                    throw error
                }
            }
            return response
        },
    ]

    static let policies: [Fault] = [
        .context("ignores certificate authorities", [policy("certificate authorities")]) { $0.connection.tls.certificateAuthorities = nil },
        .context("ignores pinned keys", [policy("pinned keys")]) { $0.connection.tls.pinnedKeys = [:] },
        .context("ignores the client's certificate", [policy("a client certificate")]) { $0.connection.tls.clientCertificate = nil },
        .context("ignores the minimum version of TLS", [policy("the minimum version of TLS")]) {
            $0.connection.tls.minimumVersion = .tls12
        },
        .context("ignores the connect timeout", [policy("a connect timeout")]) { $0.connection.connectTimeout = .seconds(600) },
    ]

    private static func policy(_ name: String) -> String { "a policy of the context is applied or rejected: \(name)" }
}

extension Mutex<Bool> {
    /// Returns the earlier value.
    @discardableResult
    fileprivate func exchange(_ new: Bool) -> Bool {
        withLock { value in
            defer { value = new }
            return value
        }
    }
}
