import EndpointConformance
import EndpointKit

/// One way to break the contract, written once for both methods.
struct Fault: Sendable {
    typealias Exchange = @Sendable (HTTPRequest, TransferContext) async throws -> HTTPResponseStream

    let name: String
    /// The names of the checks that must catch it.
    let checks: Set<String>
    let exchange: @Sendable (HTTPRequest, TransferContext, @escaping Exchange) async throws -> HTTPResponseStream

    init(
        _ name: String, _ checks: [String],
        exchange: @escaping @Sendable (HTTPRequest, TransferContext, @escaping Exchange) async throws -> HTTPResponseStream
    ) {
        self.name = name
        self.checks = Set(checks)
        self.exchange = exchange
    }

    /// Changes requests.
    static func request(
        _ name: String, _ checks: [String], _ edit: @escaping @Sendable (inout HTTPRequest) throws -> Void
    ) -> Fault {
        Fault(name, checks) { request, context, exchange in
            var request = request
            try edit(&request)
            return try await exchange(request, context)
        }
    }

    /// Changes contexts.
    static func context(
        _ name: String, _ checks: [String], _ edit: @escaping @Sendable (inout TransferContext) throws -> Void
    ) -> Fault {
        Fault(name, checks) { request, context, exchange in
            var context = context
            try edit(&context)
            return try await exchange(request, context)
        }
    }

    /// Fails with this reason for another failure of the transport.
    static func reason(
        _ name: String, _ checks: [String], _ change: @escaping @Sendable (TransportFailure.Reason) -> TransportFailure.Reason
    ) -> Fault {
        .failure(name, checks) { error, request in
            guard let failure = (error as? APIError)?.underlying as? TransportFailure else { throw error }
            throw TransportFailure(change(failure.reason), detail: failure.detail).error(for: request)
        }
    }

    /// Changes responses.
    static func response(
        _ name: String, _ checks: [String], _ edit: @escaping @Sendable (inout HTTPResponseStream) throws -> Void
    ) -> Fault {
        Fault(name, checks) { request, context, exchange in
            var response = try await exchange(request, context)
            try edit(&response)
            return response
        }
    }

    /// Changes failures, of the head and of the body.
    static func failure(
        _ name: String, _ checks: [String], _ change: @escaping @Sendable (any Error, HTTPRequest) throws -> Void
    ) -> Fault {
        Fault(name, checks) { request, context, exchange in
            do {
                var response = try await exchange(request, context)
                response.body = response.body.changed { next in
                    do { return try await next() } catch { try change(error, request) }
                    return nil
                }
                return response
            } catch { try change(error, request) }
            return HTTPResponseStream(status: 502, body: .init(Data()))
        }
    }

    /// All faults, by what they break. The first of each kind represents it.
    static let kinds = [
        targets, requests, requestBodies, heads, bodies, exchanges, connections, failures, reasons, limits, policies, cancellations,
    ]
    static let all = kinds.flatMap(\.self)

    /// The names of all checks that contain `part`.
    static func every(_ part: String) -> [String] { TransportConformance.checks.map(\.name).filter { $0.contains(part) } }

    static let none = Fault("has no fault", []) { request, context, exchange in try await exchange(request, context) }
}

extension HTTPResponseStream.Body {
    /// - Parameter next: returns the next chunk. Its argument returns the next chunk of this body.
    func changed(_ next: @escaping @Sendable (_ next: @escaping @Sendable () async throws -> Data?) async throws -> Data?) -> Self {
        Self {
            try await next {
                var chunks = makeAsyncIterator()
                return try await chunks.next()
            }
        }
    }
}

extension HTTPHeaders {
    func mapped(_ change: (String, String) -> (String, String)) -> HTTPHeaders {
        reduce(into: [:]) { headers, field in
            let (name, value) = change(field.name, field.value)
            headers.append(name, value)
        }
    }

    func filtered(_ isIncluded: (_ value: String) -> Bool) -> HTTPHeaders {
        reduce(into: [:]) { if isIncluded($1.value) { $0.append($1.name, $1.value) } }
    }

    var lastOfEachName: HTTPHeaders { reduce(into: [:]) { $0[$1.name] = $1.value } }

    var inOrderOfNames: HTTPHeaders { sorted { $0.name < $1.name }.reduce(into: [:]) { $0.append($1.name, $1.value) } }
}
