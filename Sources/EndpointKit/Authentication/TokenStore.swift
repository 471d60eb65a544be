internal import Synchronization

/// Keeps a token from one run of a program to the next.
public protocol TokenStore<Token>: Sendable {
    associatedtype Token: Sendable

    /// Asked once, when the token is first needed; nil where there is none. An error fails the calls that wait for it, and the next call asks again.
    func load() async throws -> Token?

    /// Replaces what is kept; with nil, removes it. One call at a time, the newest token last.
    func save(_ token: Token?) async throws
}

/// Keeps a token as long as the program runs.
public final class MemoryTokenStore<Token: Sendable>: TokenStore {
    private let kept: Mutex<Token?>

    public init(_ token: Token? = nil) { kept = Mutex(token) }

    public func load() -> Token? { kept.withLock { $0 } }
    public func save(_ token: Token?) { kept.withLock { $0 = token } }
}

extension MemoryTokenStore: CustomReflectable {
    /// Nothing: it holds a secret.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// Keeps a token as JSON in a file that its owner alone may read and write (mode 0600).
///
/// The file is replaced in one step; its directory must be there. A file that other users may read or write, or that belongs to one of them,
/// isn't used: what is in it may be known, or not be ours. No other process should refresh the same token.
///
/// What goes wrong is an ``APIError`` of code `file` that names the file, and shows nothing of what is in it.
public struct FileTokenStore<Token: Codable & Sendable>: TokenStore {
    private let file: PrivateFile

    public init(_ url: URL) { file = PrivateFile(url) }

    public func load() throws -> Token? {
        guard let data = try attempt("can't be read", { () throws(PrivateFile.Failure) in try file.contents() }) else { return nil }
        do {
            return try JSONDecoder().decode(Token.self, from: data)
        } catch {
            // Without the decoder's own words, which may quote the token.
            throw failure("holds no \(Token.self): it is damaged, or of another version. Without it a new token is asked for")
        }
    }

    public func save(_ token: Token?) throws {
        guard let token else { return try attempt("can't be removed") { () throws(PrivateFile.Failure) in try file.remove() } }
        let data: Data
        do {
            data = try JSONBody<Token>.sortedKeys().encode(token)
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
