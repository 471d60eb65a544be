public import EndpointKit

/// The contract of ``EndpointKit/Transport``, as checks that any transport can be put through.
///
/// Each check talks to a server of its own on 127.0.0.1. A transport that breaks the contract by never ending makes a check that never
/// ends, so let something outside of the
/// process end a test run that hangs: a time limit of the test's own needs a thread that a hanging check may hold. In the tests of a transport:
///
///     @Suite struct MyTransportTests {
///         @Test(arguments: TransportConformance.checks)
///         func `keeps the contract`(_ check: TransportConformance.Check) async throws {
///             try await check.run(MyTransport())
///         }
///     }
///
/// What a transport can't do is left out by name: `TransportConformance.checks.filter { $0.name != "HEAD has no body" }`.
public enum TransportConformance {
    /// Every check, each with a name of its own.
    public static let checks: [Check] =
        responseChecks + headerChecks + requestChecks + bodyChecks + failureChecks + limitChecks + connectionChecks + cancellationChecks
        + streamChecks

    /// One sentence of the contract.
    public struct Check: Sendable, CustomStringConvertible {
        public let name: String
        private let body: @Sendable (any Transport) async throws -> Void

        init(_ name: String, _ body: @escaping @Sendable (any Transport) async throws -> Void) {
            self.name = name
            self.body = body
        }

        /// Throws what is wrong with `transport`: a ``Failure``, or the error it threw where it had to give a response.
        public func run(_ transport: any Transport) async throws { try await body(transport) }

        public var description: String { name }
    }

    /// How a transport broke the contract.
    public struct Failure: Error, CustomStringConvertible {
        /// A sentence for a person.
        public let description: String
    }
}

extension TransportConformance {
    static func expect(_ condition: Bool, _ complaint: @autoclosure () -> String) throws {
        if !condition { throw Failure(description: complaint()) }
    }

    static func expect<Value: Equatable>(_ value: Value, is expected: Value, _ what: String) throws {
        try expect(value == expected, "\(what) is \(value), and should be \(expected)")
    }

    /// The error of a call that has to fail with one of `code`.
    @discardableResult
    static func expectFailure(
        _ code: APIError.Code, of what: String, _ body: () async throws -> String
    ) async throws -> APIError {
        let outcome: String
        do {
            outcome = try await body()
        } catch let error as APIError {
            try expect(error.code == code, "\(what) failed with \(error.code), and should with \(code): \(error.message)")
            return error
        } catch {
            throw Failure(description: "\(what) failed with what is no APIError: \(error)")
        }
        throw Failure(description: "\(what) gave \(outcome), and should have failed")
    }

    static func get(_ server: LoopbackServer, _ path: Path = "/") -> HTTPRequest {
        HTTPRequest(origin: server.origin, path: path, timeout: .seconds(120))
    }

    /// A server that reads a request, writes `bytes`, and closes.
    static func server(writing bytes: some Sequence<UInt8> & Sendable) throws -> LoopbackServer {
        try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write(bytes)
        })
    }
}
