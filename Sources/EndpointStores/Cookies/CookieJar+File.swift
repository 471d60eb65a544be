internal import Synchronization

/// The changes to a jar that aren't in its file yet: the last change to each cookie.
struct UnsavedCookies {
    private var changes: [Cookie.Identity: CookieStore.Change] = [:]
    /// In the order in which they were made.
    private var order: [Cookie.Identity] = []

    var isEmpty: Bool { changes.isEmpty }
    var inOrder: [CookieStore.Change] { order.compactMap { changes[$0] } }

    /// The number of changes must stay bounded even if the file can't be written.
    private static let limit = 2 * CookieStore.limit

    mutating func add(_ change: CookieStore.Change) {
        let identity = change.identity
        if changes.updateValue(change, forKey: identity) != nil { order.removeAll { $0 == identity } }
        order.append(identity)
        removeExcess()
    }

    mutating func removeSets(where isRemoved: (Cookie) -> Bool) {
        for change in inOrder {
            guard case .set(let entry) = change, isRemoved(entry.cookie) else { continue }
            changes[change.identity] = nil
        }
        order.removeAll { changes[$0] == nil }
    }

    private mutating func removeExcess() {
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

// A process that changes the file replaces it. The other processes reread it when its version has changed. Each change is applied to the
// file's latest content, under a lock.
extension CookieJar {
    /// Reads the file if it has changed since this jar read or wrote it.
    func loadIfChanged() throws(APIError) {
        guard let storage else { return }
        while true {
            let version = storage.version
            let (isFirst, isCurrent, writes) = state.withLock { (!$0.hasLoaded, $0.hasLoaded && $0.version == version, $0.writes) }
            if isCurrent { return }
            // If the file can't be created, this fails before anything is sent. A file that can only be read is still used (see
            // `saveFailure`).
            if isFirst, version == nil { try storage.checkReplaceable() }
            let contents = try storage.contents()
            let now = now()
            let isLatest = state.withLock { state in
                // If a write happened in the meantime, its content is the latest.
                if state.writes == writes { state.replaceStore(with: contents, version: version, now: now) }
                return state.writes == writes
            }
            if isLatest { return }
        }
    }

    /// Waits until all changes made so far are in the file. Changes made during a write are written together afterwards, so many calls share
    /// one write.
    ///
    /// - Parameter limit: the longest wait, after which the changes are written without the caller waiting; nil for no limit.
    func save(_ interruption: Interruption?, atMost limit: Duration? = nil) async throws {
        guard storage != nil else { return }
        let wait = Wait<Void>()
        let isFirst = state.withLock { state in
            state.waits.append(wait)
            defer { state.isSaving = true }
            return !state.isSaving
        }
        // This doesn't run in the caller's task, because other callers wait for it too.
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

    /// Whether changes aren't in the file yet.
    package var isSaving: Bool { storage != nil && state.withLock { $0.isSaving || $0.isUnsaved } }

    /// Waits until the file has all changes made so far, or can't be written. The wait ends if the task is cancelled.
    package func finishSaving() async { if isSaving { try? await save(nil) } }

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
        guard let storage, state.withLock({ $0.isUnsaved }) else { return }
        let lock = try await storage.lock()
        defer { withExtendedLifetime(lock) {} }
        // The file is read even if it seems unchanged, because a reader may be replacing the jar's content with older content right now.
        let (version, saved) = (storage.version, try storage.contents())
        let now = now()
        let (contents, unsaved, clearings) = state.withLock { state in
            state.replaceStore(with: saved, version: version, now: now)
            state.store.removeExpired(now: now)
            var contents = CookieFile.Contents(
                entries: state.store.entries.filter { state.isForFile($0.cookie) }, clearings: saved.clearings)
            contents.clearings.add(state.unsavedClearings)
            // This jar already knows about its own clearings.
            state.knownClearings = contents.clearings
            state.writes += 1
            defer { (state.unsaved, state.unsavedClearings) = (UnsavedCookies(), []) }
            return (contents, state.unsaved, state.unsavedClearings)
        }
        do {
            try storage.replace(with: contents)
        } catch {
            // Changes that couldn't be saved come before those made in the meantime.
            state.withLock { state in
                let later = state.unsaved
                state.unsavedClearings = clearings + state.unsavedClearings
                state.knownClearings = saved.clearings
                state.unsaved = unsaved
                for change in later.inOrder { state.unsaved.add(change) }
                for change in state.unsaved.inOrder { state.store.apply(change, now: now) }
            }
            throw error
        }
        let written = storage.version
        state.withLock { state in
            state.version = written
            state.writes += 1
        }
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

extension CookieJar.State {
    /// Combines the file's cookies, the session's cookies, and the changes that aren't in the file yet.
    mutating func replaceStore(with contents: CookieFile.Contents, version: FileSystem.Version?, now: Date) {
        // Cookies that another process has cleared aren't written again.
        let cleared = hasLoaded ? contents.clearings.new(since: knownClearings) : []
        for scope in cleared {
            clearings.note(scope)
            unsaved.removeSets { scope.covers($0) }
        }
        knownClearings = contents.clearings
        let session = store.entries.filter { !isForFile($0.cookie) }
        // The file doesn't record which cookies were sent since it was written, so the later time is kept: the most recently sent cookies
        // are evicted last. Until a clearing is recorded in the file, another process may still write cookies that it covers.
        let kept = contents.entries.filter { entry in !unsavedClearings.contains { $0.covers(entry.cookie) } }
        let latest = kept.map { entry in
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
