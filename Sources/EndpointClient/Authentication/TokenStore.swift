internal import Synchronization

/// Stores a token between runs of a program.
///
/// If several processes use the store, one of them refreshes the token, and the others use it. That takes ``exclusively(_:)`` and
/// ``hasChanged()``, which ``FileTokenStore`` implements. A store of one process needs neither:
///
///     func exclusively(_ work: ExclusiveWork) async throws { try await work() }
///     func hasChanged() -> Bool { false }
public protocol TokenStore<Token>: Sendable {
    /// The type of the token, the same as the refresher's.
    associatedtype Token: Sendable

    /// Loads the token; nil if there is none. Called when the token is first needed, and when it has changed. If loading fails, so do the
    /// calls that wait for the token; the next call tries again.
    func load() async throws -> Token?

    /// Replaces the stored token; nil removes it. Calls don't overlap, and the newest token comes last.
    func save(_ token: Token?) async throws

    // Neither of these has a default: a member of nearly the right type would leave it in effect, and every process would refresh the token.

    /// Runs `work`, which refreshes the token and saves it, while no other process does so. Throws the error of `work`, or the reason why
    /// `work` couldn't begin.
    func exclusively(_ work: ExclusiveWork) async throws

    /// Whether another process has replaced or removed the token since this store loaded or saved it. Called before each request that needs
    /// the token, so it should be fast. Also called before a refresh, within ``exclusively(_:)``.
    func hasChanged() async throws -> Bool
}

/// What ``TokenStore/exclusively(_:)`` runs while no other process runs such work on the same token. It is run at most once.
///
/// It isn't a closure, because the type of a closure depends on the settings of the target that declares it.
public struct ExclusiveWork: Sendable {
    private let body: @Sendable () async throws -> Void

    /// Creates work that runs `body`, to test a store.
    public init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }

    /// Runs the work.
    public func callAsFunction() async throws { try await body() }
}

/// A store that several refreshers may use. What a refresher knows of the stored token is its own, as if each were a process.
protocol SeveralUsersStore<Token>: TokenStore {
    /// The same store for one more refresher.
    func ofOneRefresher() -> any TokenStore<Token>
}

/// Keeps a token as JSON in a file that only its owner may read and write (mode 0600).
///
/// The file is replaced atomically; its directory must exist. A file that other users may read or write, or that belongs to another user,
/// is rejected, because its token may be known or forged.
///
/// Several processes may use the same file. One of them refreshes the token while it holds a lock on a second file in the same directory,
/// whose name ends in `.lock`. The others wait and use the saved token, unless that token has expired too. The lock is released when its
/// process ends, even after a crash; the lock file remains. If a process keeps the lock for a minute, for example because it is suspended,
/// the others fail. If the directory isn't writable, each process refreshes the token on its own.
///
/// A file that can't be decoded is an error: it may belong to a newer version of the program, and a refresh would overwrite it. Failures
/// are thrown as an ``APIError`` of code `file` that names the file but doesn't show its contents.
public struct FileTokenStore<Token: Codable & Sendable>: TokenStore, SeveralUsersStore, AwaitedInPlace {
    private let file: PrivateFile
    private var known = KnownContents()

    /// The bytes that the store last loaded or saved, and the last known version of the file with those bytes.
    private final class KnownContents: Sendable {
        private let state = Mutex<(data: Data?, version: FileSystem.Version?)>((nil, nil))

        func set(_ data: Data?, _ version: FileSystem.Version?) { state.withLock { $0 = (data, version) } }

        func isOf(_ version: FileSystem.Version?) -> Bool { state.withLock { version != nil && $0.version == version } }

        /// Whether the file still has the same bytes.
        func isEqual(to data: Data?, _ version: FileSystem.Version?) -> Bool {
            state.withLock { state in
                if state.data != data { return false }
                state.version = version
                return true
            }
        }
    }

    /// Creates a store for the file at a URL. The file itself is created when the first token is saved.
    public init(_ url: URL) { file = PrivateFile(url) }

    func ofOneRefresher() -> any TokenStore<Token> {
        var store = self
        store.known = KnownContents()
        return store
    }

    public func load() throws -> Token? {
        guard let data = try noteContents() else { return nil }
        do {
            return try JSONTape.decode(Token.self, from: data)
        } catch {
            // The decoder's own message may quote the token.
            throw failure("can't be decoded as \(Token.self): it is damaged or from another version. Delete it to get a new token")
        }
    }

    public func hasChanged() throws -> Bool {
        // The version is read before the contents: a file that replaces this one in between has another version.
        let version = file.version
        if known.isOf(version) { return false }
        return !known.isEqual(to: try contents(), version)
    }

    public func exclusively(_ work: ExclusiveWork) async throws {
        guard let lock = try await lock() else { return try await work() }
        defer { withExtendedLifetime(lock) {} }
        try await work()
    }

    /// Waits until no other process has the lock. Returns nil if the file can't be replaced, because no process can then share a token
    /// through it.
    private func lock() async throws -> FileWriter? {
        do { try file.checkReplaceable() } catch { return nil }
        do { return try await file.lock(within: .seconds(60)) } catch let error as PrivateFile.Failure {
            throw failure(error.isBusy ? "is kept locked by another process" : "can't be locked: \(error.reason)")
        }
    }

    private func contents() throws -> Data? {
        try attempt("can't be read") { () throws(PrivateFile.Failure) in try file.contents() }
    }

    public func save(_ token: Token?) throws {
        // Even if the save fails, the token in the file is older and must not count as a change.
        _ = try? noteContents()
        let data = try replace(token)
        known.set(data, nil)
    }

    private func noteContents() throws -> Data? {
        let version = file.version
        let contents = try contents()
        known.set(contents, version)
        return contents
    }

    /// Returns the bytes that the file contains afterwards.
    private func replace(_ token: Token?) throws -> Data? {
        guard let token else {
            try attempt("can't be removed") { () throws(PrivateFile.Failure) in try file.remove() }
            return nil
        }
        let data: Data
        do {
            data = try JSONConvention.standard.encoder().encode(token)
        } catch {
            throw failure("can't be written: \(error.sentence)")
        }
        try attempt("can't be written") { () throws(PrivateFile.Failure) in try file.replace(with: data) }
        return data
    }

    private func attempt<Value>(_ problem: String, _ step: () throws(PrivateFile.Failure) -> Value) throws(APIError) -> Value {
        do { return try step() } catch { throw failure("\(problem): \(error.reason)") }
    }

    private func failure(_ problem: String) -> APIError { APIError(.file, "The token file \(file.url.lastPathComponent) \(problem).") }
}

extension FileTokenStore: CustomReflectable {
    /// Shows only the file's name.
    public var customMirror: Mirror { Mirror(self, children: ["file": file.url.lastPathComponent], displayStyle: .struct) }
}
