import EndpointKit
import TestSupport

/// A store that only this process uses.
protocol UnsharedStore: TokenStore {}

extension UnsharedStore {
    func exclusively(_ work: ExclusiveWork) async throws { try await work() }
    func hasChanged() -> Bool { false }
}

/// Records its calls, and behaves as configured.
final class RecordingStore: UnsharedStore {
    private let loaded = Counter()
    private let tokens = Recorder<Pass?>()
    private let pass: Pass?
    private let loading: @Sendable (_ number: Int) async throws -> Void
    private let saving: @Sendable (Pass?) async throws -> Void

    init(
        _ pass: Pass? = nil, loading: @escaping @Sendable (_ number: Int) async throws -> Void = { _ in },
        saving: @escaping @Sendable (Pass?) async throws -> Void = { _ in }
    ) {
        self.pass = pass
        self.loading = loading
        self.saving = saving
    }

    var loads: Int { loaded.count }
    var saved: [String?] { tokens.values.map { $0?.text } }

    func load() async throws -> Pass? {
        try await loading(loaded.next())
        return pass
    }

    func save(_ token: Pass?) async throws {
        try await saving(token)
        tokens.record(token)
    }
}
