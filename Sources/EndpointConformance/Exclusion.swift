public import EndpointKit

extension TransportConformance {
    /// Checks that a transport doesn't pass, with the reason.
    public struct Exclusion: Sendable {
        /// The names of the checks.
        public let checks: [String]
        /// Why the transport can't pass them, as a sentence for its users.
        public let reason: String
        /// Whether the checks are still run, and must fail. False for checks that would hang or end the process.
        public let isTried: Bool

        /// Checks that fail. If one of them passes, this is reported, so that the list stays correct.
        public static func failing(_ checks: String..., because reason: String) -> Exclusion {
            Exclusion(checks: checks, reason: reason, isTried: true)
        }

        /// Checks that must not run, because they would hang, end the process, or fail only sometimes.
        public static func untried(_ checks: String..., because reason: String) -> Exclusion {
            Exclusion(checks: checks, reason: reason, isTried: false)
        }
    }

    /// Runs all checks one after another, each with its own transport. Throws one ``Failure`` that names every failed check, every excluded
    /// check that passes, and every unknown or repeated name in `exclusions`.
    ///
    /// - Parameters:
    ///   - exclusions: the checks that the transport can't pass, with the reasons.
    ///   - makeTransport: called once for each check. If it throws an error, the check fails.
    public static func verify(
        leavingOut exclusions: [Exclusion] = [], _ makeTransport: () async throws -> any Transport
    ) async throws {
        try await verify(checks, leavingOut: exclusions, makeTransport)
    }

    package static func verify(
        _ checks: [Check], leavingOut exclusions: [Exclusion], _ makeTransport: () async throws -> any Transport
    ) async throws {
        var complaints = faults(of: exclusions)
        for check in checks {
            do {
                try await check.run(try await makeTransport(), leavingOut: exclusions)
            } catch {
                complaints.append("\"\(check.name)\": \(error)")
            }
        }
        try expect(complaints.isEmpty, complaints.joined(separator: "\n"))
    }

    /// Throws a ``Failure`` for unknown or repeated names in `exclusions`. ``verify(leavingOut:_:)`` does this too.
    public static func validate(_ exclusions: [Exclusion]) throws {
        let faults = faults(of: exclusions)
        try expect(faults.isEmpty, faults.joined(separator: "\n"))
    }

    private static func faults(of exclusions: [Exclusion]) -> [String] {
        let known = Set(checks.map(\.name))
        var seen: Set<String> = []
        return exclusions.flatMap(\.checks).compactMap { name in
            if !known.contains(name) { return "\"\(name)\": this name is left out, but no check has it" }
            return seen.insert(name).inserted ? nil : "\"\(name)\": this name is left out twice"
        }
    }
}

extension TransportConformance.Check {
    /// Runs the check, unless one of `exclusions` says not to. If an excluded check is run and passes, this throws a
    /// ``TransportConformance/Failure`` that says so.
    public func run(_ transport: any Transport, leavingOut exclusions: [TransportConformance.Exclusion]) async throws {
        guard let exclusion = exclusions.first(where: { $0.checks.contains(name) }) else { return try await run(transport) }
        guard exclusion.isTried else { return }
        do { try await run(transport) } catch { return }
        let complaint = "the check passes, but is left out because \"\(exclusion.reason)\"; take it off the list"
        throw TransportConformance.Failure(description: complaint)
    }
}
