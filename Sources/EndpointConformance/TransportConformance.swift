public import EndpointKit
internal import EndpointKitTesting

/// The contract of ``/EndpointKit/Transport``, as checks that can be run with any transport. If you write a transport, verify it in one test.
///
///     @Test func `MyTransport: it keeps the contract`() async throws {
///         try await TransportConformance.verify(leavingOut: [
///             .failing("a stream of unknown length is sent in chunks", because: "The engine reads a body before it sends it.")
///         ]) { MyTransport() }
///     }
///
/// Or run the checks one after another, each as a test of its own:
///
///     @Test(.serialized, arguments: TransportConformance.checks)
///     func `MyTransport: it keeps the contract`(_ check: TransportConformance.Check) async throws {
///         try await check.run(MyTransport(), leavingOut: exclusions)
///     }
///
/// Each check has its own server on 127.0.0.1, and uses both methods of the transport, unless it concerns only one of them. If a transport
/// hangs, the check hangs too. Give such a test a time limit from outside the process, because a test's own time limit needs a thread that
/// the hanging check may block.
public enum TransportConformance {
    /// All checks. Their names are unique.
    public static let checks: [Check] =
        responseChecks + headerChecks + codingChecks + requestChecks + bodyChecks + failureChecks + limitChecks + connectionChecks
        + contextChecks + tlsChecks + cancellationChecks + streamChecks + framingChecks + http2Checks

    /// One rule of the contract.
    public struct Check: Sendable, CustomStringConvertible {
        /// The rule, such as "a redirect isn't followed".
        public let name: String
        package let ways: [Way]
        private let body: @Sendable (Caller) async throws -> Void

        /// - Parameter way: the method that the rule concerns; nil for both.
        init(_ name: String, only way: Way? = nil, _ body: @escaping @Sendable (Caller) async throws -> Void) {
            self.name = name
            ways = way.map { [$0] } ?? Way.allCases
            self.body = body
        }

        /// Runs the check with `send` and with `stream`, unless its rule concerns only one of them. Throws a ``Failure`` that says which of
        /// them broke the contract, and how.
        public func run(_ transport: any Transport) async throws {
            var complaints: [String] = []
            for way in ways {
                do { try await body(Caller(base: transport, way: way)) } catch { complaints.append("through \(way): \(error)") }
            }
            try expect(complaints.isEmpty, complaints.joined(separator: "\n"))
        }

        public var description: String { name }
    }

    /// How a transport broke the contract.
    public struct Failure: Error, CustomStringConvertible {
        /// A sentence for people to read.
        public let description: String
    }
}

extension TransportConformance {
    static func expect(_ condition: Bool, _ complaint: @autoclosure () -> String) throws {
        if !condition { throw Failure(description: complaint()) }
    }

    static func expect<Value: Equatable>(_ value: Value, is expected: Value, _ what: String) throws {
        try expect(value == expected, "\(what) is \(value), but should be \(expected)")
    }

    /// Returns the error of a call that must fail with `code`.
    @discardableResult
    static func expectFailure(
        _ code: APIError.Code, of what: String, _ body: () async throws -> String
    ) async throws -> APIError {
        let outcome: String
        do {
            outcome = try await body()
        } catch let error as APIError {
            try expect(error.code == code, "\(what) failed with \(error.code), but should fail with \(code): \(error.message)")
            return error
        } catch {
            throw Failure(description: "\(what) failed with an error that is not an APIError: \(error)")
        }
        throw Failure(description: "\(what) gave \(outcome), but should have failed")
    }

    // The timeout is long because some servers wait for the check's own task, which competes with all other tests of the run.
    static func get(_ server: LoopbackServer, _ path: Path = "/") -> HTTPRequest {
        HTTPRequest(origin: server.origin, path: path, timeout: .seconds(600))
    }

    /// Bytes with a period of 1,009. Since this is a prime, no buffer size is a multiple of it, so a lost or repeated buffer is detected.
    static func pattern(count: Int) -> Data {
        let period = Data((0..<1009).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        var bytes = Data(capacity: count + period.count)
        while bytes.count < count { bytes += period }
        return bytes.prefix(count)
    }

    /// A server that reads a request, writes `bytes`, and closes.
    static func server(writing bytes: some Sequence<UInt8> & Sendable) throws -> LoopbackServer {
        try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write(bytes)
        })
    }
}
