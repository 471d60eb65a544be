internal import Synchronization

/// The changes of a jar that its file doesn't have yet: the last change of each cookie.
struct UnsavedCookies {
    private var changes: [Cookie.Identity: CookieStore.Change] = [:]
    /// In the order in which they were made.
    private var order: [Cookie.Identity] = []

    var isEmpty: Bool { changes.isEmpty }
    var inOrder: [CookieStore.Change] { order.compactMap { changes[$0] } }

    /// They must stay bounded even if the file can't be written.
    private static let limit = 2 * CookieStore.limit

    mutating func add(_ change: CookieStore.Change) {
        let identity = change.identity
        if changes.updateValue(change, forKey: identity) != nil { order.removeAll { $0 == identity } }
        order.append(identity)
        if order.count > Self.limit { changes[order.removeFirst()] = nil }
    }
}

extension CookieStore.Change {
    var identity: Cookie.Identity {
        switch self {
        case .set(let entry): entry.cookie.identity
        case .remove(let identity): identity
        }
    }
}

// A process that changes the file replaces it; the others read it again when its version has changed. Each change applies to the
// file's latest content, under a lock.
extension CookieJar {
    /// Reads the file if it has changed since this jar read or wrote it.
    func loadIfChanged() throws(APIError) {
        guard let storage else { return }
        let version = storage.version
        let (isFirst, isCurrent) = state.withLock { (!$0.hasLoaded, $0.hasLoaded && $0.version == version) }
        if isCurrent { return }
        // A file that can't be written is an error before anything is sent.
        if isFirst { try storage.checkReplaceable() }
        let entries = try storage.entries()
        let now = now()
        state.withLock { $0.replaceStore(with: entries, version: version, now: now) }
    }

    /// Waits until all changes made so far are in the file. Changes made during a write are written together, so many calls share one
    /// write.
    ///
    /// - Parameter limit: the longest wait. After it, the changes are written later, without the caller; nil for no limit.
    func save(_ interruption: Interruption?, atMost limit: Duration? = nil) async throws {
        guard storage != nil else { return }
        let wait = Wait<Void>()
        let isFirst = state.withLock { state in
            state.waits.append(wait)
            defer { state.isSaving = true }
            return !state.isSaving
        }
        // Not in the caller's task, because others wait for it too.
        if isFirst { Task { await self.saveForAll() } }
        try interruption?.attach(wait)
        defer { interruption?.detach(wait) }
        let timer = limit.map { limit in
            Task.detached(priority: .high) {
                try await Task.sleep(for: limit)
                wait.finish(.success(()))
            }
        }
        defer { timer?.cancel() }
        try await wait.value()
    }

    private func saveForAll() async {
        while true {
            let waits = state.withLock { state in
                defer { state.waits = [] }
                state.isSaving = !state.waits.isEmpty
                return state.waits
            }
            if waits.isEmpty { return }
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await write()) } catch { outcome = .failure(error) }
            state.withLock { $0.saveFailure = outcome.failure as? APIError }
            for wait in waits { wait.finish(outcome) }
        }
    }

    private func write() async throws {
        guard let storage, !state.withLock({ $0.unsaved.isEmpty }) else { return }
        let lock = try await lock(storage)
        defer { withExtendedLifetime(lock) {} }
        // Even if the file seems unchanged: a reader may be replacing the memory's content with older content at this moment.
        let (version, saved) = (storage.version, try storage.entries())
        let now = now()
        let (entries, unsaved) = state.withLock { state in
            state.replaceStore(with: saved, version: version, now: now)
            state.store.removeExpired(now: now)
            defer { state.unsaved = UnsavedCookies() }
            return (state.store.entries.filter { state.isForFile($0.cookie) }, state.unsaved)
        }
        do {
            try storage.replace(with: entries)
        } catch {
            // Before the changes made since then.
            state.withLock { state in
                let later = state.unsaved
                state.unsaved = unsaved
                for change in later.inOrder { state.unsaved.add(change) }
                for change in state.unsaved.inOrder { state.store.apply(change, now: now) }
            }
            throw error
        }
        let written = storage.version
        state.withLock { $0.version = written }
    }

    /// Five seconds. A write takes milliseconds.
    private static let lockAttempts = 250

    private func lock(_ storage: CookieFile) async throws -> FileWriter {
        for _ in 0..<Self.lockAttempts {
            if let lock = try storage.lock() { return lock }
            // Waiting for the lock in a system call would block a thread.
            try await Task.sleep(for: .milliseconds(20))
        }
        throw storage.failure("can't be written: another process keeps it locked")
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

extension CookieJar.State {
    /// Combines the file's cookies, the session's cookies, and the changes that aren't in the file yet.
    mutating func replaceStore(with entries: [CookieStore.Entry], version: FileSystem.Version?, now: Date) {
        let session = store.entries.filter { !isForFile($0.cookie) }
        // The file doesn't know what was sent since it was written, and what was sent last is evicted last.
        let latest = entries.map { entry in
            var entry = entry
            if let known = store[entry.cookie.identity] { entry.lastAccess = max(entry.lastAccess, known.lastAccess) }
            return entry
        }
        store = CookieStore()
        for entry in latest { store.apply(.set(entry), now: now) }
        for entry in session where store[entry.cookie.identity] == nil { store.apply(.set(entry), now: now) }
        for change in unsaved.inOrder { store.apply(change, now: now) }
        self.version = version
        hasLoaded = true
    }
}
