internal import Synchronization

/// Stored responses as files in a folder that several processes share.
///
/// - A file is written under another name and then renamed, so it is always complete. If a crash of the machine damages a file, its digest
///   doesn't match, and it counts as a miss.
/// - A file's name consists of digests of the resource, of the user, and of the fields in `Vary`. The first two digits of the resource's
///   digest name a subfolder.
/// - ``root`` contains one folder for the format's version. The folders of other versions are removed.
/// - Each time a process has written a sixteenth of the limit, it checks all files and removes the least recently used ones. The folder
///   can therefore exceed the limit by a sixteenth for each process.
final class CacheDirectory: Sendable {
    static let version = "v1"

    private let root: String
    private let files: String
    private let limit: Int
    private let heuristicFraction: Double
    private struct State {
        var isPrepared = false
        /// The bytes written since the last check of all files; nil before the first check.
        var written: Int?
    }
    private let state = Mutex(State())

    /// - Parameter limit: the maximum number of bytes in all files.
    init(_ url: URL, limit: Int, heuristicFraction: Double) {
        var path = url.absoluteURL.path(percentEncoded: false)
        while path.count > 1, path.last == "/" { path.removeLast() }
        root = path
        files = "\(path)/\(Self.version)"
        self.limit = limit
        self.heuristicFraction = heuristicFraction
    }

    // MARK: Files

    /// The latest response that matches. Files that can't be read, or aren't complete, are removed.
    func find(_ resource: KeyDigest, owners: [KeyDigest?], where matches: (StoredResponse) -> Bool) -> (StoredResponse, CacheFile)? {
        guard isOwn else { return nil }
        let prefixes = owners.map { Self.prefix(resource, $0) }
        var latest: (StoredResponse, CacheFile)?
        for name in names(of: resource) where prefixes.contains(where: name.hasPrefix) {
            let path = "\(folder(of: resource))/\(name)"
            guard let (stored, file) = read(path) else { continue }
            if matches(stored), stored.responseTime >= latest?.0.responseTime ?? -.infinity { latest = (stored, file) }
        }
        return latest
    }

    private func read(_ path: String) -> (StoredResponse, CacheFile)? {
        // The version is taken before the file is read: a file that replaces it meanwhile has another version.
        guard let version = FileSystem.version(of: path) else { return nil }
        guard let file = try? SmallFile(path, limit: limit), file.isPrivate,
            let stored = CacheFile.stored(in: file.bytes, heuristicFraction: heuristicFraction)
        else {
            FileSystem.removeFile(path)
            return nil
        }
        return (stored, CacheFile(path: path, version: version))
    }

    /// Writes a response, which replaces a response to the same requests. Returns nil if it can't be written.
    func write(_ stored: StoredResponse) -> CacheFile? {
        guard prepare(), let contents = CacheFile.contents(of: stored), contents.count <= limit / 2 else { return nil }
        let folder = folder(of: stored.resource)
        guard FileSystem.makePrivateDirectory(folder) else { return nil }
        let number = "\(ProcessInfo.processInfo.processIdentifier)-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        let temporary = "\(folder)/.\(number)"
        let path = "\(folder)/\(Self.prefix(stored.resource, stored.owner))\(Self.short(stored.variant))"
        do throws(FileWriter.Failure) {
            try FileWriter(temporary, .new).write(contents)
        } catch {
            FileSystem.removeFile(temporary)
            return nil
        }
        guard FileSystem.moveUnsynchronized(temporary, to: path) else {
            FileSystem.removeFile(temporary)
            return nil
        }
        let version = FileSystem.version(of: path)
        removeOldVariants(of: stored)
        bound(afterWriting: contents.count)
        return version.map { CacheFile(path: path, version: $0) }
    }

    func remove(_ stored: StoredResponse) {
        FileSystem.removeFile("\(folder(of: stored.resource))/\(Self.prefix(stored.resource, stored.owner))\(Self.short(stored.variant))")
    }

    /// Removes all responses of a resource.
    func removeAll(of resource: KeyDigest) {
        for name in names(of: resource) { FileSystem.removeFile("\(folder(of: resource))/\(name)") }
    }

