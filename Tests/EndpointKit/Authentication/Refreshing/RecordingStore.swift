import EndpointKit
import Synchronization

/// Remembers what was asked of it, and does as it is told.
final class RecordingStore: TokenStore {
    private let state: Mutex<(loads: Int, saved: [Pass?])>
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
        state = Mutex((0, []))
    }

    var loads: Int { state.withLock { $0.loads } }
    var saved: [String?] { state.withLock { $0.saved.map { $0?.text } } }

    func load() async throws -> Pass? {
        try await loading(
            state.withLock { state in
                state.loads += 1
                return state.loads
            })
        return pass
    }

    func save(_ token: Pass?) async throws {
        try await saving(token)
        state.withLock { $0.saved.append(token) }
    }
}
