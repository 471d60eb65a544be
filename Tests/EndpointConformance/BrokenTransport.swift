import EndpointConformance
import EndpointKit
import TestSupport
import Testing

/// A transport with a fault in both of its methods, or in one while the other keeps the contract.
struct BrokenTransport: Transport, CustomTestStringConvertible {
    let fault: Fault
    /// The method with the fault; nil for both.
    let way: TransportConformance.Way?
    private let base = PlatformTransport()

    var testDescription: String { "\(fault.name), through \(way.map { "\($0)" } ?? "both")" }

    /// The checks that must catch it.
    var checks: [TransportConformance.Check] {
        TransportConformance.checks.filter { $0.ways.contains { $0 == way } && fault.checks.contains($0.name) }
    }

    /// Each fault, in each method that one of its checks tests.
    static let all = Fault.all.flatMap { fault in
        TransportConformance.Way.allCases.map { BrokenTransport(fault: fault, way: $0) }
    }.filter { !$0.checks.isEmpty }

    func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        guard way != .stream else { return try await base.send(request, in: context) }
        let stream = try await fault.exchange(request, context) { request, context in
            let response = try await base.send(request, in: context)
            return HTTPResponseStream(
                status: response.status, headers: response.headers, body: .init(response.body), url: response.url)
        }
        let body = try await stream.body.collected(limit: .max)
        return HTTPResponse(status: stream.status, headers: stream.headers, body: body, url: stream.url)
    }

    func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        guard way != .send else { return try await base.stream(request, in: context) }
        return try await fault.exchange(request, context) { try await base.stream($0, in: $1) }
    }
}