    /// Removes all files.
    func removeAll() {
        try? FileManager.default.removeItem(atPath: files)
        state.withLock { $0 = State() }
    }

    /// Records that a file was used, at most once in ten minutes. Other processes then read the file again.
    func noteUse(of file: CacheFile) -> CacheFile {
        let now = Date()
        guard now.timeIntervalSince1970 - Double(file.version.seconds) > 600 else { return file }
        try? FileManager.default.setAttributes([.modificationDate: now], ofItemAtPath: file.path)
        return FileSystem.version(of: file.path).map { CacheFile(path: file.path, version: $0) } ?? file
    }

    /// The number of files, and their total size in bytes.
    var usage: (count: Int, bytes: Int) {
        let all = isOwn ? allFiles() : []
        return (all.count, all.reduce(0) { $0 + Int($1.version.size) })
    }

    // MARK: Names

    private static func short(_ digest: KeyDigest) -> String { String(digest.description.prefix(32)) }

    private static func prefix(_ resource: KeyDigest, _ owner: KeyDigest?) -> String {
        "\(resource).\(owner.map(short) ?? String(repeating: "0", count: 32))."
    }

    private func folder(of resource: KeyDigest) -> String { "\(files)/\(resource.description.prefix(2))" }

    private func names(of resource: KeyDigest) -> [String] {
        let prefix = "\(resource)."
        return Self.contents(of: folder(of: resource)).filter { $0.hasPrefix(prefix) }
    }

    private static func contents(of path: String) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

    // MARK: The folder

    /// Whether the folder of this version exists, and only this user can access it.
    private var isOwn: Bool {
        if case .directory(isPrivate: true)? = FileSystem.kind(of: files, followingLinks: false) { true } else { false }
    }

    private func prepare() -> Bool {
        if FileSystem.makePrivateDirectory(files), state.withLock({ $0.isPrepared }) { return true }
        try? FileManager.default.createDirectory(
            atPath: root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard FileSystem.makePrivateDirectory(files) else { return false }
        for name in Self.contents(of: root) where name != Self.version && name.wholeMatch(of: /v[0-9]{1,9}/) != nil {
            try? FileManager.default.removeItem(atPath: "\(root)/\(name)")
        }
        state.withLock { $0.isPrepared = true }
        return true
    }

    private func removeOldVariants(of stored: StoredResponse) {
        let prefix = Self.prefix(stored.resource, stored.owner)
        let folder = folder(of: stored.resource)
        let paths = names(of: stored.resource).filter { $0.hasPrefix(prefix) }.map { "\(folder)/\($0)" }
        guard paths.count > MemoryCache.variantLimit else { return }
        let oldest = paths.compactMap { path in FileSystem.version(of: path).map { (path, $0) } }.sorted { $0.1.isOlder(than: $1.1) }
        for (path, _) in oldest.dropLast(MemoryCache.variantLimit) { FileSystem.removeFile(path) }
    }

    private func bound(afterWriting count: Int) {
        let isDue = state.withLock { state in
            let written = (state.written ?? limit) + count
            state.written = written > limit / 16 ? 0 : written
            return written > limit / 16
        }
        if isDue { evict() }
    }

    /// If the files exceed seven eighths of the limit, removes the least recently used ones until three quarters are left.
    private func evict() {
        let all = allFiles()
        var bytes = all.reduce(0) { $0 + Int($1.version.size) }
        guard bytes > limit - limit / 8 else { return }
        for file in all.sorted(by: { $0.version.isOlder(than: $1.version) }) {
            if bytes <= limit - limit / 4 { return }
            FileSystem.removeFile(file.path)
            bytes -= Int(file.version.size)
        }
    }

    /// All files. Removes temporary files that an ended process left behind.
    private func allFiles() -> [CacheFile] {
        Self.contents(of: files).flatMap { folder in
            Self.contents(of: "\(files)/\(folder)").compactMap { name in
                let path = "\(files)/\(folder)/\(name)"
                if name.hasPrefix("."), let process = Int32(name.dropFirst().prefix { $0 != "-" }), !FileSystem.isRunning(process) {
                    FileSystem.removeFile(path)
                    return nil
                }
                return FileSystem.version(of: path).map { CacheFile(path: path, version: $0) }
            }
        }
    }
}
