internal import Synchronization

/// Stores a token between runs of a program.
public protocol TokenStore<Token>: Sendable {
    /// The type of the token, the same as the refresher's.
    associatedtype Token: Sendable

    /// Loads the token; nil where there is none. Called once, when the token is first needed. An error fails the calls that wait for it,
    /// and the next call loads again.
    func load() async throws -> Token?

    /// Replaces the stored token; nil removes it. Called once at a time, with the newest token last.
    func save(_ token: Token?) async throws
}

/// Keeps a token in memory, so only until the program ends.
public final class MemoryTokenStore<Token: Sendable>: TokenStore {
    private let kept: Mutex<Token?>

    /// Starts with `token`; nil, the default, for none.
    public init(_ token: Token? = nil) { kept = Mutex(token) }

    public func load() -> Token? { kept.withLock { $0 } }
    public func save(_ token: Token?) { kept.withLock { $0 = token } }
}

extension MemoryTokenStore: CustomReflectable {
    /// Shows nothing, because the store holds a secret.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// Keeps a token as JSON in a file that only its owner may read and write (mode 0600).
///
/// The file is replaced atomically; its directory must exist. A file that other users may read or write, or that belongs to one of them, is
/// refused: its token may be known or forged. No other process should refresh the same token.
///
/// Failures are an ``APIError`` of code `file` that names the file and shows nothing of its content.
public struct FileTokenStore<Token: Codable & Sendable>: TokenStore {
    private let file: PrivateFile

    /// Takes the URL of the file. The file itself is created with the first token.
    public init(_ url: URL) { file = PrivateFile(url) }

    public func load() throws -> Token? {
        guard let data = try attempt("can't be read", { () throws(PrivateFile.Failure) in try file.contents() }) else { return nil }
        do {
            return try JSONTape.decode(Token.self, from: data)
        } catch {
            // The decoder's own message may quote the token.
            throw failure("can't be decoded as \(Token.self): it is damaged or from another version. Delete it to get a new token")
        }
    }

    public func save(_ token: Token?) throws {
        guard let token else { return try attempt("can't be removed") { () throws(PrivateFile.Failure) in try file.remove() } }
        let data: Data
        do {
            data = try JSONConvention.standard.encoder().encode(token)
        } catch {
            throw failure("can't be written: \(error.sentence)")
        }
        try attempt("can't be written") { () throws(PrivateFile.Failure) in try file.replace(with: data) }
    }

    private func attempt<Value>(_ problem: String, _ step: () throws(PrivateFile.Failure) -> Value) throws(APIError) -> Value {
        do { return try step() } catch { throw failure("\(problem): \(error.reason)") }
    }

    private func failure(_ problem: String) -> APIError { APIError(.file, "The token file \(file.url.lastPathComponent) \(problem).") }
}

extension FileTokenStore: CustomReflectable {
    /// The file's name.
    public var customMirror: Mirror { Mirror(self, children: ["file": file.url.lastPathComponent], displayStyle: .struct) }
}
