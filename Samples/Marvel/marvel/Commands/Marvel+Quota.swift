internal import CommandLineProgram
internal import EndpointKit

extension Marvel {
    /// A quota and how much of it is used.
    struct QuotaState {
        let period: Duration
        let usage: QuotaUsage
    }

    static let quotaFields: [Field<QuotaState>] = [
        .number("calls") { $0.usage.calls }, .text("per") { $0.period.inTwoUnits }, .number("used") { $0.usage.used },
        .number("left") { $0.usage.left },
        .text("next") { $0.usage.nextReturn.map { "in \($0.inTwoUnits)" } ?? "-" },
    ]

    /// Shows how much of the settings' quota is used, without a call.
    func showQuota(_ arguments: Arguments) async throws {
        let (configuration, _) = try settings(named(by: arguments))
        guard let quota = configuration.policies.quota else {
            throw Failure(.configuration, "The settings have no quota: set limits.quota.calls and limits.quota.per.")
        }
        let usage: QuotaUsage
        do { usage = try await quota.usage() } catch { throw Failure(asking: error) }
        var writer = try ElementWriter(Self.quotaFields, arguments, console)
        try writer.write([QuotaState(period: quota.period, usage: usage)])
        try writer.end()
        if !(quota.store is FileQuotaStore) {
            console.note("marvel: each run counts its own calls, because limits.quota.file isn't set.")
        }
    }
}
