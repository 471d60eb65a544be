/// A jar's file. It contains JSON, is replaced atomically, and only its owner may read and write it.
struct CookieFile: Sendable {
    private let file: PrivateFile
    var url: URL { file.url }

    /// Larger than a full jar in which every byte is escaped.
    private static let limit = 64 << 20

    init(_ url: URL) { file = PrivateFile(url, limit: Self.limit) }

    /// Changes whenever a process writes the file; nil if there is no file.
    var version: FileSystem.Version? { file.version }

    fileprivate struct Document: Codable {
        var version: Int
        var cookies: [Item]?
        /// The number of clearings, the latest ones, and the name of this count. Files of version 0.2.0 have none of these.
        var clearings: Int?
        var cleared: [[String]]?
        var clearingsName: String?
    }

    fileprivate struct Item: Codable {
        var name, value, domain, path: String
        var subdomains, secure, httpOnly: Bool?
        /// Seconds since 1970.
        var expires: Double?
        var created, sent: Double
    }

    private static let formatVersion = 1

    struct Contents {
        /// From oldest to newest.
        var entries: [CookieStore.Entry] = []
        var clearings = SharedClearings()
    }

    /// The file's content; empty if there is no file. A file that is damaged, or belongs to another program or a newer version, is an error:
    /// if it were treated as empty, the next write would destroy it.
    func contents() throws(APIError) -> Contents {
        guard let data = try attempt("can't be read", { () throws(PrivateFile.Failure) in try file.contents() }) else { return Contents() }
        // The decoder's own message may quote a value.
        guard let document = try? JSONTape.decode(Document.self, from: data) else { throw isNotOurs }
        guard document.version == Self.formatVersion else {
            throw failure("was written by another version of the program: its format is \(document.version), not \(Self.formatVersion)")
        }
        guard let items = document.cookies else { throw isNotOurs }
        // The file may have been edited by hand. Cookies that can't be sent are left out.
        return Contents(
            entries: items.map(\.entry).filter { $0.cookie.fault == nil && $0.created.isFinite && $0.lastAccess.isFinite },
            clearings: SharedClearings(
                name: document.clearingsName, count: document.clearings ?? 0,
                latest: (document.cleared ?? []).map { CookieClearings.Scope($0) }))
    }

    private var isNotOurs: APIError {
        failure("isn't a cookie file of this library, or it is damaged. Name another file, or delete it to begin without cookies")
    }

    func replace(with contents: Contents) throws(APIError) {
        let document = Document(
            version: Self.formatVersion, cookies: contents.entries.map(Item.init), clearings: contents.clearings.count,
            cleared: contents.clearings.latest.map(\.texts), clearingsName: contents.clearings.name)
        let data: Data
        do {
            data = try JSONConvention.standard.encoder().encode(document)
        } catch {
            throw failure("can't be written: \(error.sentence)")
        }
        try attempt("can't be written") { () throws(PrivateFile.Failure) in try file.replace(with: data) }
    }

    /// Throws if the file can't be written.
    func checkReplaceable() throws(APIError) {
        try attempt("can't be written") { () throws(PrivateFile.Failure) in try file.checkReplaceable() }
    }

    /// Waits for other processes, at most five seconds; a write takes milliseconds.
    func lock() async throws -> FileWriter {
        do { return try await file.lock(within: .seconds(5)) } catch let failure as PrivateFile.Failure {
            throw self.failure(failure.isBusy ? "can't be written: another process keeps it locked" : "can't be locked: \(failure.reason)")
        }
    }

    private func attempt<Value>(_ problem: String, _ step: () throws(PrivateFile.Failure) -> Value) throws(APIError) -> Value {
        do { return try step() } catch { throw failure("\(problem): \(error.reason)") }
    }

    func failure(_ problem: String) -> APIError { APIError(.file, "The cookie file \(file.url.lastPathComponent) \(problem).") }
}

extension CookieFile.Item {
    fileprivate init(_ entry: CookieStore.Entry) {
        let cookie = entry.cookie
        self.init(
            name: cookie.name, value: cookie.value.reveal(), domain: cookie.domain, path: cookie.path,
            subdomains: cookie.includesSubdomains ? true : nil, secure: cookie.isSecure ? true : nil,
            httpOnly: cookie.isHTTPOnly ? true : nil, expires: cookie.expires?.timeIntervalSince1970,
            created: entry.created.timeIntervalSince1970, sent: entry.lastAccess.timeIntervalSince1970)
    }

    fileprivate var entry: CookieStore.Entry {
        CookieStore.Entry(
            Cookie(
                name: name, value: Secret(value), exactDomain: domain, includesSubdomains: subdomains ?? false, path: path,
                expires: expires.map(Date.init(timeIntervalSince1970:)), isSecure: secure ?? false, isHTTPOnly: httpOnly ?? false),
            created: Date(timeIntervalSince1970: created), lastAccess: Date(timeIntervalSince1970: sent))
    }
}

extension Date {
    fileprivate var isFinite: Bool { timeIntervalSince1970.isFinite }
}
